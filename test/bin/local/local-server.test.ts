import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, run, startLocalServer } from '../../support/http/local-server.ts';
import { isRunning } from '../../support/machine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let server: Running;

beforeAll(async () => {
  server = await startLocalServer();
});

afterAll(async () => {
  await server.stop();
});

/** A command line of curl as the request it makes. */
function pasted(commandLine: string): Request {
  const words = [...commandLine.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const headers = new Headers();
  let body: string | undefined;
  for (const [index, word] of words.entries()) {
    const value = words[index + 1] ?? '';
    if (word === '-H') headers.append(value.split(': ', 1)[0] ?? '', value.slice(value.indexOf(': ') + 2));
    if (word === '-d') body = value;
  }
  const url = words.find((word) => word.startsWith('http')) ?? '';
  return body === undefined ? new Request(url, { headers }) : new Request(url, { headers, body, method: 'POST' });
}

const curlLines = ({ summary }: Running): string[] =>
  [...summary.replaceAll('\\\n', ' ').matchAll(/^\s*(curl .*)$/gm)].map(([, line = '']) => line);

const client = ({ url }: Running) =>
  new LambdaClient({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    maxAttempts: 1,
  });

const resultOf = (payload: Uint8Array | undefined) => JSON.parse(Buffer.from(payload ?? []).toString());

describe('the summary', () => {
  test('names commands that work as pasted, again and again', async () => {
    const lines = curlLines(server);
    expect(lines).toHaveLength(3);

    const statuses = [];
    for (const line of [...lines, ...lines]) statuses.push((await fetch(pasted(line))).status);

    expect(statuses).toEqual([200, 201, 200, 200, 201, 200]);
  });
});

describe('every answer', () => {
  const invocation = '/2015-03-31/functions/StoreCommerceApi-list-stores/invocations';

  test.each<[string, string, RequestInit?]>([
    ...['/', '/docs/', '/docs/none.html', '/mail/', '/mail/messages.json', '/events/', '/events/page.js'].map(
      (path): [string, string] => [path, path],
    ),
    ...['/events/messages.json', '/clock/', '/media/none.png', '/store-commerce-api/none', '/none'].map(
      (path): [string, string] => [path, path],
    ),
    ['an invocation', invocation, { method: 'POST' }],
    ['a refusal', '/', { headers: { Origin: 'https://evil.test' } }],
  ])('is kept by nobody, and neither framed nor taken for something that runs: %s', async (_, path, init) => {
    const { headers } = await fetch(server.url + path, init);

    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      // The reference says `no-cache`, as it does on AWS.
      'cache-control': expect.stringMatching(/^no-(?:store|cache)$/),
      'content-security-policy': expect.stringMatching(/^default-src 'none'; (.*frame-ancestors 'none'|sandbox)$/),
    });
  });
});

describe('under /media/', () => {
  const authorization = () => ({ Authorization: `Bearer ${/sk_demo_write\S+/.exec(server.summary)?.[0]}` });

  const uploaded = async (path: string, field: string, bytes: Buffer) => {
    const body = new FormData();
    body.append(field, new Blob([bytes]), 'photo.jpg');
    const method = field === 'image' ? 'PUT' : 'POST';
    const response = await fetch(`${server.url}${path}`, { method, headers: authorization(), body });
    return (await response.json()) as { id: string; image: { url: string } };
  };

  const photo = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(100)]);

  test('a photo is served to keep, and in part', async () => {
    const { image } = await uploaded('/api/v1/sites/sit_demo/gift-options/gft_box/image/', 'image', photo);
    const url = `${server.url}${image.url}`;
    const [whole, part] = await Promise.all([fetch(url), fetch(url, { headers: { Range: 'bytes=0-3' } })]);

    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(whole.headers.get('cache-control')).toContain('immutable');
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(photo);
    expect([part.status, await part.text()]).toEqual([206, photo.subarray(0, 4).toString()]);
  });

  test('nothing else is found: neither what is not there nor a digital file', async () => {
    const file = await uploaded('/api/v1/products/pro_book/variants/prv_book/digital-files/', 'file', photo);
    const paths = ['nothing.jpg', '%zz', `..%2ffiles%2fsto_demo%2f${file.id}`];
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(`${server.url}/media/${path}`)).status));

    expect(file.id).toMatch(/^pdf_/);
    expect(statuses).toEqual([404, 404, 404]);
  });
});

