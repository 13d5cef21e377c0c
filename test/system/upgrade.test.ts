/** An upgrade, a rollback and the upgrade again of `npm start --data`, while a store is in use. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ConnectionError } from '../../lib/client/errors.ts';
import { StoreCommerce } from '../../lib/client/store-commerce.ts';
import { verifyWebhook } from '../../lib/client/webhooks.ts';
import { folderOf, lastRelease } from '../releases/release.ts';
import { invokeAt, type Running, run, startLocalServerOf } from '../support/http/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { importedCard } from '../support/world/move-in.ts';
import { startReceiver } from '../support/world/webhooks.ts';

const root = resolve(import.meta.dirname, '../..');
/** A port that no other test gets while servers follow one another: the system gives higher ones to those who ask for any. */
const quietPort = (): string => String(20_000 + Math.floor(Math.random() * 10_000));

// Other engines than the embedded ones keep their own data.
test.skipIf(process.env.DYNAMODB_ENDPOINT)(
  'no request is refused, and what was acknowledged is there, once',
  async () => {
    const [data, port] = [temporaryFolder(), quietPort()];
    const start = (project: string) => startLocalServerOf(project, '--port', port, '--data', data);
    const last = folderOf(lastRelease());
    let server: Running = await start(last);
    const baseUrl = server.url;
    const apiKey = /sk_demo_write\S+/.exec(server.summary)?.[0] ?? '';
    const shop = new StoreCommerce({ apiKey, baseUrl, maxRetries: 0 });
    const issued: string[] = [];
    let isOver = false;

    /** Issues a card, and asks again until it gets an answer: no server listens while one follows another. */
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
    /** Once the server that is up has issued a few cards, however slow the machine is. */
    const isIssuing = async () => {
      await expect.poll(() => issued.length).toBeGreaterThan((counts.at(-1) ?? 0) + 3);
    };
    const [store_id, card, receiver] = ['sto_demo', importedCard(), await startReceiver()];
    const created: { webhook_id: string; secret: string }[] = [];
    for (const next of [root, last, root]) {
      await Promise.race([isIssuing(), clients]);
      counts.push(issued.length);
      await server.stop();
      server = await start(next);
      // What only a newer release has outlives the time in which an older one serves.
      if (next !== root || created.length > 0) continue;
      await invokeAt(baseUrl, 'import-gift-cards', { store_id, records: [card] });
      created.push(await invokeAt(baseUrl, 'create-webhook', { store_id, url: receiver.url }));
    }
    const [{ webhook_id, secret } = { webhook_id: '', secret: '' }] = created;
    const balance = await invokeAt(baseUrl, 'get-gift-card-balance', { store_id, code: card.code });
    await invokeAt(baseUrl, 'test-webhook', { store_id, webhook_id });
    const tested = receiver.received.find(({ body }) => body.includes('webhook.test'));
    await Promise.race([isIssuing(), clients]);
    isOver = true;
    await clients;

    const found: { id: string; note: string | null }[] = [];
    for await (const card of shop.giftCards.list({ limit: 100 })) if (issued.includes(card.id)) found.push(card);
    const audit = await run('bin/operator.ts', ['ledger', 'audit', '--store', 'sto_demo', '--endpoint', baseUrl]);
    await server.stop();
    expect(balance).toMatchObject({ balance: card.balance });
    expect(await verifyWebhook(tested?.body ?? '', tested?.headers ?? {}, secret)).toMatchObject({ data: {} });
    expect(counts.map((count, index) => count > (counts[index - 1] ?? 0))).toEqual([true, true, true]);
    expect(found.map(({ id }) => id).toSorted()).toEqual(issued.toSorted());
    expect(new Set(found.map(({ note }) => note)).size).toBe(issued.length);
    expect(audit).toMatchObject({ code: 0, stdout: expect.stringMatching(/ 0 found\n$/) });
  },
);
