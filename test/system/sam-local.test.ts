/**
 * What `sam local` needs, without Docker: engines that containers reach, and each function as the template and the variables' file
 * make it, run from its bundle in a process that finds nothing else.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleFile } from '../../bin/build/bundles.ts';
import type { Template } from '../../infra/access-table.ts';
import { proxyEvent } from '../../lib/gateway/proxy-event.ts';
import { createCustomerAddress, listCustomerAddresses } from '../../lib/resources/customer-addresses/operations.ts';
import { startDigitalFileUpload } from '../../lib/resources/digital-files/operations.ts';
import { functionFiles } from '../../lib/resources/function-files.ts';
import { issueGiftCard } from '../../lib/resources/gift-cards/operations.ts';
import { unsubscribe } from '../../lib/resources/pages.ts';
import { restockVariant } from '../../lib/resources/waitlist/functions.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { bundles, samLocal, template } from '../support/aws/template.ts';
import { type Running, run, startLocalServer } from '../support/http/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** An address of this machine that is not the one engines listen on anyway. */
const address =
  Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.2';

type Variables = Record<string, string>;

let server: Running;
let overrides: Variables;
let sam: Template;
let folder: string;

beforeAll(async () => {
  const file = join(temporaryFolder(), 'env.json');
  server = await startLocalServer('--engines', address, '--env-vars', file);
  overrides = JSON.parse(readFileSync(file, 'utf8')).Parameters;
  sam = await template(samLocal);
  ({ folder } = await bundles());
});

afterAll(() => server.stop());

/** The variables of a function as `sam local` gives them: of those that the template declares, the file's come first. */
function variablesOf(name: string): Record<string, unknown> {
  const [declared = {}] = Object.values(sam.Resources).flatMap(
    ({ Type, Properties: { FunctionName, Environment } = {} }) =>
      Type === 'AWS::Lambda::Function' && FunctionName === `StoreCommerceApi-${name}`
        ? [(Environment as { Variables: Record<string, unknown> }).Variables]
        : [],
  );
  return Object.fromEntries(Object.entries(declared).map(([key, value]) => [key, overrides[key] ?? value]));
}

test.each([...functionFiles.keys()])('every variable of %s has a value that is not a reference', (name) => {
  const variables = variablesOf(name);

  expect(Object.entries(variables).filter(([, value]) => typeof value !== 'string')).toEqual([]);
  expect(variables).toMatchObject({ STORE_TABLE: 'StoreCommerceApi', S3_FORCE_PATH_STYLE: 'true' });
});

const isOfEngine = (name: string) => /^AWS_ENDPOINT_URL_|_QUEUE_URL$/.test(name);

test('no function is left with an engine elsewhere', () => {
  const elsewhere = [...functionFiles.keys()].flatMap((name) =>
    Object.entries(variablesOf(name)).filter(
      ([key, value]) => isOfEngine(key) && new URL(String(value)).hostname !== address,
    ),
  );

  expect(elsewhere).toEqual([]);
});

const program = `
  const [bundle, event] = process.argv.slice(1);
  const { handler } = await import(bundle);
  const context = { functionName: 'f', awsRequestId: 'r', getRemainingTimeInMillis: () => 29_000 };
  process.stdout.write('\\n' + JSON.stringify(await handler(JSON.parse(event), context)));
  process.exit();
`;