describe("Lambda's Invoke API", () => {
  const payload = JSON.stringify({ store_id: 'sto_invoked', name: 'Invoked', currency: 'EUR' });

  test('answers with the result', async () => {
    const response = await client(server).send(
      new InvokeCommand({ FunctionName: 'StoreCommerceApi-create-store', Payload: payload }),
    );

    expect(response.StatusCode).toBe(200);
    expect(response.FunctionError).toBeUndefined();
    expect(response.ExecutedVersion).toBe('$LATEST');
    expect(resultOf(response.Payload)).toMatchObject({ id: 'sto_invoked', currency: 'EUR' });
  });

  test('takes a function by its ARN', async () => {
    const FunctionName = 'arn:aws:lambda:eu-west-1:123456789012:function:StoreCommerceApi-create-store:$LATEST';
    const response = await client(server).send(new InvokeCommand({ FunctionName, Payload: payload }));

    expect(resultOf(response.Payload)).toMatchObject({ id: 'sto_invoked' });
  });

  test('reports a refusal as a function error', async () => {
    const response = await client(server).send(
      new InvokeCommand({ FunctionName: 'StoreCommerceApi-create-store', Payload: '{"name":"x"}' }),
    );

    expect(response.StatusCode).toBe(200);
    expect(response.FunctionError).toBe('Unhandled');
    expect(resultOf(response.Payload)).toEqual({
      errorType: 'MISSING_FIELD',
      errorMessage: 'currency is required',
      trace: [],
    });
  });

  test('runs an event without waiting for it', async () => {
    const store_id = 'sto_event';
    const event = await client(server).send(
      new InvokeCommand({
        FunctionName: 'StoreCommerceApi-create-store',
        InvocationType: 'Event',
        Payload: JSON.stringify({ store_id, name: 'Event', currency: 'EUR' }),
      }),
    );
    expect(event.StatusCode).toBe(202);

    const createKey = () =>
      client(server).send(
        new InvokeCommand({
          FunctionName: 'StoreCommerceApi-create-api-key',
          Payload: JSON.stringify({ store_id, name: 'key', permission: 'Read' }),
        }),
      );
    await expect.poll(async () => (await createKey()).FunctionError).toBeUndefined();
  });

  test('runs nothing in a dry run', async () => {
    const response = await client(server).send(
      new InvokeCommand({ FunctionName: 'StoreCommerceApi-create-store', InvocationType: 'DryRun' }),
    );

    expect(response.StatusCode).toBe(204);
  });

  test.each(['StoreCommerceApi-nothing', 'Another-create-store', 'create-store'])(
    'does not know %s',
    async (FunctionName) => {
      const unknown = client(server).send(new InvokeCommand({ FunctionName }));

      await expect(unknown).rejects.toThrow(ResourceNotFoundException);
      await expect(unknown).rejects.toThrow('Function not found: arn:aws:lambda:');
    },
  );

  test('refuses a payload that is no JSON', async () => {
    const refused = client(server).send(
      new InvokeCommand({ FunctionName: 'StoreCommerceApi-create-store', Payload: '{' }),
    );

    await expect(refused).rejects.toMatchObject({ name: 'InvalidRequestContentException' });
  });
});

describe("the operator's command line", () => {
  const store = (...args: string[]) => run('bin/operator.ts', [...args, '--endpoint', server.url]);

  test('creates a store and a key that works, and revokes it', async () => {
    const created = await store('store', 'create', '--name', 'Mine', '--currency', 'USD', '--json');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const { id } = JSON.parse(created.stdout);

    const keyed = await store('keys', 'create', '--store', id, '--name', 'k', '--permission', 'Read', '--json');
    const { api_key, key_id } = JSON.parse(keyed.stdout);
    const answer = await fetch(`${server.url}/api/v1/customers/cus_none/addresses/`, {
      headers: { Authorization: `Bearer ${api_key}` },
    });
    expect(answer.status).toBe(404);

    const revoked = await store('keys', 'revoke', '--store', id, '--key', key_id);
    expect(revoked.code).toBe(0);
    expect(revoked.stdout).toContain(key_id);
  });

  test('says in one line what is wrong', async () => {
    const refused = await store('keys', 'revoke', '--store', 'sto_demo', '--key', 'key_none');
    const incomplete = await store('keys', 'revoke', '--store', 'sto_demo');
    const unknown = await store('keys', 'lose');

    expect(refused).toEqual({ code: 1, stdout: '', stderr: 'NOT_FOUND: Resource not found\n' });
    expect(incomplete).toMatchObject({ code: 2, stderr: expect.stringMatching(/^--key is required .*\n$/) });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/^There is no command keys lose .*\n$/) });
  });

  test('shows its usage', async () => {
    expect(await run('bin/operator.ts', ['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Usage:'),
    });
  });
});

