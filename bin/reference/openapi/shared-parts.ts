/** Responses and headers that many operations share become components, and are referenced. */
import type { OpenApiDocument, OpenApiHeader, OpenApiResponse, Reference } from './types.ts';

const responseNames: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  429: 'TooManyRequests',
  500: 'ServerError',
};

/** The document with its repeated headers and responses as components. */
export function withSharedParts(document: OpenApiDocument): OpenApiDocument {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const answered = operations.flatMap(({ responses }) => Object.entries(responses));
  const headers = shared(answered.flatMap(([, response]) => ('headers' in response ? headersOf(response) : [])));
  const withHeaders = (response: OpenApiResponse): OpenApiResponse => ({
    ...response,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, header]) => [name, headers.referred('headers', header)]),
    ),
  });
  const responses = shared(
    answered.flatMap(([status, response]): [string, OpenApiResponse][] => {
      const name = responseNames[status];
      return name === undefined || '$ref' in response ? [] : [[name, response]];
    }),
  );
  return {
    ...document,
    paths: mapped(document.paths, (path) =>
      mapped(path, (operation) => ({
        ...operation,
        responses: mapped(operation.responses, (response) => {
          const referred = responses.referred('responses', response);
          return '$ref' in referred ? referred : withHeaders(referred);
        }),
      })),
    ),
    components: {
      ...document.components,
      headers: headers.components,
      responses: mapped(responses.components, withHeaders),
    },
  };
}

/** The referenced part of the document, or the value itself if it is not a reference. */
export function resolved<Part extends object>(value: Part | Reference, components: Record<string, Part>): Part {
  if (!('$ref' in value)) return value;
  const part = components[value.$ref.split('/').at(-1) ?? ''];
  if (!part) throw new Error(`${value.$ref} is not there`);
  return part;
}

function headersOf({ headers }: OpenApiResponse): [string, OpenApiHeader][] {
  return Object.entries(headers).flatMap(([name, header]): [string, OpenApiHeader][] =>
    '$ref' in header ? [] : [[header.required ? name : `${name}.mostly`, header]],
  );
}

/** The parts that occur more than once, by their names; others of the same name are numbered. */
function shared<Part extends object>(parts: readonly (readonly [name: string, part: Part])[]) {
  const byText = Map.groupBy(parts, ([, part]) => JSON.stringify(part));
  const names = new Map<string, string>();
  const components: Record<string, Part> = {};
  for (const [text, [first, ...others]] of byText) {
    if (!first || others.length === 0) continue;
    const [base, part] = first;
    const taken = Object.keys(components).filter((name) => name.replace(/\d+$/, '') === base).length;
    const name = taken === 0 ? base : `${base}${taken + 1}`;
    names.set(text, name);
    components[name] = part;
  }
  return {
    components,
    referred(kind: string, part: Part | Reference): Part | Reference {
      const name = names.get(JSON.stringify(part));
      return name === undefined ? part : { $ref: `#/components/${kind}/${name}` };
    },
  };
}

const mapped = <From, To>(record: Record<string, From>, to: (from: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
