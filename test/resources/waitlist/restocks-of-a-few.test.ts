/** `restock-variant` with `notify_at_most`: only the shoppers who have waited longest get the email. */
// @module-tag long
import { expect, onTestFinished, test } from 'vitest';
import { getRestock } from '../../../lib/resources/waitlist/functions.ts';
import { around, as, before, dyingAfterCommit, transactionsOf } from '../../support/aws/interleave.ts';
import { batchOf, mailsSent, queuedMails } from '../../support/aws/queued-messages.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { invoke } from '../../support/invoke.ts';
import { setClock } from '../../support/world/clock.ts';
import { seconds } from '../../support/world/gift-cards.ts';
import { importEntries, importedEntry } from '../../support/world/move-in.ts';
import { count, join, notifyFew, restock, workOfFew } from '../../support/world/restocks.ts';
import { leave } from '../../support/world/waitlist.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const workOnWaitlist = await handlerOf({ name: 'work-on-waitlist' });
const sendMail = await handlerOf({ name: 'send-restock-mail' });

/** Addresses of a store's own: all stores share an inbox. */
const addressOf = ({ store }: World, name: string): string => `${name}@${store.id.slice(4).toLowerCase()}.example.com`;

const announce = (world: World, restock_id: string, notify_at_most?: number) =>
  restock(world, restock_id, 0, { notify_at_most });

/** The shoppers join one after the other, the first one first. */
async function joinInTurn(world: World, ...names: string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    setClock(seconds(index === 0 ? 0 : 1));
    await join(world, addressOf(world, name));
  }
}

/** Who waited elsewhere since so many days ago. */
const imported = (world: World, name: string, days: number) =>
  importedEntry(world, { email: addressOf(world, name), joined_at: seconds(-86_400 * days) });

/** Delivers each queued email of the store twice, and returns its recipients in alphabetical order. */
async function mailed(world: World): Promise<string[]> {
  // What was queued for a commit that never came is dropped by then.
  setClock(seconds(300));
  const own = queuedMails.filter((body) => body.includes(world.store.id));
  const earlier = await inboxes(world);
  for (const body of [...own, ...own]) expect(await sendMail(batchOf([body]))).toEqual({ batchItemFailures: [] });
  return (await inboxes(world)).slice(earlier.length).toSorted();
}

async function inboxes(world: World): Promise<string[]> {
  const ending = addressOf(world, '');
  const to = (await mailsSent()).flatMap(({ destination }) => destination.to);
  return to.filter((address) => address.endsWith(ending)).map((address) => address.slice(0, -ending.length));
}

const waiting = async (world: World): Promise<string[]> => {
  const entries = (await entitiesOf(world.store.id)).filter(({ sk, email }) => sk.startsWith('ENTRY#') && email);
  return entries.map(({ email }) => String(email).split('@')[0] ?? '').toSorted();
};

/** Commits so little at once that work continues after it. */
function inBatchesOf(size: number, readings = size): void {
  onTestFinished(resize((name) => ({ waitlistEntries: size, longestWaiting: readings })[name as string]));
}

test('emails go to those who have waited longest across all parts, once each, and the others stay counted', async () => {
  const world = await newWorld();
  const names = Array.from({ length: 12 }, (_, index) => `shopper${String(index).padStart(2, '0')}`);
  await joinInTurn(world, ...names);
  await succeeded(importEntries(world, [imported(world, 'old', 300), imported(world, 'older', 400)]));

  expect(await announce(world, 'lorry', 5)).toMatchObject({ notifying: 5 });
  expect(await count(world)).toBe(14);
  await notifyFew(world, 'lorry', { times: 2 });
  await notifyFew(world, 'lorry');

  expect(await mailed(world)).toEqual(['old', 'older', ...names.slice(0, 3)]);
  expect(await mailed(world)).toEqual([]);
  expect(await waiting(world)).toEqual(names.slice(3));
  expect(await count(world)).toBe(9);
});

test('shoppers who joined in the same second come by their ids, smallest first', async () => {
  const world = await newWorld();
  const names = Array.from({ length: 40 }, (_, index) => `twin${index}`);
  onTestFinished(resize((name) => (name === 'readTurns' ? 1 : undefined)));
  await succeeded(
    importEntries(
      world,
      names.map((name) => imported(world, name, 100)),
    ),
  );
  const entries = (await entitiesOf(world.store.id)).filter(({ sk, email }) => sk.startsWith('ENTRY#') && email);
  const inOrder = entries.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));

  await announce(world, 'lorry', 4);
  await notifyFew(world, 'lorry');

  expect(await mailed(world)).toEqual(
    inOrder
      .slice(0, 4)
      .map(({ email }) => String(email).split('@')[0])
      .toSorted(),
  );
});

test.each([
  ['in one reading and one commit', 100, 100],
  ['in a commit for each', 1, 100],
  ['in a reading for each', 100, 1],
])('a shopper who leaves before their turn makes room for the next one, %s', async (_, size, readings) => {
  const world = await newWorld();
  await joinInTurn(world, 'ada', 'bob', 'cleo', 'dan', 'eve');
  inBatchesOf(size, readings);
  await announce(world, 'lorry', 3);
  before(transactionsOf('working'), () => leave(world, world.products[0], addressOf(world, 'bob')));

  await as('working', () => notifyFew(world, 'lorry'));

  expect(await mailed(world)).toEqual(['ada', 'cleo', 'dan']);
  expect(await waiting(world)).toEqual(['eve']);
  expect(await count(world)).toBe(1);
});

