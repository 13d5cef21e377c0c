/** How the local server starts, fails to start, ends, and keeps its data. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { curlLines, pasted } from '../support/http/curl-lines.ts';
import { type Running, run, startLocalServer, useLocalServer } from '../support/http/local-server.ts';
import { isRunning } from '../support/machine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const server = useLocalServer();

/** Options that only the embedded engines use. */
const ofEngines: [string[], string][] = [
  [['--engine-port', '65535'], 'The engines have three ports up to 65535, so 65536 is too high'],
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
    [['--fresh'], '--fresh needs --data: memory is empty at every start'],
    [['--clock', 'noon'], '--clock must be a time such as 2027-01-31T09:00:00Z, not noon'],
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
    ['mails.jsonl', /^Cannot read .*mails\.jsonl \(.*\): start again with --fresh\n$/],
    ['events.jsonl', /^Cannot read .*events\.jsonl \(.*\): start again with --fresh\n$/],
    ['clock.json', /^.*clock\.json holds no clock: choose a time with --clock, or start again with --fresh\n$/],
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
    expect(ended.stderr).toBe('Unknown option --prot: did you mean --port? (see npm start -- --help)\n');
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
test.skipIf(process.env.DYNAMODB_ENDPOINT)('a data folder keeps its data', async () => {
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
  test("is one server's at a time, and free once it is gone", async () => {
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

  test('keeps emails and events over a restart, each once', async () => {
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
      const messages = (await (await fetch(`${url}/events/messages.json`)).json()) as {
        detail: { object: { id: string } };
      }[];
      return {
        mails: sent.data.filter(({ to }) => to.includes('restart@example.com')),
        events: messages.filter(({ detail }) => detail.object.id === id),
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
