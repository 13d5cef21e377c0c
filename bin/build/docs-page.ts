/** The reference, the staff console, the elements and the hosted pages as a folder from which a deployment takes them. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { ReferencePage } from '../../infra/api-reference.ts';
import { consoleFiles } from '../console/files.ts';
import { consoleHeaders, consolePolicy } from '../console/policy.ts';
import { elementsFiles } from '../elements/files.ts';
import { elementsHeaders, elementsPolicy } from '../elements/policy.ts';
import { hostedPages, hostedPagesFiles } from '../hosted-pages/files.ts';
import { hostedPagesHeaders, hostedPagesPolicy } from '../hosted-pages/policy.ts';
import { docsPolicy, notFoundPage } from '../reference/head.ts';
import { type SiteFile, siteFiles } from '../reference/site.ts';

const lastFolder = resolve(import.meta.dirname, '../..', '.build', 'docs');

/**
 * Writes the files into a folder of their own, those of the console below `console/`, the elements below `elements/`, and the hosted pages
 * below `hosted/`.
 */
export async function writeDocs(folder = lastFolder): Promise<ReferencePage> {
  rmSync(folder, { recursive: true, force: true });
  write(folder, siteFiles('aws'));
  write(join(folder, 'console'), await consoleFiles());
  write(join(folder, 'elements'), elementsFiles());
  write(join(folder, 'hosted'), hostedPagesFiles());
  return docsIn(folder);
}

/** The pages that were written last; undefined without any. */
export const lastDocs = (): ReferencePage | undefined => (existsSync(lastFolder) ? docsIn(lastFolder) : undefined);

/** The pages that were written into a folder. */
export function docsIn(folder: string): ReferencePage {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .toSorted();
  const inConsole = files.filter((name) => name.startsWith('console/'));
  return {
    folder,
    files: files.filter((name) => !/^(?:console|elements|hosted)\//.test(name)),
    notFound: notFoundPage,
    contentSecurityPolicy: docsPolicy,
    console: {
      files: inConsole.map((name) => name.slice('console/'.length)),
      contentSecurityPolicy: consolePolicy,
      headers: consoleHeaders,
    },
    elements: { contentSecurityPolicy: elementsPolicy, headers: elementsHeaders },
    hosted: {
      names: Object.keys(hostedPages),
      contentSecurityPolicy: hostedPagesPolicy,
      headers: hostedPagesHeaders,
    },
  };
}

function write(folder: string, files: ReadonlyMap<string, SiteFile>): void {
  for (const [name, { body }] of files) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
}
