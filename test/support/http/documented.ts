/** Holds every reply against the OpenAPI document: a status, a header or a field that it does not name is a fault. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../../bin/reference/openapi/document.ts';
import { resolved } from '../../../bin/reference/openapi/shared-parts.ts';
import type { OpenApiResponse } from '../../../bin/reference/openapi/types.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import { isOlder, mayLackHeader } from '../older-answers.ts';

export interface Response {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** Parsed if it is JSON, undefined without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of a body
  body: any;
}

const document = openApiDocument();
const ajv = new Ajv2020({ strict: false, coerceTypes: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', components: document.components });

const validators = new Map<string, ValidateFunction>();

/** The faults of a reply, one a line; none where it is as documented. */
export function undocumented({ method, path }: Operation, { status, headers, body }: Response): string[] {
  const documented = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  if (!documented) return [`status ${status} of ${method} ${path} is not documented`];
  const response = resolved(documented, document.components.responses);
  return [...headerFaults(response, headers), ...bodyFaults(`${method} ${path} ${status}`, response, body)].map(
    (fault) => `${method} ${path} ${status}: ${fault}`,
  );
}

function headerFaults({ headers, content }: OpenApiResponse, sent: Record<string, string>): string[] {
  const known = new Map(
    Object.entries(headers).map(([name, header]) => [
      name.toLowerCase(),
      resolved(header, document.components.headers),
    ]),
  );
  const missing = [...known].filter(([name, { required }]) => required && !(name in sent)).map(([name]) => name);
  const unknown = Object.keys(sent).filter((name) => name !== 'content-type' && !known.has(name));
  const wrong = [...known].filter(([name, { schema }]) => {
    const value = sent[name];
    if (value === undefined) return false;
    return !ajv.validate(schema, schema.type === 'integer' ? Number(value) : value);
  });
  const type = content === undefined ? undefined : 'application/json';
  return [
    ...missing.filter((name) => !mayLackHeader(name)).map((name) => `header ${name} is missing`),
    ...unknown.map((name) => `header ${name} is not documented`),
    ...wrong.map(([name]) => `header ${name} is not as documented`),
    ...(sent['content-type'] === type ? [] : [`content type is ${sent['content-type']}, not ${type}`]),
  ];
}

function bodyFaults(identity: string, { content }: OpenApiResponse, body: unknown): string[] {
  const schema = content?.['application/json']?.schema;
  if (!schema) return body === undefined ? [] : ['a body is not documented'];
  const validate = validators.get(identity) ?? ajv.compile(resolvable(schema));
  validators.set(identity, validate);
  return validate(body) || isOlder(validate) ? [] : [`body: ${ajv.errorsText(validate.errors)}`];
}

/** References inside a schema lead to the document. */
const resolvable = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'));
