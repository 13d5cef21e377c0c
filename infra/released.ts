/** The template of each function and alarm: nothing ever moves to another one, which would find its name taken. */
import { backgroundFunctions } from '../lib/resources/background.ts';
import { invocables, operations } from '../lib/resources/nouns.ts';
import { pages } from '../lib/resources/pages.ts';
import { shopCalls } from '../lib/resources/shop-calls.ts';
import released from './released.json' with { type: 'json' };

/** The stack itself, or one of the stacks within it. */
type Part = keyof typeof released.functions | 'Later';

const parts = new Map(
  Object.entries<readonly string[]>(released.functions).flatMap(([part, names]) => names.map((name) => [name, part])),
);

/**
 * The functions of a part. Functions that no release had in another part are in `Later`: CloudFormation takes 500
 * resources a template.
 */
export function functionsIn(part: Part) {
  const isThere = ({ name }: { name: string }): boolean => (parts.get(name) ?? 'Later') === part;
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
