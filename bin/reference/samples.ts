/** Requests in the languages that readers copy from, made of the examples. */

import { HTTPSnippet } from '@readme/httpsnippet';
import { methods, uploads } from '../../lib/client/methods.ts';
import type { Example, FunctionExample } from '../../lib/schema/examples.ts';
import { type Operation, replays } from '../../lib/schema/operation.ts';
import type { Host, Sample } from './page.ts';
import { inGo, inPhp, inRuby, newKey, type SentFile } from './upload-samples.ts';

/** Where samples send their requests. The local server writes its own origin there, as do the pages of a deployment. */
export const localBase = 'http://localhost:3000';

const pathOf = ({ operation, path, query }: Example): string => {
  const search = new URLSearchParams(query).toString();
  return `${operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => path[name] ?? '')}${search && `?${search}`}`;
};

/** The request of an example in every language, ready to run with the API key in `KEY`. */
export function requestSamples(example: Example, base = localBase): Sample[] {
  const client = clientCall(example, base);
  return [curl(example, base), ...(client ? [client] : []), ...inOtherLanguages(example, `${base}${pathOf(example)}`)];
}

/** A request with the API key in `KEY`. */
export function curl(example: Example, base = localBase): Sample {
  const { operation, body, file } = example;
  const lines = [
    `curl${operation.method === 'GET' ? '' : ` -X ${operation.method}`}`,
    `'${base}${pathOf(example)}'`,
    '-H "Authorization: Bearer $KEY"',
    ...(replays(operation) ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${jsonInShell(body)}'`] : []),
    ...(file ? [`-F '${operation.upload?.field}=@${file.name};type=${file.contentType}'`] : []),
  ];
  return { title: 'curl', language: 'sh', code: lines.join(' \\\n  ').replace(/^curl \\\n {2}/, 'curl ') };
}

const jsonInShell = (value: object): string =>
  JSON.stringify(value, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ');

/** A program with the client package, or none where the package has no method of its own for the operation. */
export function clientCall(example: Example, base = localBase): Sample | undefined {
  const { operation, file } = example;
  if (operation.permission === 'Storefront') return storefrontCall(example, base);
  const method = methodOf(operation);
  if (method === undefined) return undefined;
  const call = `await shop.${method}(${argumentsOf(example)});`;
  const result = resultOf(operation);
  const code = [
    ...(file ? ["import { openAsBlob } from 'node:fs';"] : []),
    "import { StoreCommerce } from 'store-commerce-api-client';",
    '',
    `const shop = new StoreCommerce({ apiKey: process.env.KEY ?? '', baseUrl: '${base}' });`,
    '',
    ...(operation.success.status === 204 ? [call] : [`const ${result} = ${call}`, `console.log(${result});`]),
  ];
  return { title: 'Node.js', language: 'ts', code: code.join('\n') };
}

/** A program with the client package that calls a storefront function over HTTP. */
function storefrontCall({ operation, body }: Example, base: string): Sample {
  const code = [
    "import { Storefront } from 'store-commerce-api-client/storefront';",
    '',
    `const storefront = new Storefront({ apiKey: process.env.KEY ?? '', baseUrl: '${base}' });`,
    '',
    `const result = await storefront.${camelCase(operation.name)}(${literal(body)});`,
    'console.log(result);',
  ];
  return { title: 'Node.js', language: 'ts', code: code.join('\n') };
}

const camelCase = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The arguments of the client's method. */
export function argumentsOf({ operation, path, query, body, file }: Example): string {
  const literals = [
    ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => `'${path[name]}'`),
    ...(body ? [literal(body)] : []),
    ...(Object.keys(query).length > 0 ? [literal(typed(query))] : []),
    ...(file ? [`await openAsBlob('${file.name}', { type: '${file.contentType}' })`] : []),
  ];
  return literals.join(', ');
}

const named = Object.entries(methods).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, operation]) => [operation.name, `${group}.${name}`] as const),
);

