/** An upgrade, a rollback and the upgrade again of `npm start --data`, while a store is in use. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ConnectionError } from '../../lib/client/errors.ts';
import { StoreCommerce } from '../../lib/client/store-commerce.ts';
import { lastReleaseFolder } from '../releases/source.ts';
import { listen } from '../support/http/listen.ts';
import { type Running, run, startLocalServerOf } from '../support/http/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');
/** One that is free now, and that no other test asks for while servers follow one another. */
async function freePort(): Promise<string> {
  const server = createServer();
  const { port } = new URL(await listen(server));
  server.close();
  return port;
}

// Other engines than the embedded ones keep their own data.
test.skipIf(process.env.DYNAMODB_ENDPOINT)(
  'no request is refused, and what was acknowledged is there, once',
  async () => {
    const [data, port] = [temporaryFolder(), await freePort()];
    const start = (project: string) => startLocalServerOf(project, '--port', port, '--data', data);
    const last = lastReleaseFolder();
    let server: Running = await start(last);
    const baseUrl = server.url;
    const apiKey = /sk_demo_write\S+/.exec(server.summary)?.[0] ?? '';
    const shop = new StoreCommerce({ apiKey, baseUrl, maxRetries: 0 });
    const issued: string[] = [];
    let isOver = false;

    /** Issues a card, and asks again until it is told what became of it: nobody listens while servers follow one another. */
    async function issueCard(idempotencyKey = randomUUID()): Promise<string> {
      try {
        return (await shop.giftCards.issue({ value: 100, note: idempotencyKey }, { idempotencyKey })).id;
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        await sleep(50);
        return issueCard(idempotencyKey);
      }
    }

    async function issueCards(): Promise<void> {
      while (!isOver) {
        issued.push(await issueCard());
        // Below the rate limit.
        await sleep(300);
      }
    }

    const clients = Promise.all([1, 2, 3].map(issueCards));
    const counts: number[] = [];
    for (const next of [root, last, root]) {
      await Promise.race([sleep(1000), clients]);
      counts.push(issued.length);
      await server.stop();
      server = await start(next);
    }
    await Promise.race([sleep(1000), clients]);
    isOver = true;
    await clients;

    const found: { id: string; note: string | null }[] = [];
    for await (const card of shop.giftCards.list({ limit: 100 })) if (issued.includes(card.id)) found.push(card);
    const audit = await run('bin/operator.ts', ['ledger', 'audit', '--store', 'sto_demo', '--endpoint', baseUrl]);
    await server.stop();
    expect(counts.map((count, index) => count > (counts[index - 1] ?? 0))).toEqual([true, true, true]);
    expect(found.map(({ id }) => id).toSorted()).toEqual(issued.toSorted());
    expect(new Set(found.map(({ note }) => note)).size).toBe(issued.length);
    expect(audit).toMatchObject({ code: 0, stderr: expect.stringMatching(/ 0 found\n$/) });
  },
);
