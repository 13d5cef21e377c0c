/** The files that a release runs from, so that a later release can be played beside it, whatever history a clone has. */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readSource, releasesWith, type Source } from './release.ts';

const root = resolve(import.meta.dirname, '../..');

const parts = ['bin', 'functions', 'infra', 'lib', 'package.json', 'tsconfig.json', 'cdk.json'];

export function sourceAtHand(): Source {
  const files = execFileSync('git', ['ls-files', '-z', ...parts], { cwd: root, encoding: 'utf8' });
  const paths = files.split('\0').filter(Boolean);
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'latin1')]));
}

/** A folder with the last release that is recorded. It uses the packages of the work at hand. */
export function lastReleaseFolder(): string {
  const source = readSource(releasesWith('source').at(-1) ?? '');
  const folder = join(root, '.build/releases', hash('sha1', JSON.stringify(source)));
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const unpacked = mkdtempSync(`${folder}-`);
  for (const [path, bytes] of Object.entries(source)) {
    mkdirSync(dirname(join(unpacked, path)), { recursive: true });
    writeFileSync(join(unpacked, path), bytes, 'latin1');
  }
  symlinkSync(join(root, 'node_modules'), join(unpacked, 'node_modules'));
  try {
    renameSync(unpacked, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
    rmSync(unpacked, { recursive: true });
  }
  return folder;
}
