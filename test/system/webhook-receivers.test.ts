/** Receivers of every kind verify what the service delivers: those of the guide as they stand, and a browser. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildClient } from '../../bin/build/client/package.ts';
import { freePort } from '../../bin/local/engines/ports.ts';
import { deliveredTypes, exampleOfDelivery } from '../../bin/reference/asyncapi/event-schemas.ts';
import { bodyOf, newSecret, signatureHeaders } from '../../lib/delivery/signature.ts';
import type { DeliveredEvent } from '../../lib/resources/webhooks/rules.ts';
import { deliver } from '../../lib/work/deliver-events.ts';
import { newTab, startBrowser } from '../support/browser/browser.ts';
import { listen } from '../support/http/servers.ts';
import { guides } from '../support/reference/blocks.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const receivers = guides().find(({ name }) => name.endsWith('events.md'))?.receivers ?? [];

/** Runs what exports `POST`, as servers of the web's own kind do. */
const host = `
import { createServer } from 'node:http';
import { POST } from './receiver.ts';
createServer(async (incoming, response) => {
  const body = Buffer.concat(await incoming.toArray());
  const request = new Request('http://receiver/', { method: 'POST', headers: incoming.headers, body });
  const status = await POST(request).then(({ status }) => status, () => 401);
  response.writeHead(status).end();
}).listen(Number(process.env.PORT), '127.0.0.1');
`;

const events = deliveredTypes.map((type) => exampleOfDelivery(type) as unknown as DeliveredEvent);

const isHere = (program: string): boolean => {
  try {
    execFileSync(program, [program === 'go' ? 'version' : '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** A command that runs a receiver in a folder of its own. */
function prepared(language: string, code: string): [program: string, ...args: string[]] {
  const folder = temporaryFolder();
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  if (language === 'python') return ['python3', file('receiver.py', code)];
  if (language === 'go') {
    const program = join(folder, 'receiver');
    execFileSync('go', ['build', '-o', program, file('receiver.go', code)], {
      env: { ...process.env, GO111MODULE: 'off' },
    });
    return [program];
  }
  mkdirSync(join(folder, 'node_modules'));
  buildClient(join(folder, 'node_modules/store-commerce-api-client'));
  symlinkSync(join(root, 'test/node_modules/standardwebhooks'), join(folder, 'node_modules/standardwebhooks'));
  file('package.json', '{ "type": "module" }');
  file('receiver.ts', code);
  return [process.execPath, file('host.ts', host)];
}

const secretOf = async (webhook: string) => {
  const { shown, sealed } = await newSecret(webhook);
  return { shown, kept: { sealed, rotation_id: null, created_at: new Date().toISOString().replace(/\.\d+/, '') } };
};

const programs: Readonly<Record<string, string>> = { python: 'python3', go: 'go' };

describe.each(receivers.map((each, index) => ({ ...each, name: `${each.language} ${index + 1}` })))(
  'the receiver of the guide: $name',
  ({ language, code }) => {
    const missing = programs[language] !== undefined && !isHere(programs[language]);
    let child: ChildProcess;
    let url: string;
    let secret: Awaited<ReturnType<typeof secretOf>>;
    let other: Awaited<ReturnType<typeof secretOf>>;
    const output: string[] = [];

    beforeAll(async () => {
      if (missing) return;
      [secret, other] = [await secretOf('whk_1'), await secretOf('whk_1')];
      const [program, ...args] = prepared(language, code);
      const port = await freePort();
      url = `http://127.0.0.1:${port}/`;
      child = spawn(program, args, {
        env: { ...process.env, WEBHOOK_SECRET: secret.shown, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child.stdout?.on('data', (text) => output.push(String(text)));
      await vi.waitFor(() => fetch(url), { timeout: 150_000, interval: 50 });
    });
    afterAll(() => child?.kill('SIGKILL'));

    const webhook = (...secrets: (typeof secret)[]) => ({ id: 'whk_1', url, secrets: secrets.map(({ kept }) => kept) });

    test.skipIf(missing)('takes every type of event', async () => {
      for (const event of events) {
        expect([event.type, await deliver(webhook(secret), event)]).toMatchObject([event.type, { status: 204 }]);
      }
      if (language !== 'ts') {
        await expect.poll(() => output.join('').trim().split('\n')).toEqual(events.map(({ type }) => type));
      }
    });

    test.skipIf(missing)('takes a delivery of a rotation, whichever of both secrets it knows', async () => {
      const [event] = events as [DeliveredEvent];
      expect(await deliver(webhook(other, secret), event)).toMatchObject({ status: 204 });
      expect(await deliver(webhook(secret, other), event)).toMatchObject({ status: 204 });
    });

    test.skipIf(missing)('refuses another secret, a changed byte and an old delivery', async () => {
      const [event] = events as [DeliveredEvent];
      const body = bodyOf(event);
      const now = Math.floor(Date.now() / 1000);
      const post = async (sent: string, timestamp: number, shown: string) =>
        (
          await fetch(url, {
            method: 'POST',
            headers: signatureHeaders({ id: event.id, timestamp, body }, [shown]),
            body: sent,
          })
        ).status;

      expect(await post(body, now, secret.shown)).toBe(204);
      expect(await post(body, now, other.shown)).toBe(401);
      expect(await post(body.replace('"sequence":1', '"sequence":2').replace('_', '-'), now, secret.shown)).toBe(401);
      expect(await post(body, now - 400, secret.shown)).toBe(401);
    });
  },
);

test('there is a receiver with our client, with the standard package, in Python and in Go', () => {
  expect(receivers.map(({ language }) => language)).toEqual(['ts', 'ts', 'python', 'go']);
  expect(receivers[0]?.code).toContain('store-commerce-api-client/webhooks');
  expect(receivers[1]?.code).toContain("from 'standardwebhooks'");
});

test('verifyWebhook runs in Chromium as in Node', async ({ skip }) => {
  const browser = await startBrowser();
  if (!browser) return skip('No browser runs here: set CHROME_PATH to a Chrome');
  const { shown } = await secretOf('whk_1');
  const [event] = events as [DeliveredEvent];
  const body = bodyOf(event);
  const headers = signatureHeaders({ id: event.id, timestamp: Math.floor(Date.now() / 1000), body }, [shown]);
  const [{ text: script = '' } = {}] = buildSync({
    entryPoints: [join(root, 'lib/client/webhooks.ts')],
    ...{ bundle: true, format: 'iife', globalName: 'webhooks', write: false },
  }).outputFiles;
  const page = await newTab(browser);
  // Web Crypto only exists in secure contexts; localhost is one.
  const server = createServer((_, response) => response.end('<title>Receiver</title>'));
  await page.goto((await listen(server)).replace('127.0.0.1', 'localhost'));
  const verified = (sent: string) =>
    page.evaluate(
      `${script}; webhooks.verifyWebhook(${JSON.stringify(sent)}, ${JSON.stringify(headers)}, ${JSON.stringify(shown)}).then(({ id }) => id, ({ name }) => name)`,
    );

  expect(await verified(body)).toBe(event.id);
  expect(await verified(body.replace('_', '-'))).toBe('WebhookVerificationError');
  await browser.close();
  server.close();
});