const methodNames: ReadonlyMap<string, string> = new Map([
  ...named,
  [uploads.photo.whole.name, 'giftOptions.setImage'],
  [uploads.file.whole.name, 'digitalFiles.upload'],
]);

const methodOf = ({ name }: Operation): string | undefined => methodNames.get(name);

const resultOf = ({ name }: Operation): string =>
  name.startsWith('list-')
    ? 'page'
    : (/(address|option|review|card|waitlist|file)/.exec(name.replace('-image', ''))?.[0] ?? 'answer');

/** A number in a query is a number to the client. */
const typed = (query: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]));

/** A value as TypeScript is written here. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"(\w+)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => `'${text.replaceAll("'", "\\'").replaceAll('\\"', '"')}'`);
}

/** An invocation by the client package and by the AWS CLI, on AWS and on the local server, and there by curl as well. */
export function invocations(example: FunctionExample): Sample[] {
  return [
    functionCall(example, 'aws'),
    functionCall(example, 'local'),
    awsCall(example, 'aws'),
    awsCall(example, 'local'),
    curlInvocation(example),
  ];
}

const functionNameOf = ({ invocable }: FunctionExample): string => `StoreCommerceApi-${invocable.name}`;

/** The AWS CLI needs a region and credentials, but the local server accepts any. */
function awsCall(example: FunctionExample, only: Host): Sample {
  const isLocal = only === 'local';
  const lines = [
    ...(isLocal ? ['AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local'] : []),
    `aws lambda invoke --function-name ${functionNameOf(example)}`,
    ...(isLocal ? [`--endpoint-url ${localBase} --region us-east-1`] : []),
    '--cli-binary-format raw-in-base64-out',
    `--payload '${jsonInShell(example.payload)}'`,
    '/dev/stdout',
  ];
  return { title: 'AWS CLI', language: 'sh', only, code: lines.join(' \\\n  ') };
}

const curlInvocation = (example: FunctionExample): Sample => ({
  title: 'curl',
  language: 'sh',
  only: 'local',
  code: [
    `curl -X POST ${localBase}/2015-03-31/functions/${functionNameOf(example)}/invocations`,
    `-d '${jsonInShell(example.payload)}'`,
  ].join(' \\\n  '),
});

/** The class of the client package that calls the functions of each group. */
const clientOf = { operator: 'Operator', storefront: 'Storefront' } as const;

const lambdaClients: Readonly<Record<Host, readonly string[]>> = {
  aws: ['const lambda = new LambdaClient();'],
  local: [
    'const lambda = new LambdaClient({',
    `  endpoint: '${localBase}',`,
    "  region: 'us-east-1',",
    "  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },",
    '});',
  ],
};

/** A program with the client package; the client knows the store. */
export function functionCall(example: FunctionExample, only: Host): Sample {
  const { group } = example.invocable;
  const code = [
    "import { LambdaClient } from '@aws-sdk/client-lambda';",
    `import { ${clientOf[group]} } from 'store-commerce-api-client/functions';`,
    '',
    ...lambdaClients[only],
    `const ${group} = new ${clientOf[group]}({ stackName: 'StoreCommerceApi', storeId: 'sto_demo', lambda });`,
    '',
    `const result = ${methodCall(example)};`,
    'console.log(result);',
  ];
  return { title: 'Node.js', language: 'ts', only, code: code.join('\n') };
}

/** The call of a function by the client package. */
export function methodCall({ invocable, payload }: FunctionExample): string {
  const { store_id, ...given } = Object(payload);
  const argument = invocable.name === 'create-store' ? { store_id, ...given } : given;
  return `await ${invocable.group}.${camelCase(invocable.name)}(${Object.keys(argument).length > 0 ? literal(argument) : ''})`;
}

export const json = (title: string, value: unknown): Sample => ({
  title,
  language: 'json',
  code: JSON.stringify(value, null, 2),
});

