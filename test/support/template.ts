/** The stack as the tests look at it: synthesised once for a set of options, with the project's own feature flags. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundleFunctions } from '../../bin/build.ts';
import { writeDocs } from '../../bin/docs-page.ts';
import type { Template } from '../../infra/access-table.ts';
import { storeCommerceApp } from '../../infra/app.ts';

const cdkJson = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../cdk.json'), 'utf8'));

let bundled: Promise<string> | undefined;

/** The folder of the bundles, made once for a test file. */
export function bundles(): Promise<string> {
  bundled ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
    await bundleFunctions({ folder });
    return folder;
  })();
  return bundled;
}

/** The text of the template that these options give. Throws where cdk-nag finds something unacknowledged. */
export async function templateText(context: Record<string, string> = {}): Promise<string> {
  const outdir = mkdtempSync(join(tmpdir(), 'synth-'));
  const { app, stack } = storeCommerceApp({
    bundles: await bundles(),
    reference: writeDocs(mkdtempSync(join(tmpdir(), 'docs-'))),
    context: { ...cdkJson.context, ...context },
    outdir,
  });
  app.synth();
  return readFileSync(join(outdir, stack.templateFile), 'utf8');
}

const templates = new Map<string, Promise<Template>>();

/** The template that these options give, made once for a test file. */
export function template(context: Record<string, string> = {}): Promise<Template> {
  const key = JSON.stringify(context);
  const made = templates.get(key) ?? templateText(context).then((text) => JSON.parse(text));
  templates.set(key, made);
  return made;
}
