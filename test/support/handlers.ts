/** Finds the handler of a function by what the contract declares of it, so that a test names a function once. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { functionFiles } from '../../lib/resources/function-files.ts';
import './aws/conditions.ts';
import { underRoleOf } from './aws/permissions.ts';

// biome-ignore lint/suspicious/noExplicitAny: handlers of every chain are called alike
export type AnyHandler = (event?: any, context?: any) => Promise<any>;

const root = resolve(import.meta.dirname, '../..');
const handlers = new Map<string, Promise<AnyHandler>>();

type Invocation = <T>(name: string, work: () => Promise<T>) => Promise<T>;

let invocation: Invocation = (_, work) => work();

/** Puts something around each invocation of a function from now on. */
export function aroundInvocations(next: Invocation): void {
  invocation = next;
}

let other: ((name: string) => AnyHandler | undefined) | undefined;

/** Lets other code serve each invocation for which `choose` finds some. Answers what ends it. */
export function serveWith(choose: NonNullable<typeof other>): () => void {
  other = choose;
  return () => {
    other = undefined;
  };
}

/** Whether an answer may be that of a release which lacks what has been added since. */
export const mayLackFields = (): boolean => other !== undefined;

/** The handler of a function under its role, imported when it is first asked for. Throws if the contract has no such function. */
export function handlerOf({ name }: { name: string }): Promise<AnyHandler> {
  const found = handlers.get(name) ?? importHandler(name);
  handlers.set(name, found);
  return found;
}

async function importHandler(name: string): Promise<AnyHandler> {
  const file = functionFiles.get(name);
  if (file === undefined) throw new Error(`The contract declares no function ${name}`);
  const { handler } = await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href);
  return (event, context) =>
    other?.(name)?.(event, context) ?? underRoleOf(name, () => invocation(name, () => handler(event, context)));
}
