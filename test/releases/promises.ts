/** What a release may not take from those who run the one before, or use it. */

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { breakingLines, judgeContract, type Node } from '../../bin/changes/contract.ts';
import { judge, type Template } from '../../bin/changes/judge.ts';
import type { Promised } from './release.ts';

interface Promises {
  template: Template;
  document: Node;
  changelog: string;
}

/** What the stack would lose or rename, but for what a new line of a changelog that begins with `Breaks:` names. */
export function lossesSince(before: Promised, after: Promises, declared: readonly string[]): string[] {
  const isDeclared = (breaks: string) => declared.some((line) => namedIn(breaks).every((name) => line.includes(name)));
  return judge(before.template, after.template).filter((breaks) => !isDeclared(breaks));
}

/** What a line has to name: the resource, or where that is known by a name of its own, its type and the name without that of the stack. */
function namedIn(breaks: string): string[] {
  const [first = '', name = ''] = breaks.split(' ', 2);
  return first.startsWith('AWS::') && /^[\w-]+$/.test(name) ? [first, name.replace(/^\w+-/, '')] : [first];
}

/** What breaks for a program that was made for the API before, where no changelog says so, in any version. */
export const breaksFor = (before: Promised, after: Promises): string[] =>
  judgeContract(before, { ...after, document: { ...after.document, info: { version: 'to be released' } } });

const root = resolve(import.meta.dirname, '../..');

const files = ['bin/reference/project/7-changelog.md', 'lib/client/CHANGELOG.md'];

const unreleased = '## Unreleased';

const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');

/** Both, one after the other. */
export const changelog = (): string => files.map(textOf).join('\n');

/** Lines that say what breaks since a changelog of earlier. */
export const breaksSince = (earlier: string): string[] =>
  breakingLines(changelog()).filter((line) => !breakingLines(earlier).includes(line));

/** The changelogs without an entry for what is to be released. */
export const silent = (): string[] =>
  files.filter((file) => !new RegExp(`^${unreleased}\\n\\n- `, 'm').test(textOf(file)));

/** Gives what is unreleased its version. */
export function head(version: string): void {
  for (const file of files) writeFileSync(resolve(root, file), textOf(file).replace(unreleased, `## ${version}`));
}

/** What stands against a version: it must be later than the last one, and great enough for what it breaks. */
export function versionFault(version: string, { last, breaks }: { last: string; breaks: boolean }): string[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return [`${version || 'The version'} must be three numbers, such as 1.2.3`];
  if (version.localeCompare(last, undefined, { numeric: true }) <= 0) return [`${version} is not later than ${last}`];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [lastMajor = 0, lastMinor = 0] = last.split('.').map(Number);
  const mayBreak = major > lastMajor || (major === 0 && minor > lastMinor);
  return breaks && !mayBreak ? [`${version} may break nothing, and a changelog says that it does`] : [];
}
