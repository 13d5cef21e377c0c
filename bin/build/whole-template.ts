/** The stack and the stacks within it as one template: what whoever looks at resources wants to see. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Resource {
  Type: string;
  Properties?: { Parameters?: Readonly<Record<string, unknown>> };
  Metadata?: Readonly<Record<string, unknown>>;
}

interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Readonly<Record<string, { Value: unknown }>>;
}

/** Reads a template from where CDK has written it, with every nested one in place of the resource that stands for it. */
export function wholeTemplate(outdir: string, file: string): Template {
  const template: Template = JSON.parse(readFileSync(join(outdir, file), 'utf8'));
  const nested = Object.entries(template.Resources).filter(([, { Type }]) => Type === 'AWS::CloudFormation::Stack');
  return nested.reduce((whole, [id, { Properties, Metadata }]) => {
    const inner = wholeTemplate(outdir, String(Metadata?.['aws:asset:path']));
    return inlined(whole, id, { inner, parameters: Properties?.Parameters ?? {} });
  }, template);
}

interface Nested {
  inner: Template;
  parameters: Readonly<Record<string, unknown>>;
}

/** Ids of nested resources begin with that of their stack, since both may have one of the same name. */
function inlined(outer: Template, id: string, { inner, parameters }: Nested): Template {
  const own = (name: string): string => `${id}${name}`;
  const isOwn = (name: unknown): name is string => typeof name === 'string' && Object.hasOwn(inner.Resources, name);
  const fromInside = (value: unknown): unknown =>
    mapped(value, (key, target) => {
      if (key === 'Ref' && typeof target === 'string' && Object.hasOwn(parameters, target)) return parameters[target];
      if (key === 'Ref' && isOwn(target)) return { Ref: own(target) };
      if (key === 'Fn::GetAtt' && Array.isArray(target) && isOwn(target[0]))
        return { 'Fn::GetAtt': [own(target[0]), ...target.slice(1)] };
      if (key === 'DependsOn') return { DependsOn: [target].flat().map((name) => (isOwn(name) ? own(name) : name)) };
      return undefined;
    });
  const outputOf = (attribute: unknown): unknown =>
    fromInside(inner.Outputs?.[String(attribute).replace(/^Outputs\./, '')]?.Value);
  const { [id]: _, ...others } = outer.Resources;
  const fromOutside = (value: unknown): unknown =>
    mapped(value, (key, target) =>
      key === 'Fn::GetAtt' && Array.isArray(target) && target[0] === id ? outputOf(target[1]) : undefined,
    );
  const resources = Object.entries(inner.Resources).map(([name, each]) => [own(name), fromInside(each)]);
  return {
    ...(fromOutside({ ...outer, Resources: others }) as Template),
    Resources: { ...(fromOutside(others) as Template['Resources']), ...Object.fromEntries(resources) },
  };
}

/** A value of a template, in which `replace` says what stands for an object with one key; undefined where it stays. */
function mapped(value: unknown, replace: (key: string, target: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, replace));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [[key, target] = []] = entries;
  const whole = entries.length === 1 && key !== undefined ? replace(key, target) : undefined;
  if (whole !== undefined) return whole;
  return Object.fromEntries(
    entries.map(([name, each]) => {
      const dependencies = name === 'DependsOn' ? (replace(name, each) as object | undefined) : undefined;
      return [name, dependencies ? Object.values(dependencies)[0] : mapped(each, replace)];
    }),
  );
}