/** Options that only the embedded engines heed. */
const ofEngines: [string[], string][] = [
  [['--engine-port', '65535'], 'The engines have three ports up to 65535: 65536 is none'],
  [['--engines', '0.0.0.0'], '--engines takes one IP address of this machine, like 172.17.0.1, not 0.0.0.0'],
];

describe('a start that cannot succeed ends with one line', () => {
  test('where the port is in use', async () => {
    const { port } = new URL(server.url);

    const ended = await run('bin/local.ts', ['--port', port]);

    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toBe(`Port ${port} is in use: stop what listens there, or choose another with --port\n`);
  });

  test('where the data folder cannot be written', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'file');
    await writeFile(file, '');

    const ended = await run('bin/local.ts', ['--port', '0', '--data', join(file, 'data')]);

    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^Cannot write to the data folder .*\n$/);
  });

  test.each([
    [['--fresh'], '--fresh goes with --data: what is kept in memory is always fresh'],
    [['--clock', 'noon'], '--clock takes a time like 2027-01-31T09:00:00Z, not noon'],
    [['--event-webhook', 'shop'], '--event-webhook must be a URL like http://localhost:8000, not shop'],
    ...(process.env.DYNAMODB_ENDPOINT ? [] : ofEngines),
  ])('for %j', async (options, line) => {
    expect(await run('bin/local.ts', ['--port', '0', ...options])).toEqual({
      code: 1,
      stdout: '',
      stderr: `${line}\n`,
    });
  });

  test.each([
    ['DYNAMODB_ENDPOINT', 'localhost', 'DYNAMODB_ENDPOINT must be a URL like http://localhost:8000, not localhost'],
    ['SES_ENDPOINT', 'http://127.0.0.1:1', 'Nothing answers at http://127.0.0.1:1 (bad port): check SES_ENDPOINT'],
    ['DYNAMODB_ENDPOINT', 'http://127.0.0.1:1', 'connect ECONNREFUSED 127.0.0.1:1: check the *_ENDPOINT variables'],
  ])('where %s is %s', async (variable, value, line) => {
    const ended = await run('bin/local.ts', ['--port', '0'], { ...process.env, [variable]: value });

    expect(ended).toEqual({ code: 1, stdout: '', stderr: `${line}\n` });
  });

  test.skipIf(process.env.DYNAMODB_ENDPOINT).each([
    ['tables.sqlite', /^DynamoDB did not start: .*\n$/],
    ['fauxqs.db', /^The S3 and SQS engine did not start: .*\n$/],
    ['objects', /^The S3 and SQS engine did not start: .*\n$/],
    ['mails.jsonl', /^Cannot read .*mails\.jsonl \(.*\): begin anew with --fresh\n$/],
    ['events.jsonl', /^Cannot read .*events\.jsonl \(.*\): begin anew with --fresh\n$/],
    ['clock.json', /^.*clock\.json holds no clock: choose a time with --clock, or begin anew with --fresh\n$/],
  ])('where the data folder has another kind of %s', async (name, line) => {
    const data = temporaryFolder();
    await writeFile(join(data, name), `${'Neither a folder nor a database. '.repeat(10)}\n`);

    const ended = await run('bin/local.ts', ['--port', '0', '--data', data]);

    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(line);
  });

  test('where an option is unknown', async () => {
    const ended = await run('bin/local.ts', ['--prot', '1']);

    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^Unknown option '--prot'.*see npm start -- --help\)\n$/);
  });

  test.each(['65536', 'none'])('where the port is %s', async (PORT) => {
    const ended = await run('bin/local.ts', [], { ...process.env, PORT });

    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^The port must be 0 to 65535, not .*\n$/);
  });
});

