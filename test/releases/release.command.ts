/** `npm run measure -- release VERSION`: makes a release of the work at hand, once everything that it promises has been checked. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { synthesis } from '../../bin/build/synthesis.ts';
import { commandOptions } from '../../bin/command-line/options.ts';
import { openApiDocument } from '../../bin/reference/openapi/document.ts';
import { contractVersion } from '../../lib/resources/version.ts';
import { breaksFor, breaksSince, changelog, head, lossesSince, silent, versionFault } from './promises.ts';
import { readPromised, releasesWith } from './release.ts';

const { file: version = '', untested } = commandOptions({
  command: 'npm run measure -- release',
  summary:
    'Makes a release: checks it against the one before, runs all tests, and writes its version, the headings of the changelogs, its files in test/releases/, the client package and the bill of materials.',
  file: 'VERSION',
  options: { untested: { type: 'boolean', summary: 'leaves the tests out, where they have just passed' } },
  notes: 'Nothing is committed, tagged or published: the last lines say how. `git checkout .` takes everything back.',
});

const root = resolve(import.meta.dirname, '../..');
const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: root, stdio: 'inherit' });

/** Ends with the reasons against the release. */
function refuse(faults: readonly string[]): void {
  if (faults.length === 0) return;
  console.error(faults.join('\n'));
  process.exit(1);
}

const before = readPromised(releasesWith('promised').at(-1) ?? '');
const breaks = breaksSince(before.changelog);
const now = {
  template: JSON.parse((await synthesis({})).text),
  document: JSON.parse(JSON.stringify(openApiDocument())),
  changelog: changelog(),
};
const isClean = execFileSync('git', ['status', '--porcelain'], { cwd: root }).length === 0;
refuse([
  ...(isClean ? [] : ['There are changes that are not committed']),
  ...versionFault(version, { last: contractVersion, breaks: breaks.length > 0 }),
  ...silent().map((each) => `${each} says nothing under "## Unreleased"`),
  ...lossesSince(before, now, breaks),
  ...breaksFor(before, now),
]);
if (!untested) run('npm', 'test');

/** Replaces a version where it stands. */
function write(name: string, from: RegExp, to: string): void {
  const text = readFileSync(resolve(root, name), 'utf8');
  if (!from.test(text)) throw new Error(`${name} has no version`);
  writeFileSync(resolve(root, name), text.replace(from, to));
}

write('lib/resources/version.ts', /(?<=contractVersion = ')[^']+/, version);
run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
head(version);
run(process.execPath, 'test/releases/record.command.ts');
run(process.execPath, 'bin/build-client.ts');
run(process.execPath, 'bin/sbom.ts');
console.log(`
Release ${version} is ready:
  git add -A && git commit -m 'Release ${version}' && git tag ${version}
  npm publish .build/client
  npm run cdk -- deploy`);
