/** The reference as a folder from which a deployment takes it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ReferencePage } from '../../infra/api-reference.ts';
import { notFoundPage } from '../reference/not-found.ts';
import { docsPolicy } from '../reference/policy.ts';
import { siteFiles } from '../reference/site.ts';

/** Writes the files into a folder of their own. */
export function writeDocs(folder = resolve(import.meta.dirname, '../..', '.build', 'docs')): ReferencePage {
  rmSync(folder, { recursive: true, force: true });
  const files = siteFiles();
  for (const [name, { body }] of files) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
  return { folder, files: [...files.keys()], notFound: notFoundPage, contentSecurityPolicy: docsPolicy };
}
