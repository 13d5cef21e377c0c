/** How the local server starts, fails to start, ends, and keeps its data. */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { curlLines, pasted } from '../support/http/curl-lines.ts';
import { type Running, run, startLocalServer } from '../support/http/local-server.ts';
import { listen } from '../support/http/servers.ts';
import { isRunning } from '../support/machine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a start that cannot succeed ends with one line', () => {
  test('where the port is in use', async () => {
    const other = createServer();
    const { port } = new URL(await listen(other));
    onTestFinished(() => void other.close());

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
    [
      ['--engine-port', '65534'],
      'The engines have three ports up to 65535, so --engine-port must be 0 to 65533, not 65534',
    ],
    [['--engines', '0.0.0.0'], '--engines takes one IP address of this machine, like 172.17.0.1, not 0.0.0.0'],
  ])('for %j', async (options, line) => {
    expect(await run('bin/local.ts', ['--port', '0', ...options])).toEqual({
      code: 1,
      stdout: '',
      stderr: `${line}\n`,
    });
  });

  test.each([
    ['DYNAMODB_ENDPOINT', 'localhost', 'DYNAMODB_ENDPOINT must be a URL like http://localhost:8000, not localhost'],
    ['SES_ENDPOINT', 'http://127.0.0.1:1', 'Nothing answers at http://127.0.0.1:1 (ECONNREFUSED): check SES_ENDPOINT'],
    [
      'DYNAMODB_ENDPOINT',
      'http://127.0.0.1:1',
      'Nothing answers at http://127.0.0.1:1 (ECONNREFUSED): check DYNAMODB_ENDPOINT',
    ],
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

// Other engines than the embedded ones keep their own data.
describe.skipIf(process.env.DYNAMODB_ENDPOINT)('a data folder', () => {
  const data = temporaryFolder();
  const options = ['--data', data];
  const recipient = 'restart@example.com';
  /** Of no card of the demo store: its events come for a while after the start. */
  const value = 777;
  const patience = { timeout: 150_000, interval: 50 };

  /** What a server has of what was there first, and of what `put` adds. */
  async function shown(running: Running) {
    const read = async (what: Request | string) => (await fetch(what)).json();
    const [list = ''] = curlLines(running);
    const mails = (await read(`${running.url}/mail/messages.json`)) as { data: { to: string[] }[] };
    const events = (await read(`${running.url}/events/messages.json`)) as { detail: { data: { amount?: number } } }[];
    return {
      addresses: ((await read(pasted(list))) as { data: unknown[] }).data,
      mails: mails.data.filter(({ to }) => to.includes(recipient)),
      events: events.filter(({ detail }) => detail.data.amount === value),
    };
  }

  /** Creates an address, and a gift card with an email and an event. */
  async function put(running: Running) {
    const { url, summary } = running;
    const [, create = ''] = curlLines(running);
    await fetch(`${url}/api/v1/gift-cards/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${/sk_demo_write\S+/.exec(summary)?.[0]}` },
      body: JSON.stringify({ value, recipient_email: recipient }),
    });
    return (await fetch(pasted(create))).json();
  }

  /** Ends a server, and waits until nothing of it runs. */
  async function endBy(signal: NodeJS.Signals, { stop, engines }: Running) {
    const ended = await stop(signal);
    await vi.waitUntil(() => !engines.some((pid) => isRunning(pid)), patience);
    return ended;
  }

  const story = async () => {
    await writeFile(join(data, 'notes.txt'), 'mine');
    const first = await startLocalServer(...options, '--clock', '8031-01-31T09:00:00Z');
    const empty = await shown(first);
    const created = await put(first);
    const before = await vi.waitUntil(async () => {
      const now = await shown(first);
      return now.mails.length > 0 && now.events.length > 0 && now;
    }, patience);
    const interrupted = await endBy('SIGINT', first);

    const second = await startLocalServer(...options);
    const afterInterruption = await shown(second);
    const third = await run('bin/local.ts', ['--port', '0', ...options, '--fresh']);
    const whileRefused = await shown(second);
    await endBy('SIGKILL', second);

    const fourth = await startLocalServer(...options);
    const afterKill = await shown(fourth);
    const terminated = await endBy('SIGTERM', fourth);

    const fifth = await startLocalServer(...options, '--fresh');
    const afterFresh = await shown(fifth);
    const { now } = (await (await fetch(`${fifth.url}/clock/`)).json()) as { now: string };
    await fifth.stop();
    return {
      ...{ empty, created, before, interrupted, afterInterruption, third, whileRefused, afterKill, terminated },
      ...{ afterFresh, now },
    };
  };
  let seen: Awaited<ReturnType<typeof story>>;
  beforeAll(async () => {
    seen = await story();
  });

  test('keeps its data, and emails and events each once, over a restart and after a kill', () => {
    expect(seen.before).toMatchObject({ mails: [{}], events: [{}] });
    expect(seen.before.addresses).toContainEqual(seen.created);
    expect(seen.afterInterruption).toEqual(seen.before);
    expect(seen.afterKill).toEqual(seen.before);
  });

  test('is left by a server that is interrupted or terminated without a process or a message', () => {
    expect([seen.interrupted, seen.terminated]).toMatchObject(Array(2).fill({ code: 0, stderr: '' }));
  });

  test("is one server's at a time", () => {
    expect(seen.third).toEqual({
      code: 1,
      stdout: '',
      stderr: `Another server uses the data folder ${data}: stop it, or choose another with --data\n`,
    });
    expect(seen.whileRefused).toEqual(seen.before);
  });

  test('is emptied by --fresh of what a server has kept there, and of nothing else', async () => {
    expect(seen.afterFresh.addresses).toHaveLength(seen.empty.addresses.length);
    expect(seen.afterFresh.mails).toEqual([]);
    expect(seen.now < '8031').toBe(true);
    expect(await readFile(join(data, 'notes.txt'), 'utf8')).toBe('mine');
  });
});
