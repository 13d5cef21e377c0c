/** Compares the templates and the references of two commits, or of a commit and the work tree, before they are deployed. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { wholeTemplateIn } from './build/synthesis.ts';
import { judgeContract, type Node } from './changes/contract.ts';
import { judge, resourceCounts, type Template } from './changes/judge.ts';
import { commandOptions } from './command-line/options.ts';

const root = resolve(import.meta.dirname, '..');

const { since, to, context } = commandOptions({
  command: 'npm run changes',
  summary:
    'Lists the resources that a new template would replace or rename, limits it would exceed, and API changes that would break clients.',
  options: {
    since: { type: 'string', value: 'COMMIT', default: 'HEAD', summary: 'the deployed commit' },
    to: { type: 'string', value: 'COMMIT', summary: 'the commit to deploy; by default the working tree' },
    context: {
      type: 'string',
      value: 'NAME=VALUE',
      multiple: true,
      summary: 'an option of the stack, as for cdk deploy -c',
    },
  },
  notes:
    'A break is allowed if a new line of lib/client/CHANGELOG.md begins with "- **Breaks:**".\nThe exit code is 1 if something needs a review.',
});

const work = mkdtempSync(join(tmpdir(), 'changes-'));
const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' });

/** What a commit deploys, and what it says of itself. */
interface Release {
  template: Template;
  document: Node;
  changelog: string;
}

/** As a folder's own code makes it. */
function releaseOf(folder: string, out: string): Release {
  const printed = execFileSync(process.execPath, ['bin/openapi.ts'], { cwd: folder, maxBuffer: 2 ** 26 });
  const changelog = join(folder, 'lib/client/CHANGELOG.md');
  return {
    template: templateOf(folder, out),
    document: JSON.parse(printed.toString()),
    changelog: existsSync(changelog) ? readFileSync(changelog, 'utf8') : '',
  };
}

function templateOf(folder: string, out: string): Template {
  const options = context.flatMap((each) => ['-c', each]);
  execFileSync('npm', ['run', 'synth', '--', '--quiet', '-o', out, ...options], { cwd: folder, stdio: 'pipe' });
  return wholeTemplateIn(out) as Template;
}

/** The same of a commit, in a work tree of its own that uses the installed packages. */
function releaseAt(commit: string, name: string): Release {
  const folder = join(work, name);
  git('worktree', 'add', '--quiet', '--detach', folder, commit);
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    return releaseOf(folder, join(work, `${name}.out`));
  } finally {
    git('worktree', 'remove', '--force', folder);
  }
}

try {
  const before = releaseAt(since, 'before');
  const after = to === undefined ? releaseOf(root, join(work, 'after.out')) : releaseAt(to, 'after');
  const breaks = [...judge(before.template, after.template), ...judgeContract(before, after)];
  const counts = [before, after].map(({ template }) => resourceCounts(template));
  console.log(`${counts.map(([own]) => own).join(' → ')} resources`);
  console.log(
    `${counts.map(([, ...nested]) => nested.reduce((sum, one) => sum + one, 0)).join(' → ')} in nested stacks`,
  );
  console.log(
    breaks.length === 0
      ? 'No resource with data is replaced, no resource is renamed, and the API only grows.'
      : breaks.join('\n'),
  );
  process.exitCode = breaks.length === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
