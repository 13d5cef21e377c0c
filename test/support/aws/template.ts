/** The stack as the tests look at it: synthesized once for a set of options, with the project's own feature flags. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Template as Assertions } from 'aws-cdk-lib/assertions';
import type { Metafile } from 'esbuild';
import { bundleFile, bundleFunctions } from '../../../bin/build/bundles.ts';
import { docsIn, writeDocs } from '../../../bin/build/docs-page.ts';
import { wholeTemplate } from '../../../bin/build/synthesis.ts';
import type { Template } from '../../../infra/access-table.ts';
import type { ReferencePage } from '../../../infra/api-reference.ts';
import { storeCommerceApp } from '../../../infra/app.ts';
import { functionFiles } from '../../../lib/resources/function-files.ts';
import { onceARun } from '../once-a-run.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const cdkJson = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../cdk.json'), 'utf8'));

type Context = Record<string, string>;

interface Synthesis {
  /** Whether the rules of CloudFormation's own are checked too. */
  judged?: boolean;
  outdir?: string;
  /** Pages other than those that are made once a run. */
  reference?: ReferencePage;
}

/** Every option of the deployed stack at once, none at its default: they do not get in each other's way. */
export const everyOption: Context = {
  stackName: 'Staging',
  architecture: 'x86_64',
  largeUploads: 'true',
  waf: 'true',
  wafRequestsPerMinute: '5000',
  authenticateHeader: 'false',
  functionMemory: '768',
  dashboard: 'true',
  tracing: 'true',
  alarmEmail: 'operator@example.com',
  ticketEmail: 'tickets@example.com',
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000',
  serviceReviews: 'false',
  reservedConcurrency: 'api=20,background=60',
  webhookConcurrency: 'deliveries=30,redeliveries=12',
  uploadOrigins: 'https://shop.example.com,http://localhost:5173',
};

/** The variant for `sam local`. */
export const samLocal: Context = { samLocal: 'true' };

/** The bundles of all functions, and what has gone into them; made once a run. */
export async function bundles(): Promise<{ folder: string; metafile: Metafile }> {
  const made = await onceARun('bundles', async (into) => {
    const metafile = await bundleFunctions({ folder: join(into, 'functions') });
    await writeFile(join(into, 'metafile.json'), JSON.stringify(metafile));
  });
  return { folder: join(made, 'functions'), metafile: JSON.parse(readFileSync(join(made, 'metafile.json'), 'utf8')) };
}

/** A folder for each bundle, as CDK expects them: what is in a bundle changes only the name of its asset. */
const namesOnly = (): Promise<string> =>
  onceARun('names', async (into) => {
    const files = [...functionFiles.keys()].map((name) => [name, bundleFile] as const);
    for (const [name, file] of [...files, ['upload-server', 'Dockerfile'] as const]) {
      await mkdir(join(into, name));
      await writeFile(join(into, name, file), `# ${name}`);
    }
  });

/** The reference and the console, as a deployment takes them; made once a run. */
async function docs(): Promise<ReferencePage> {
  const folder = await onceARun('docs', async (into) => {
    await writeDocs(into);
  });
  return docsIn(folder);
}

/**
 * The text of the template that these options give, made again. Throws if cdk-nag finds something unacknowledged, and where
 * it breaks a rule of CloudFormation's own if that is to be `judged`.
 */
export async function synthesise(
  context: Context = {},
  { judged = false, outdir = temporaryFolder(), reference }: Synthesis = {},
): Promise<string> {
  const { app, stack } = storeCommerceApp({
    bundles: await namesOnly(),
    reference: reference ?? (await docs()),
    context: { ...cdkJson.context, ...context },
    outdir,
  });
  // The engine of those rules takes three times as long as all the rest.
  process.env.CDK_VALIDATION = String(judged);
  app.synth();
  // Throws if resources of the stack need each other in a circle, those for nested stacks included.
  Assertions.fromJSON(JSON.parse(readFileSync(join(outdir, stack.templateFile), 'utf8')));
  return JSON.stringify(wholeTemplate(stack, outdir), null, 1);
}

/** The text of the template that these options give, made once a run. */
export async function templateText(context: Context = {}): Promise<string> {
  const options = createHash('sha256').update(JSON.stringify(context)).digest('hex');
  const made = await onceARun(`template-${options}`, async (into) => {
    await writeFile(join(into, 'template.json'), await synthesise(context));
  });
  return readFileSync(join(made, 'template.json'), 'utf8');
}

/** The template that these options give. */
export const template = async (context?: Context): Promise<Template> => JSON.parse(await templateText(context));

/** Properties in which CloudFormation finds the name that a reference gives. */
const namedBy: Record<string, string> = { 'AWS::Lambda::Function': 'FunctionName' };

/**
 * A value of a template with its references resolved, so that two that mean the same are the same text: a name that the template
 * gives, or else `<id>` and `<id.attribute>`.
 */
export function resolveIn(template: Template, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => resolveIn(template, each));
  if (typeof value !== 'object' || value === null) return value;
  if ('Ref' in value) {
    const { Type = '', Properties = {} } = template.Resources[String(value.Ref)] ?? {};
    return Properties[namedBy[Type] ?? ''] ?? `<${value.Ref}>`;
  }
  if ('Fn::GetAtt' in value) return `<${[value['Fn::GetAtt']].flat().join('.')}>`;
  if ('Fn::Join' in value) {
    const [separator, parts] = value['Fn::Join'] as [string, unknown[]];
    return parts.map((part) => resolveIn(template, part)).join(separator);
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolveIn(template, each)]));
}
