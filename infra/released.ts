/** The template of each function and alarm: nothing ever moves to another one, which would find its name taken. */
import { backgroundFunctions } from '../lib/resources/background.ts';
import { invocables, operations } from '../lib/resources/nouns.ts';
import { pages } from '../lib/resources/pages.ts';
import { shopCalls } from '../lib/resources/shop-calls.ts';
import type { Reach } from '../lib/schema/operation.ts';
import released from './released.json' with { type: 'json' };

/** The stack itself, or one of the stacks within it. */
type Part = keyof typeof released.functions | 'Later' | 'LaterEmails';

interface Declaration {
  name: string;
  reach?: readonly Reach[];
}

const parts = new Map(
  Object.entries<readonly string[]>(released.functions).flatMap(([part, names]) => names.map((name) => [name, part])),
);

/**
 * The part of a function that no release had in another one. Links in emails have the address of the distribution, which leads to the API,
 * and the API to `Later`: what sends emails cannot be there.
 */
const laterPart = ({ reach = [] }: Declaration): Part => (reach.includes('SendEmail') ? 'LaterEmails' : 'Later');

/** The functions of a part. */
export function functionsIn(part: Part) {
  const isThere = (declaration: Declaration): boolean =>
    (parts.get(declaration.name) ?? laterPart(declaration)) === part;
  return {
    operations: operations.filter(isThere),
    invocables: invocables.filter(isThere),
    pages: pages.filter(isThere),
    shopCalls: shopCalls.filter(isThere),
    background: backgroundFunctions.filter(isThere),
  };
}

const alarms: ReadonlySet<string> = new Set(released.alarms);

/** Whether an alarm is in the stack itself; all others are in the one for alarms. */
export const isAlarmOfStack = (id: string): boolean => alarms.has(id);
