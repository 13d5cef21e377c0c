/** A copy of the project, in which things may be changed that would break it. */
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Copies the project into a folder that is there, without what is made or fetched, and gives the folder. */
export function copyProject(folder: string): string {
  const isLeft = (path: string) =>
    /^(?:(?:test\/)?node_modules|\.git|\.build|\.data|reports|cdk\.out)$/.test(relative(root, path));
  cpSync(root, folder, { recursive: true, filter: (path) => !isLeft(path) });
  for (const packages of ['node_modules', 'test/node_modules']) {
    if (existsSync(join(root, packages))) symlinkSync(join(root, packages), join(folder, packages));
  }
  return folder;
}

/** The environment of a program in the copy. It starts its own engines: a run does not share its demo store. */
export const environmentOfCopy = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
