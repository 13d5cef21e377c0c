/** The two changelogs: what a version changes for those who use the service, and for programs that use the client. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { breakingLines } from '../../bin/changes/contract.ts';

const root = resolve(import.meta.dirname, '../..');

const files = ['bin/reference/project/7-changelog.md', 'lib/client/CHANGELOG.md'];

const unreleased = '## Unreleased';

const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');

/** Both, one after the other. */
export const changelog = (): string => files.map(textOf).join('\n');

/** Lines that say what breaks since a changelog of earlier. */
export const breaksSince = (earlier: string): string[] =>
  breakingLines(changelog()).filter((line) => !breakingLines(earlier).includes(line));

/** The changelogs that tell nothing of what is to be released. */
export const silent = (): string[] =>
  files.filter((file) => !new RegExp(`^${unreleased}\\n\\n- `, 'm').test(textOf(file)));

/** Gives what is unreleased its version. */
export function head(version: string): void {
  for (const file of files) writeFileSync(resolve(root, file), textOf(file).replace(unreleased, `## ${version}`));
}
