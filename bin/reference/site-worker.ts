/**
 * Makes the files of the reference, of the console, of the elements and of the hosted pages in a thread, and hands them over. They are kept
 * in `.build/pages` until the code changes: another start reads them from there.
 */
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.build/pages');

/** Changes with each file that the pages are made of. */
function stamp(): string {
  const sources = ['bin', 'lib'].flatMap((name) =>
    readdirSync(join(root, name), { recursive: true }).map((path) => join(name, String(path))),
  );
  const stamps = [...sources, 'package-lock.json'].map((path) => {
    const { mtimeMs, size } = statSync(join(root, path));
    return `${path} ${mtimeMs} ${size}`;
  });
  return hash('sha256', [process.version, ...stamps.sort()].join('\n'));
}

function kept(name: string): unknown {
  try {
    return deserialize(readFileSync(join(folder, name)));
  } catch {
    return undefined;
  }
}

/** Replaces what has been kept. A folder that cannot be written keeps nothing. */
function keep(name: string, files: object): void {
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // Another server may start at the same time.
    const unfinished = join(folder, `${name}.${process.pid}`);
    writeFileSync(unfinished, serialize(files));
    renameSync(unfinished, join(folder, name));
  } catch {}
}

async function make(): Promise<object> {
  const [site, console, elements, hosted] = await Promise.all([
    import('./site.ts'),
    import('../console/files.ts'),
    import('../elements/files.ts'),
    import('../hosted-pages/files.ts'),
  ]);
  return {
    docs: site.siteFiles('local'),
    console: await console.consoleFiles(),
    elements: elements.elementsFiles(),
    hosted: hosted.hostedPagesFiles(),
  };
}

const name = stamp();
let files = kept(name);
if (files === undefined) {
  const made = await make();
  keep(name, made);
  files = made;
}
parentPort?.postMessage(files);
