/** What a release may not take from those who run the one before, or use it. */
import { judgeContract, type Node } from '../../bin/changes/contract.ts';
import { judge, type Template } from '../../bin/changes/judge.ts';
import type { Promised } from './release.ts';

interface Promises {
  template: Template;
  document: Node;
  changelog: string;
}

/** What the stack would lose or rename, but for what a new line of a changelog that begins with `Breaks:` names. */
export function lossesSince(before: Promised, after: Promises, declared: readonly string[]): string[] {
  const isDeclared = (told: string) => declared.some((line) => line.includes(told.split(' ', 1)[0] ?? ''));
  return judge(before.template, after.template).filter((told) => !isDeclared(told));
}

/** What breaks for a program that was made for the API before, where no changelog says so. Whatever version it has. */
export const breaksFor = (before: Promised, after: Promises): string[] =>
  judgeContract(before, { ...after, document: { ...after.document, info: { version: 'to be released' } } });