describe('no process is left behind', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('by %s', async (signal) => {
    const started = await startLocalServer();

    const ended = await started.stop(signal);

    if (signal !== 'SIGKILL') expect(ended).toMatchObject({ code: 0, stderr: '' });
    await expect.poll(() => started.engines.some((pid) => isRunning(pid))).toBe(false);
  });
});

// Other engines than the embedded ones keep their own data.
test.skipIf(process.env.DYNAMODB_ENDPOINT)('a data folder keeps what was written', async () => {
  const data = temporaryFolder();
  const first = await startLocalServer('--data', data);
  const [list = '', create = ''] = curlLines(first);
  const created = await (await fetch(pasted(create))).json();
  const before = (await (await fetch(pasted(list))).json()) as { data: unknown[] };
  await first.stop();

  const second = await startLocalServer('--data', data);
  const [listAgain = ''] = curlLines(second);
  const after = await (await fetch(pasted(listAgain))).json();
  await second.stop();

  expect(before.data).toContainEqual(created);
  expect(after).toEqual(before);
});

describe.skipIf(process.env.DYNAMODB_ENDPOINT)('a data folder', () => {
  test("is one server's at a time, and nobody's once it is gone", async () => {
    const data = temporaryFolder();
    const first = await startLocalServer('--data', data);
    const second = await run('bin/local.ts', ['--port', '0', '--data', data, '--fresh']);
    const answers = await fetch(pasted(curlLines(first)[0] ?? ''));
    await first.stop('SIGKILL');
    await expect.poll(() => first.engines.some((pid) => isRunning(pid))).toBe(false);
    const third = await startLocalServer('--data', data);
    await third.stop();

    expect(second).toEqual({
      code: 1,
      stdout: '',
      stderr: `Another server uses the data folder ${data}: stop it, or choose another with --data\n`,
    });
    expect(answers.status).toBe(200);
  });

  test('keeps mails and events over a restart, each once', async () => {
    const data = temporaryFolder();
    const first = await startLocalServer('--data', data);
    const issued = await fetch(`${first.url}/api/v1/gift-cards/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${/sk_demo_write\S+/.exec(first.summary)?.[0]}` },
      body: JSON.stringify({ value: 700, recipient_email: 'restart@example.com' }),
    });
    const { id } = (await issued.json()) as { id: string };
    const shown = async ({ url }: Running) => {
      const sent = (await (await fetch(`${url}/mail/messages.json`)).json()) as { data: { to: string[] }[] };
      const told = (await (await fetch(`${url}/events/messages.json`)).json()) as {
        detail: { object: { id: string } };
      }[];
      return {
        mails: sent.data.filter(({ to }) => to.includes('restart@example.com')),
        events: told.filter(({ detail }) => detail.object.id === id),
      };
    };
    const isShown = async () => {
      const { mails, events } = await shown(first);
      return mails.length === 1 && events.length === 1;
    };
    await expect.poll(isShown).toBe(true);
    const before = await shown(first);
    await first.stop('SIGKILL');

    const second = await startLocalServer('--data', data);
    const after = await shown(second);
    await second.stop();

    expect(after).toEqual(before);
  });

  test('is emptied by --fresh of what a server has kept there, and of nothing else', async () => {
    const data = temporaryFolder();
    await writeFile(join(data, 'notes.txt'), 'mine');
    const first = await startLocalServer('--data', data, '--clock', '8031-01-31T09:00:00Z');
    const [list = '', create = ''] = curlLines(first);
    const before = (await (await fetch(pasted(list))).json()) as { data: unknown[] };
    await fetch(pasted(create));
    await first.stop();

    const fresh = await startLocalServer('--data', data, '--fresh');
    const after = (await (await fetch(pasted(curlLines(fresh)[0] ?? ''))).json()) as { data: unknown[] };
    const { now } = (await (await fetch(`${fresh.url}/clock/`)).json()) as { now: string };
    await fresh.stop();

    expect(after.data).toHaveLength(before.data.length);
    expect(now < '8031').toBe(true);
    expect(await readFile(join(data, 'notes.txt'), 'utf8')).toBe('mine');
  });
});
