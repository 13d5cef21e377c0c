/** The reference and the staff console as a folder from which a deployment takes them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ReferencePage } from '../../infra/api-reference.ts';
import { consoleFiles } from '../console/files.ts';
import { consoleHeaders, consolePolicy } from '../console/policy.ts';
import { docsPolicy, notFoundPage } from '../reference/head.ts';
import { type SiteFile, siteFiles } from '../reference/site.ts';

/** Writes the files into a folder of their own, those of the console below `console/`. */
export async function writeDocs(
  folder = resolve(import.meta.dirname, '../..', '.build', 'docs'),
): Promise<ReferencePage> {
  rmSync(folder, { recursive: true, force: true });
  const files = siteFiles();
  const ofConsole = await consoleFiles();
  write(folder, files);
  write(join(folder, 'console'), ofConsole);
  return {
    folder,
    files: [...files.keys()],
    notFound: notFoundPage,
    contentSecurityPolicy: docsPolicy,
    console: { files: [...ofConsole.keys()], contentSecurityPolicy: consolePolicy, headers: consoleHeaders },
  };
}

function write(folder: string, files: ReadonlyMap<string, SiteFile>): void {
  for (const [name, { body }] of files) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
}