interface Language {
  title: string;
  language: Sample['language'];
  target: readonly ['python' | 'php' | 'ruby' | 'go', string];
  /** Makes the generated code read the API key from `KEY`, make a new idempotency key, and run on every origin. */
  adapted(code: string): string;
  /** In place of the generator, where that sends the name of a file and not the file. */
  withFile?: (sent: SentFile) => string;
}

/** Stand for the keys until a language reads the one from the environment and makes the other for each run. */
const apiKeyHere = 'API_KEY';
const idempotencyKeyHere = 'IDEMPOTENCY_KEY';

const languages: readonly Language[] = [
  {
    title: 'Python',
    language: 'python',
    target: ['python', 'requests'],
    adapted: (code) =>
      `import os\n${code.includes(idempotencyKeyHere) ? 'import uuid\n' : ''}\n${code
        .replace(`"Bearer ${apiKeyHere}"`, `f"Bearer {os.environ['KEY']}"`)
        .replace(`"${idempotencyKeyHere}"`, 'str(uuid.uuid4())')}`,
  },
  {
    title: 'PHP',
    language: 'php',
    target: ['php', 'curl'],
    adapted: (code) =>
      code
        .replace(`"Authorization: Bearer ${apiKeyHere}"`, '"Authorization: Bearer " . getenv("KEY")')
        .replace(`"Idempotency-Key: ${idempotencyKeyHere}"`, `"Idempotency-Key: " . ${newKey.php}`)
        // The URL has it, and the page puts its own origin there.
        .replace(/^ {2}CURLOPT_PORT => .*\n/m, ''),
    withFile: inPhp,
  },
  {
    title: 'Ruby',
    language: 'ruby',
    target: ['ruby', 'native'],
    adapted: (code) =>
      `${code.includes(idempotencyKeyHere) ? "require 'securerandom'\n" : ''}${code
        .replace(`'Bearer ${apiKeyHere}'`, `"Bearer #{ENV['KEY']}"`)
        .replace(`'${idempotencyKeyHere}'`, newKey.ruby)
        .replace(/^(http = .*)$/m, "$1\nhttp.use_ssl = url.scheme == 'https'")}`,
    withFile: inRuby,
  },
  {
    title: 'Go',
    language: 'go',
    target: ['go', 'native'],
    adapted: (code) =>
      code
        .replace('\t"fmt"\n', `${code.includes(idempotencyKeyHere) ? '\t"crypto/rand"\n' : ''}\t"fmt"\n\t"os"\n`)
        .replace(`"Bearer ${apiKeyHere}"`, '"Bearer "+os.Getenv("KEY")')
        .replace(`"${idempotencyKeyHere}"`, newKey.go),
    withFile: inGo,
  },
];

/** A sample for each language. Throws an Error if the generator fails. */
function inOtherLanguages(example: Example, url: string): Sample[] {
  const { operation, body, file } = example;
  const headers = {
    Authorization: `Bearer ${apiKeyHere}`,
    ...(replays(operation) && { 'Idempotency-Key': idempotencyKeyHere }),
    ...(body && { 'Content-Type': 'application/json' }),
  };
  const snippet = new HTTPSnippet({
    method: operation.method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    queryString: [],
    headersSize: -1,
    bodySize: -1,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    postData: bodyOf(example),
  });
  return languages.map(({ title, language, target: [target, client], adapted, withFile }) => {
    if (file && withFile) {
      const sent = { method: operation.method, url, field: operation.upload?.field ?? '', ...file };
      return { title, language, code: withFile(sent) };
    }
    const code = snippet.convert(target, client);
    const [text] = Array.isArray(code) ? code : [];
    if (typeof text !== 'string') throw new Error(`httpsnippet writes no ${title} for ${operation.name}`);
    return { title, language, code: adapted(text.trim()) };
  });
}

function bodyOf({ operation, body, file }: Example) {
  if (body) return { mimeType: 'application/json', text: JSON.stringify(body) };
  if (!file) return { mimeType: '' };
  const params = [{ name: operation.upload?.field ?? '', fileName: file.name, contentType: file.contentType }];
  return { mimeType: 'multipart/form-data', params };
}
