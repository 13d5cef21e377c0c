/** Keeps what a program makes of files until one of them changes. */
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

interface Kept {
  /** The folder that the sources are in. */
  root: string;
  /** The files, and the folders with files, that it is made of. */
  sources: readonly string[];
  /** Where it is kept. Everything else in this folder is deleted. */
  folder: string;
}

/** What was made of the same files before, or what `make` makes of them now. A folder that cannot be written keeps nothing. */
export async function keptUntilChanged<T>({ root, sources, folder }: Kept, make: () => Promise<T>): Promise<T> {
  const file = join(folder, stampOf(root, sources));
  try {
    return deserialize(readFileSync(file));
  } catch {
    const made = await make();
    try {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      // Another program may keep it at the same time.
      const unfinished = `${file}.${process.pid}`;
      writeFileSync(unfinished, serialize(made));
      renameSync(unfinished, file);
    } catch {}
    return made;
  }
}

/** Changes with the name, the size or the time of each file. */
function stampOf(root: string, sources: readonly string[]): string {
  const paths = sources.flatMap((source) =>
    statSync(join(root, source)).isDirectory()
      ? readdirSync(join(root, source), { recursive: true, encoding: 'utf8' }).map((path) => join(source, path))
      : [source],
  );
  const stamps = paths.map((path) => {
    const { mtimeMs, size } = statSync(join(root, path));
    return `${path} ${mtimeMs} ${size}`;
  });
  return hash('sha256', [process.version, ...stamps.sort()].join('\n'));
}
