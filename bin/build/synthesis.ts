/** The template as CDK makes it, with the options of `cdk.json` and those that are given. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CfnResource, NestedStack, type Stack } from 'aws-cdk-lib';
import { storeCommerceApp } from '../../infra/app.ts';
import { readOptions, type StackOptions } from '../../infra/options.ts';
import { bundleFunctions, bundlesFolder } from './bundles.ts';
import { writeDocs } from './docs-page.ts';

const root = join(import.meta.dirname, '../..');

/** Makes it, without the rules of CloudFormation that `cdk synth` checks. Throws an Error naming an option that makes no sense. */
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
  process.env.CDK_VALIDATION = 'false';
  app.synth();
  return { text: JSON.stringify(wholeTemplate(stack, outdir), null, 1), options: readOptions(app.node) };
}

interface Template {
  /** Of each nested stack, by the id that stands for it: how many resources it has. */
  Metadata?: { NestedResources?: Readonly<Record<string, number>> };
  Resources: Record<
    string,
    {
      Type?: string;
      Metadata?: Readonly<Record<string, unknown>>;
      Properties?: { Parameters?: Readonly<Record<string, unknown>> };
    }
  >;
  Outputs?: Readonly<Record<string, { Value: unknown }>>;
}

/** A stack's template from where CDK has written it, with the resources of every nested one in place of the one that stands for it. */
export function wholeTemplate(stack: Stack, outdir: string): Template {
  const template: Template = JSON.parse(readFileSync(join(outdir, stack.templateFile), 'utf8'));
  const nested = stack.node
    .findAll()
    .filter(NestedStack.isNestedStack)
    .filter(({ nestedStackParent }) => nestedStackParent === stack);
  return nested.reduce((whole, each) => {
    const { nestedStackResource: resource } = each;
    if (!CfnResource.isCfnResource(resource)) throw new Error(`${each.node.path} stands for nothing`);
    return inlined(whole, String(stack.resolve(resource.logicalId)), wholeTemplate(each, outdir));
  }, template);
}

/** The same from the files, as the command line of CDK writes them: those of an older version have no constructs. */
export function wholeTemplateIn(outdir: string, file = outermost(outdir)): Template {
  const template: Template = JSON.parse(readFileSync(join(outdir, file), 'utf8'));
  return Object.entries(template.Resources)
    .filter(([, { Type }]) => Type === 'AWS::CloudFormation::Stack')
    .reduce((whole, [id, { Metadata }]) => {
      return inlined(whole, id, wholeTemplateIn(outdir, String(Metadata?.['aws:asset:path'])));
    }, template);
}

function outermost(outdir: string): string {
  const found = readdirSync(outdir).find((name) => /(?<!\.nested)\.template\.json$/.test(name));
  if (found === undefined) throw new Error(`${outdir} has no template`);
  return found;
}

/** Ids of nested resources begin with that of their stack, since both may have one of the same name. */
function inlined(outer: Template, id: string, inner: Template): Template {
  const { [id]: stands, ...others } = outer.Resources;
  const parameters = stands?.Properties?.Parameters ?? {};
  const own = (name: string): string => (Object.hasOwn(inner.Resources, name) ? `${id}${name}` : name);
  const fromInside = (value: unknown): unknown =>
    mapped(value, {
      Ref: (name) => (Object.hasOwn(parameters, String(name)) ? parameters[String(name)] : { Ref: own(String(name)) }),
      'Fn::GetAtt': ([name, ...attribute]) => ({ 'Fn::GetAtt': [own(name), ...attribute] }),
      DependsOn: (names) => ({ DependsOn: [names].flat().map(own) }),
    });
  const outputOf = (attribute: string): unknown =>
    fromInside(inner.Outputs?.[attribute.replace(/^Outputs\./, '')]?.Value);
  const fromOutside = (value: unknown): unknown =>
    mapped(value, {
      'Fn::GetAtt': ([name, ...attribute]) =>
        name === id ? outputOf(attribute.join('.')) : { 'Fn::GetAtt': [name, ...attribute] },
    });
  const resources = Object.entries(inner.Resources).map(([name, each]) => [own(name), fromInside(each)]);
  const rest = fromOutside({ ...outer, Resources: others }) as Template;
  const NestedResources = { ...outer.Metadata?.NestedResources, [id]: resources.length };
  return {
    ...rest,
    Metadata: { ...rest.Metadata, NestedResources },
    Resources: { ...rest.Resources, ...Object.fromEntries(resources) },
  };
}

/** What stands for `{ [name]: target }`, and for a property of that name. */
// biome-ignore lint/suspicious/noExplicitAny: each intrinsic function has an argument of its own
type Intrinsics = Readonly<Record<string, (target: any) => unknown>>;

function mapped(value: unknown, intrinsics: Intrinsics): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, intrinsics));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => {
    const [whole] = Object.hasOwn(intrinsics, name) ? [intrinsics[name]?.(each)] : [];
    return { name, each, whole };
  });
  const [only] = entries;
  if (entries.length === 1 && only?.whole !== undefined && only.name !== 'DependsOn') return only.whole;
  return Object.fromEntries(
    entries.map(({ name, each, whole }) => [
      name,
      name === 'DependsOn' && whole !== undefined ? Object.values(Object(whole))[0] : mapped(each, intrinsics),
    ]),
  );
}
