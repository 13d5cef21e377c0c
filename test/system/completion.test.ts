/** Completion of the command line: the candidates, and the scripts in the shells of this machine. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../bin/operator/commands.ts';
import { candidates } from '../../bin/operator/completion.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the first word completes to the groups of commands', () => {
  expect(candidates(['ke'])).toEqual(['keys']);
  expect(candidates([''])).toContain('import');
  expect(candidates(['--v'])).toEqual(['--version']);
});

test.each(Object.keys(commands))('%s is complete after its words', (name) => {
  const words = name.split(' ');

  expect(candidates(words)).toContain(words.at(-1));
  expect(candidates([...words, '--'])).toEqual(expect.arrayContaining(['--endpoint', '--json', '--help']));
});

test.each([
  [
    ['keys', 'create', '--st'],
    ['--store', '--stack'],
  ],
  [['keys', 'create', '--store', 'sto_demo', '--sto'], []],
  [
    ['keys', 'create', '--permission', ''],
    ['Read', 'Write', 'Storefront'],
  ],
  [['keys', 'create', '--permission', 'W'], ['Write']],
  [['keys', 'create', '--permission', '=', 'W'], ['Write']],
  [
    ['keys', 'create', '--expires', 't'],
    ['today', 'tomorrow'],
  ],
  [
    ['reviews', 'hide', '--reason', 'off'],
    ['offensive', 'off_topic'],
  ],
  [['store-credits', 'create', '--reason', 'good'], ['goodwill']],
  [['import', '--as', 'judge'], ['judge-me']],
  [['import', ''], []],
  [['gift-cards', 'issue', '--from', ''], []],
  [['frobnicate', 'x', ''], []],
])('%j completes to %j', (words, expected) => {
  expect(candidates(words)).toEqual(expected);
});

/** A folder with the command, as `npm link` installs it, and with a file. */
function linkedCommand() {
  const folder = temporaryFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(resolve('bin/store-commerce.js'), join(bin, 'store-commerce'));
  writeFileSync(join(folder, 'cards-of-today.csv'), '');
  return { folder, env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } };
}

/** For each shell, a program that loads the script and prints what a line completes to. */
const shells = {
  bash: (words: readonly string[]) => `
    source <(store-commerce completion bash)
    COMP_WORDS=(store-commerce ${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length}
    eval "$(complete -p store-commerce | sed 's/.*-F \\([^ ]*\\) .*/\\1/')"
    printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words: readonly string[]) => `
    compdef() { : }
    _files() { print -- *(N) }
    compadd() { print -l -- "\${(@P)2}" }
    source <(store-commerce completion zsh)
    words=(store-commerce ${words.map((word) => `'${word}'`).join(' ')}) CURRENT=${words.length + 1}
    _store_commerce`,
  fish: (words: readonly string[]) => `
    store-commerce completion fish | source
    complete -C 'store-commerce ${words.join(' ')}'`,
} as const;

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

describe.each(Object.entries(shells))('in %s', (shell, programOf) => {
  const completed = (words: readonly string[]) => {
    const { folder, env } = linkedCommand();
    const text = execFileSync(shell, ['-c', programOf(words)], { cwd: folder, env, encoding: 'utf8' });
    return text.split('\n').filter(Boolean);
  };

  test.skipIf(!isThere(shell))('commands, subcommands, options and choices are completed', () => {
    expect(completed(['ke'])).toEqual(['keys']);
    expect(completed(['keys', 'r']).toSorted()).toEqual(['revoke', 'rotate']);
    expect(completed(['keys', 'create', '--perm'])).toEqual(['--permission']);
    expect(completed(['keys', 'create', '--permission', 'Sto'])).toEqual(['Storefront']);
  });
});

test.skipIf(!isThere('bash'))('bash completes the name of a file where the command takes one', () => {
  const { folder, env } = linkedCommand();
  const interactive = `
    source <(store-commerce completion bash)
    complete -p store-commerce`;

  expect(execFileSync('bash', ['-c', interactive], { cwd: folder, env, encoding: 'utf8' })).toContain('-o default');
});
