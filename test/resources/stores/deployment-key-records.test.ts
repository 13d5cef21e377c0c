/** A stack with another key than that of its table: its functions fail, and nothing is taken for unknown or kept under the wrong key. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getGiftCardBalance, holdGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import { importGiftCards, listImportedGiftCards } from '../../../lib/resources/move-in/functions.ts';
import { createWebhook, rotateWebhookSecret, testWebhook } from '../../../lib/resources/webhooks/functions.ts';
import { forgetAll } from '../../../lib/runtime/collections.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { migrationStates } from '../../../lib/work/migrate.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { deleteItem } from '../../support/aws/changed-items.ts';
import { isolateTables, itemsOf } from '../../support/aws/table-contents.ts';
import { handlerOf } from '../../support/handlers.ts';
import { invoke } from '../../support/invoke.ts';
import { holdOf } from '../../support/world/checkout.ts';
import { importCards, importedCard } from '../../support/world/move-in.ts';
import { deliver, newEvent, newWebhook, startReceiver } from '../../support/world/webhooks.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';

isolateTables('test');
afterEach(forgetAll);

/** Functions of a stack with this key start. */
function startWith(key: string): void {
  vi.stubEnv('DEPLOYMENT_KEY', key);
  forgetAll();
}

const marks = async () => (await itemsOf(storeTable())).filter(({ pk }) => pk === keys.deploymentKey.pk);

const removeMark = () => deleteItem(keys.deploymentKey);

/** A store with an imported card and a webhook. */
async function keptStore() {
  const world = await newWorld();
  const { store } = world;
  const card = importedCard();
  await importCards(world, [card]);
  const { url, received } = await startReceiver();
  const webhook = await newWebhook(world, { url });
  return { world, store_id: store.id, code: card.code, webhook, received };
}

describe('under another key', () => {
  test.each([
    ['a balance', getGiftCardBalance, ({ code }: Kept) => ({ code })],
    ['a hold', holdGiftCard, ({ world, code }: Kept) => holdOf(world, code)],
    ['an import', importGiftCards, () => ({ records: [importedCard()] })],
    ['a look at imported codes', listImportedGiftCards, ({ code }: Kept) => ({ codes: [code] })],
    ['a new webhook', createWebhook, () => ({ url: 'http://127.0.0.1:9/events' })],
    ['a new secret', rotateWebhookSecret, ({ webhook }: Kept) => ({ ...webhook, rotation_id: 'r' })],
    ['a test of a webhook', testWebhook, ({ webhook }: Kept) => webhook],
  ])('%s fails, and changes nothing', async (_, invocable, payload) => {
    const kept = await keptStore();
    const before = await itemsOf(storeTable());
    startWith('another');

    const given = { store_id: kept.store_id, ...payload(kept) } as never;
    expect(await invoke(invocable as typeof getGiftCardBalance, given)).toMatchObject({ errorType: 'INTERNAL_ERROR' });
    expect(await itemsOf(storeTable())).toEqual(before);
    startWith('this');
  });

  type Kept = Awaited<ReturnType<typeof keptStore>>;

  test('a guess is not counted, the log has the cause, and the right key is then found right', async () => {
    startWith('this');
    const { store_id, code } = await keptStore();
    const lines: string[] = [];
    vi.stubEnv('LOG_LEVEL', 'info');
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);

    startWith('another');
    for (let times = 1; times <= 12; times += 1) await invoke(getGiftCardBalance, { store_id, code, shopper: 'ada' });

    expect(lines.join('')).toContain('The table is kept under the key in another secret');
    startWith('this');
    expect(await invoke(getGiftCardBalance, { store_id, code, shopper: 'ada' })).toMatchObject({ balance: 2500 });
  });

  test('an event is not delivered, and is once the stack has the right key', async () => {
    startWith('this');
    const { world, received } = await keptStore();
    const event = newEvent(world);

    startWith('another');
    expect((await deliver(event)).batchItemFailures).toHaveLength(1);
    startWith('this');
    expect((await deliver(event)).batchItemFailures).toEqual([]);
    expect(received).toHaveLength(1);
  });
});

describe('the mark', () => {
  test('is made by the first that is kept, and not by what only reads', async () => {
    const { store } = await newWorld();
    await invoke(getGiftCardBalance, { store_id: store.id, code: 'GIFT-UNKNOWN' });
    expect(await marks()).toEqual([]);

    await Promise.all([keptStore(), keptStore()]);
    expect(await marks()).toHaveLength(1);
  });

  test('names the secret that has the key', async () => {
    vi.stubEnv('DEPLOYMENT_KEY_SECRET', 'arn:the-key');
    await keptStore();

    expect(await marks()).toMatchObject([{ secret: 'arn:the-key' }]);
  });

  test('costs a warm function no call, whether the table has one or not', async () => {
    const { store } = await newWorld();
    const look = () => watch(() => invoke(getGiftCardBalance, { store_id: store.id, code: 'GIFT-UNKNOWN' }));
    await look();

    expect((await look()).calls.filter(({ command }) => command.startsWith('BatchGet'))).toHaveLength(2);
  });

  test('is made by a migration where a webhook of before can be read', async () => {
    await keptStore();
    await removeMark();
    forgetAll();

    await migrateAll();
    expect(await marks()).toHaveLength(1);
  });

  test('is not made where no webhook of before can be read: the migration lists them', async () => {
    startWith('this');
    const { store_id } = await keptStore();
    await removeMark();

    startWith('another');
    await migrateAll();
    expect(await marks()).toEqual([]);
    expect((await migrationStates()).find(({ name }) => name === 'marked-key')).toMatchObject({
      failed: 1,
      failures: [{ pk: `${store_id}#WEBHOOKS` }],
    });
  });

  test('lets an operator with a lost key begin with another one, once it is deleted', async () => {
    startWith('this');
    const { webhook, world, received } = await keptStore();
    await removeMark();

    startWith('another');
    await succeeded(invoke(rotateWebhookSecret, { ...webhook, rotation_id: 'lost' }));
    expect((await deliver(newEvent(world))).batchItemFailures).toEqual([]);
    expect([received.length, (await marks()).length]).toEqual([1, 1]);
  });
});

async function migrateAll(): Promise<void> {
  const goOn = await handlerOf({ name: 'go-on-with-migrations' });
  while ((await migrationStates()).some(({ done_at }) => done_at === null)) await goOn({}).catch(() => undefined);
}
