/** JSON Schemas as the types of TypeScript, with what they say of their fields. */
import type { JsonSchema } from '../../reference/openapi/json-schema.ts';

/** A comment above its code; empty without a text. */
export function commentOf(text: string | undefined, indent = ''): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\u200b/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** A call as an editor shows it with the method. */
export const exampleTag = (call: string): string => `@example\n\`\`\`ts\n${call}\n\`\`\``;

/** The declaration of an object's type, exported under a name. */
export const declarationOf = (name: string, schema: JsonSchema): string =>
  `${commentOf(schema.description)}export interface ${name} ${typeOf(schema)}\n`;

/** The type of what a schema describes; a component is meant by its name. Throws for what it cannot express. */
export function typeOf(schema: JsonSchema | boolean, indent = ''): string {
  if (typeof schema === 'boolean') return 'unknown';
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '');
  if (schema.const !== undefined) return literalOf(schema.const);
  if (schema.enum) return schema.enum.map(literalOf).join(' | ');
  const among = schema.anyOf ?? schema.oneOf;
  if (among) return [...new Set(among.map((each) => typeOf(each, indent)))].join(' | ');
  const types = [schema.type ?? []].flat();
  if (types.length === 0) throw new Error(`No type says what this is: ${JSON.stringify(schema)}`);
  return types.map((type) => simpleTypeOf(type, schema, indent)).join(' | ');
}

const literalOf = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : JSON.stringify(value);

function simpleTypeOf(type: string, schema: JsonSchema, indent: string): string {
  if (type === 'array') return arrayOf(schema, indent);
  if (type === 'object') return objectOf(schema, indent);
  return type === 'integer' ? 'number' : type;
}

function arrayOf({ items = true }: JsonSchema, indent: string): string {
  const item = typeOf(Array.isArray(items) ? true : items, indent);
  return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

function objectOf({ properties, required = [], additionalProperties }: JsonSchema, indent: string): string {
  if (!properties) return `Record<string, ${typeOf(additionalProperties ?? true, indent)}>`;
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema, inner);
    const comment = commentOf(typeof schema === 'boolean' ? undefined : schema.description, inner);
    return `${comment}${inner}${name}${required.includes(name) ? `: ${type}` : `?: ${type} | undefined`};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}
