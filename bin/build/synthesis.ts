/** The template as CDK makes it, with the options of `cdk.json` and those that are given. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeCommerceApp } from '../../infra/app.ts';
import { readOptions, type StackOptions } from '../../infra/options.ts';
import { bundleFunctions, bundlesFolder } from './bundles.ts';
import { writeDocs } from './docs-page.ts';
import { wholeTemplate } from './whole-template.ts';

const root = join(import.meta.dirname, '../..');

/** Makes it. Throws an Error naming an option that makes no sense. */
export async function synthesis(given: Record<string, string> = {}): Promise<{ text: string; options: StackOptions }> {
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'));
  await bundleFunctions();
  const outdir = mkdtempSync(join(tmpdir(), 'template-'));
  const { app, stack } = storeCommerceApp({
    bundles: bundlesFolder,
    reference: await writeDocs(),
    context: { ...context, ...given },
    outdir,
  });
  app.synth();
  return { text: JSON.stringify(wholeTemplate(stack, outdir), null, 1), options: readOptions(app.node) };
}
