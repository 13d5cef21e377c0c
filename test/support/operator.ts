/** The operator's functions as commands call them, in this process. */
import type { Session } from '../../bin/operator/command.ts';
import { FunctionError, type Operator } from '../../lib/client/functions.ts';
import { invocables } from '../../lib/resources/nouns.ts';
import { invoke } from './invoke.ts';

/** Called before each call, with the name of the function. */
export type Heard = (name: string, payload: Record<string, unknown>) => unknown;

/** A session of the command line. */
export function sessionWith(heard: Heard = () => {}): Session & { shown: string[] } {
  const shown: string[] = [];
  return {
    target: { stack: 'Shop', endpoint: 'http://localhost:3000' },
    operator: (store_id) => operatorOf({ store_id }, heard),
    json: false,
    show: (text) => shown.push(text),
    shown,
  };
}

const operatorOf = (ofStore: object, heard: Heard): Operator =>
  new Proxy({} as Operator, {
    get: (_, method: string) => (payload: object) => call(nameOf(method), { ...ofStore, ...payload }, heard),
  });

const nameOf = (method: string): string => method.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

async function call(name: string, payload: Record<string, unknown>, heard: Heard): Promise<unknown> {
  const invocable = invocables.find((each) => each.name === name);
  if (!invocable) throw new Error(`There is no function ${name}`);
  await heard(name, payload);
  const { errorType, errorMessage = '', ...result } = await invoke(invocable, payload);
  if (errorType !== undefined) throw new FunctionError(errorType as FunctionError['code'], errorMessage);
  return result;
}