test('a shopper who leaves and joins again goes to the end, even just before their turn', async () => {
  const world = await newWorld();
  await joinInTurn(world, 'ada', 'bob', 'cleo');
  inBatchesOf(1, 100);
  await announce(world, 'lorry', 2);
  around(transactionsOf('working'), async (send) => {
    const answer = await send();
    await leave(world, world.products[0], addressOf(world, 'bob'));
    setClock(seconds(1));
    await join(world, addressOf(world, 'bob'));
    return answer;
  });

  await as('working', () => notifyFew(world, 'lorry'));

  expect(await mailed(world)).toEqual(['ada', 'cleo']);
  expect(await waiting(world)).toEqual(['bob']);
});

test('a restock continues where it stopped if its function dies after any commit', async () => {
  const world = await newWorld();
  await joinInTurn(world, 'ada', 'bob', 'cleo', 'dan');
  inBatchesOf(1);
  await announce(world, 'lorry', 3);

  for (const notified of [1, 2, 3]) {
    await dyingAfterCommit(() => workOnWaitlist(batchOf([workOfFew(world, 'lorry')])));
    expect(await count(world)).toBe(4 - notified);
  }
  await notifyFew(world, 'lorry');

  expect(await mailed(world)).toEqual(['ada', 'bob', 'cleo']);
  expect(await waiting(world)).toEqual(['dan']);
});

test('two functions that work on it at once notify no more than it names', async () => {
  const world = await newWorld();
  await joinInTurn(world, 'ada', 'bob', 'cleo', 'dan', 'eve', 'fay');
  inBatchesOf(2);
  await announce(world, 'lorry', 4);
  before(transactionsOf('working'), () => notifyFew(world, 'lorry'));

  await as('working', () => notifyFew(world, 'lorry'));

  expect(await mailed(world)).toEqual(['ada', 'bob', 'cleo', 'dan']);
});

test('if fewer wait, all of them get the email, and one who joins again waits for the next restock', async () => {
  const world = await newWorld();
  await joinInTurn(world, 'ada', 'bob');
  expect(await announce(world, 'lorry', 5)).toMatchObject({ notifying: 2 });
  inBatchesOf(1);
  around(transactionsOf('working'), async (send) => {
    const answer = await send();
    await join(world, addressOf(world, 'ada'));
    await leave(world, world.products[0], addressOf(world, 'ada'));
    await join(world, addressOf(world, 'ada'));
    return answer;
  });
  await as('working', () => notifyFew(world, 'lorry'));

  expect(await mailed(world)).toEqual(['ada', 'bob']);
  expect(await count(world)).toBe(1);
  await announce(world, 'second lorry', 5);
  await notifyFew(world, 'second lorry');
  expect(await mailed(world)).toEqual(['ada']);
});

test('a shopper notified by a restock of a few can be imported again, and a restock of all leaves nothing of them', async () => {
  const world = await newWorld();
  await joinInTurn(world, 'ada');
  await announce(world, 'lorry', 1);
  await notifyFew(world, 'lorry');

  expect(await importEntries(world, [imported(world, 'ada', 1)])).toMatchObject({ imported: 1 });
  expect(await count(world)).toBe(1);
});

test('get-restock shows when the last one has been notified', async () => {
  const world = await newWorld();
  const progress = () => invoke(getRestock, { store_id: world.store.id, restock_id: 'lorry' });
  await joinInTurn(world, 'ada', 'bob', 'cleo');
  await announce(world, 'lorry', 2);
  expect(await progress()).toMatchObject({ notifying: 2, notified: 0, done: false, finished_at: null });

  await notifyFew(world, 'lorry');

  expect(await progress()).toMatchObject({ notifying: 2, notified: 2, done: true, finished_at: expect.any(String) });
});

test('the same number again is the same request, and another one is DUPLICATE', async () => {
  const world = await newWorld();
  await joinInTurn(world, 'ada', 'bob');
  const first = await announce(world, 'lorry', 1);
  await notifyFew(world, 'lorry');

  expect(await announce(world, 'lorry', 1)).toEqual(first);
  expect(await announce(world, 'lorry', 2)).toMatchObject({ errorType: 'DUPLICATE' });
  expect(await announce(world, 'lorry')).toMatchObject({ errorType: 'DUPLICATE' });
  await announce(world, 'all');
  expect(await announce(world, 'all', 1)).toMatchObject({ errorType: 'DUPLICATE' });
});

test.each([0, 1_000_001, 1.5, '5'])('INVALID_FIELD for %j', async (notify_at_most) => {
  const world = await newWorld();

  expect(await announce(world, 'lorry', notify_at_most as number)).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage: expect.stringMatching(/^notify_at_most must be (?:between 1 and 1000000|an integer)$/),
  });
});

test('work that only a later release knows fails, so that it is kept', async () => {
  const { store } = await newWorld();
  const unknown = JSON.stringify({ work: 'of a later release', store_id: store.id });

  expect(await workOnWaitlist(batchOf([unknown]))).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });
});