/** Runs a function from its bundle, in a process with its variables and those that `sam local` sets, of which the declared ones come first. */
async function invoke(name: string, event: object) {
  const env = {
    AWS_LAMBDA_FUNCTION_NAME: `StoreCommerceApi-${name}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'defaultkey',
    AWS_SECRET_ACCESS_KEY: 'defaultsecret',
    AWS_SESSION_TOKEN: 'of this machine',
    ...variablesOf(name),
  } as Variables;
  const bundle = `file://${join(folder, name, bundleFile)}`;
  const args = ['--input-type=module', '-e', program, bundle, JSON.stringify(event)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/** Runs the function behind a route for a request with the demo store's key. */
async function request(operation: Operation, pathParameters: Variables, body: Buffer | object = Buffer.alloc(0)) {
  const event = proxyEvent(operation, pathParameters, {
    method: operation.method,
    target: operation.path,
    headers: [['authorization', `Bearer ${/sk_demo_write\S+/.exec(server.summary)?.[0]}`]],
    body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
  });
  const { statusCode, body: text } = await invoke(operation.name, event);
  return { status: statusCode, body: JSON.parse(text) };
}

describe('a function in a container', () => {
  test('finds the tables', async () => {
    expect(await request(listCustomerAddresses, { id: 'cus_ada' })).toMatchObject({
      status: 200,
      body: { data: expect.arrayContaining([expect.objectContaining({ first_name: 'Ada' })]) },
    });
  });

  test('refuses a body that is no UTF-8', async () => {
    expect(await request(createCustomerAddress, { id: 'cus_ada' }, Buffer.from('{"city":"\xff"}', 'latin1'))).toEqual({
      status: 400,
      body: { error: 'Invalid JSON body', code: 'INVALID_JSON' },
    });
  });

  test('finds the bucket, and signs links that this machine can follow', async () => {
    const path = { id: 'pro_book', variant_id: 'prv_book' };
    const { status, body } = await request(startDigitalFileUpload, path, { file_name: 'a.txt', file_size: 5 });
    const put = await fetch(body.parts[0].url, { method: 'PUT', body: 'hello' });

    expect([status, put.status]).toEqual([201, 200]);
    expect(body.parts[0].url).toContain(`${server.url}/`);
  });

  test('finds the queues, which the local server works off', async () => {
    const recipient_email = 'sam@example.com';
    const issued = await request(issueGiftCard, {}, { value: 500, recipient_email });
    const restocked = await invoke(restockVariant.name, {
      store_id: 'sto_demo',
      product_id: 'pro_teapot',
      variant_id: 'prv_teapotsmall',
      restock_id: 'from-a-container',
    });
    const mails = async () => (await fetch(`${server.url}/mail/messages.json`)).text();

    expect(issued.status).toBe(201);
    expect(restocked).toMatchObject({ notifying: expect.any(Number) });
    await expect.poll(mails, { interval: 500 }).toContain(recipient_email);
  });

  test('reads the unsubscribe link of an email that the local server has sent', async () => {
    const links = async () =>
      (await (await fetch(`${server.url}/mail/messages.json`)).text()).match(/(?<="<)http[^"]+(?=>")/g);
    await expect.poll(links, { interval: 500 }).toBeTruthy();
    const [link = ''] = (await links()) ?? [];
    const { pathname, search } = new URL(link);
    const post = { method: 'POST', target: pathname + search, headers: [], body: Buffer.alloc(0) } as const;

    const { statusCode, body } = await invoke(unsubscribe.name, proxyEvent({ ...unsubscribe, ...post }, {}, post));

    expect(link.startsWith(`${server.url}/`)).toBe(true);
    expect(statusCode).toBe(200);
    expect(body).toContain('<h1>You have left all waitlists of Demo store</h1>');
  });
});

describe('engines', () => {
  test('are on the ports that are asked for, where the template looks for them without a file', async () => {
    const file = join(temporaryFolder(), 'env.json');
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const other = await startLocalServer('--engine-port', String(first), '--env-vars', file);
    const { Parameters } = JSON.parse(readFileSync(file, 'utf8'));
    await other.stop();
    const places = Object.entries(Parameters as Variables)
      .filter(([name]) => isOfEngine(name))
      .map(([name, value]) => [name, value.replace(/:\d+/, (port) => `:${Number(port.slice(1)) - first + 8000}`)]);

    const declared = await template(samLocal);
    for (const { Type, Properties } of Object.values(declared.Resources)) {
      if (Type !== 'AWS::Lambda::Function') continue;
      expect(Properties?.Environment).toMatchObject({ Variables: Object.fromEntries(places) });
    }
  });

  test.each([
    ['0.0.0.0', /^--engines takes one IP address of this machine, like 172\.17\.0\.1, not 0\.0\.0\.0\n$/],
    ['localhost', /^--engines takes one IP address .*\n$/],
    ['192.0.2.1', /^The engines cannot listen on 192\.0\.2\.1: .*\n$/],
  ])('are not opened to %s', async (where, message) => {
    const ended = await run('bin/local.ts', ['--port', '0', '--engines', where]);

    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
  });

  test('say in one line that a port is taken', async () => {
    const ended = await run('bin/local.ts', ['--port', '0', '--engine-port', new URL(server.url).port]);

    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^No engine can listen on port \d+ \(.*EADDRINUSE.*\): choose with --engine-port\n$/);
  });
});

test('a variables’ file is there only once the server is', async () => {
  const file = join(temporaryFolder(), 'env.json');
  writeFileSync(file, 'from before');

  const ended = await run('bin/local.ts', ['--port', new URL(server.url).port, '--env-vars', file]);

  expect(ended.code).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe('from before');
});
