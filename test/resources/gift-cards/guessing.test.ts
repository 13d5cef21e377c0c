import { expect, onTestFinished, test } from 'vitest';
import { getGiftCardBalance } from '../../../lib/resources/gift-cards/functions.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { dynamodb, requestTable } from '../../../lib/table/client.ts';
import { type AwsCall, watch } from '../../support/aws/aws-calls.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { itemsOf } from '../../support/aws/table-contents.ts';
import { invoke } from '../../support/invoke.ts';
import { hold } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { issued, seconds as later } from '../../support/world/gift-cards.ts';
import { guessed, importCards, importedCard, otherCode } from '../../support/world/move-in.ts';
import { newWorld, type World } from '../../support/world/world.ts';

const { ofShopper, ofStore, seconds } = limits.unknownCodes;
const refused = { errorType: 'RATE_LIMIT_EXCEEDED', errorMessage: 'Too many unknown codes; try again in an hour' };

const ask = ({ store }: World, code: string, fields: object = {}) =>
  invoke(getGiftCardBalance, { store_id: store.id, code, ...fields });

/** A code that no card has, short enough to be guessed. */
const shortCode = (): string => otherCode().slice(5, 5 + limits.importedCode.guessableBelow - 1);

/** Counts of unknown codes in a store. */
const countsOf = async ({ store }: World) =>
  (await itemsOf(requestTable(), store.id)).filter(({ pk }) => pk.includes('#GUESSES#'));

const countOfStore = async (world: World) =>
  (await countsOf(world)).find(({ pk }) => pk.endsWith('#GUESSES#'))?.guesses;

/** What so many unknown codes one after the other are answered. */
async function guess(world: World, times: number, fields: object): Promise<string[]> {
  const answers: string[] = [];
  for (let time = 0; time < times; time += 1) answers.push((await ask(world, otherCode(), fields)).errorType ?? '');
  return answers;
}

/** A store with a card of each kind. */
async function newStore() {
  const world = await newWorld();
  const { code: own } = await issued(world);
  const [other, short] = [otherCode(), shortCode()];
  await importCards(
    world,
    [other, short].map((code) => importedCard({ code })),
  );
  return { world, own, other, short };
}

test('10 unknown codes of a shopper are NOT_FOUND, every further one RATE_LIMIT_EXCEEDED, and a right one too', async () => {
  const { world, own, other, short } = await newStore();
  const answers = await guess(world, 100, { shopper: 'mallory' });

  expect(answers.filter((code) => code === 'NOT_FOUND')).toHaveLength(10);
  expect(answers.slice(10)).toEqual(Array.from({ length: 90 }, () => 'RATE_LIMIT_EXCEEDED'));
  for (const code of [own, other, short]) {
    expect(await ask(world, code, { shopper: 'mallory' })).toEqual(refused);
    expect(await hold(world, code, { shopper: 'mallory' })).toEqual(refused);
    expect(await ask(world, code, { shopper: 'ada' })).toMatchObject({ status: 'active' });
    expect(await ask(world, code)).toMatchObject({ status: 'active' });
  }
  // Refused calls count nowhere: one shopper does not lock out the others.
  expect(await countOfStore(world)).toBe(10);
});

test.each([
  ['short', shortCode],
  ['long', otherCode],
  ['malformed', () => `?${otherCode()}`],
  ['like those of this service', () => otherCode().replace(/./g, 'A').padEnd(28, 'B')],
])('of 60 unknown codes that a shopper types at once 10 are judged, where they are %s', async (_, code) => {
  const { world } = await newStore();
  const all = Array.from({ length: 60 }, () => ask(world, code(), { shopper: 'mallory' }));
  const answers = (await Promise.all(all)).map(({ errorType }) => errorType);

  expect(answers.filter((answer) => answer === 'NOT_FOUND')).toHaveLength(10);
  expect(answers.filter((answer) => answer === 'RATE_LIMIT_EXCEEDED')).toHaveLength(50);
});

test('a right code at the end of 60 that a shopper types at once is refused', async () => {
  const { world, short, other } = await newStore();
  const codes = [...Array.from({ length: 60 }, shortCode), short, other];
  const answers = await Promise.all(codes.map((code) => ask(world, code, { shopper: 'mallory' })));

  expect(answers.slice(-2)).toEqual([refused, refused]);
});

test('known codes do not count, and leave nothing of the shopper', async () => {
  const { world, own, other, short } = await newStore();
  for (const code of [own, other, short]) {
    for (let time = 0; time <= ofShopper; time += 1) {
      expect(await ask(world, code, { shopper: 'ada' })).toMatchObject({ status: 'active' });
    }
  }
  expect(await countsOf(world)).toEqual([]);

  await Promise.all(Array.from({ length: 5 }, () => ask(world, short, { shopper: 'ada' })));
  expect(await guess(world, ofShopper + 1, { shopper: 'ada' })).toEqual([
    ...Array.from({ length: ofShopper }, () => 'NOT_FOUND'),
    'RATE_LIMIT_EXCEEDED',
  ]);
});

test('if AWS refuses to count, codes are refused, but never the card that the checkout holds', async () => {
  const { world, own, other, short } = await newStore();
  const isCount = (command: string) => /^(?:Update|UpdateItem)/.test(command);
  const uncounted = (work: () => Promise<unknown>) =>
    watch(work, (_, command) => (isCount(command) ? 'before' : undefined));
  await hold(world, other, { checkout_id: 'one' });

  for (const code of [other, short, otherCode(), shortCode(), '?']) {
    expect((await uncounted(() => ask(world, code, { shopper: 'ada' }))).result).toEqual(refused);
  }
  expect((await uncounted(() => ask(world, own, { shopper: 'ada' }))).result).toMatchObject({ status: 'active' });
  expect((await uncounted(() => ask(world, other, { checkout_id: 'one' }))).result).toMatchObject({ available: 2500 });
});

test('if the counts of a shopper cannot be read, their code is refused', async () => {
  const { world, own } = await newStore();
  await hold(world, own, { checkout_id: 'one' });
  const endThrottling = onCall(dynamodb, ({ input }, next) => {
    const asked = input.RequestItems?.[requestTable()];
    return asked ? { Responses: {}, UnprocessedKeys: { [requestTable()]: asked } } : next();
  });
  onTestFinished(endThrottling);

  expect(await ask(world, own, { shopper: 'ada' })).toEqual(refused);
  expect(await ask(world, own, { checkout_id: 'two' })).toEqual(refused);
  expect(await ask(world, own, { checkout_id: 'one' })).toMatchObject({ status: 'active' });
  endThrottling();
  expect(await ask(world, own, { shopper: 'ada' })).toMatchObject({ status: 'active' });
});

test('a code that could not be looked up does not count', async () => {
  const { world, other } = await newStore();
  await ask(world, other);
  const lost = await watch(
    () => ask(world, other, { shopper: 'ada' }),
    (_, command) => (/^BatchGet/.test(command) ? 'before' : undefined),
  );

  expect(lost.result).toMatchObject({ errorType: 'INTERNAL_ERROR' });
  expect(await countsOf(world)).toEqual([]);
});

test('a refused shopper cannot see by the calls to AWS whether there is such a code', async () => {
  const { world, other, short } = await newStore();
  await guess(world, ofShopper, { shopper: 'mallory' });
  const callsFor = async (code: string) => {
    const { result, calls } = await watch(() => ask(world, code, { shopper: 'mallory' }));
    expect(result).toEqual(refused);
    return calls.map(({ command, depth }: AwsCall) => `${depth} ${command}`);
  };

  expect(await callsFor(other)).toEqual(await callsFor(otherCode()));
  expect(await callsFor(short)).toEqual(await callsFor(shortCode()));
});

test('without a shopper the checkout counts, in both functions, also malformed codes', async () => {
  const { world, other } = await newStore();
  for (let time = 0; time < ofShopper; time += 1) {
    const asked = time % 2 ? ask(world, '?', { checkout_id: 'one' }) : hold(world, otherCode(), { checkout_id: 'one' });
    expect(await asked).toMatchObject({ errorType: 'NOT_FOUND' });
  }

  expect(await ask(world, other, { checkout_id: 'one' })).toEqual(refused);
  expect(await hold(world, other, { checkout_id: 'one' })).toEqual(refused);
  expect(await hold(world, other, { checkout_id: 'two' })).toMatchObject({ held: 2500 });
});

test('the card that a checkout holds is never refused', async () => {
  const { world, own, other } = await newStore();
  await hold(world, other, { checkout_id: 'one' });
  await guess(world, ofShopper + 1, { checkout_id: 'one' });

  expect(await ask(world, other, { checkout_id: 'one' })).toMatchObject({ available: 2500 });
  expect(await hold(world, other, { checkout_id: 'one', amount: 10 })).toMatchObject({ held: 10 });
  expect(await hold(world, own, { checkout_id: 'one' })).toEqual(refused);
});

test('an hour after the first unknown code a shopper may type codes again', async () => {
  const { world, other } = await newStore();
  await guess(world, ofShopper, { shopper: 'ada' });
  expect(await ask(world, other, { shopper: 'ada' })).toEqual(refused);

  setClock(later(seconds - 10));
  expect(await ask(world, other, { shopper: 'ada' })).toEqual(refused);
  setClock(later(11));
  expect(await ask(world, other, { shopper: 'ada' })).toMatchObject({ status: 'active' });
  expect(await guess(world, ofShopper + 1, { shopper: 'ada' })).toEqual([
    ...Array.from({ length: ofShopper }, () => 'NOT_FOUND'),
    'RATE_LIMIT_EXCEEDED',
  ]);
});

test('after 1,000 unknown codes in a store, imported codes of fewer than 12 characters are refused until the hour is over', async () => {
  const { world, own, other, short } = await newStore();
  const held = importedCard({ code: shortCode() });
  await importCards(world, [held]);
  await hold(world, held.code, { checkout_id: 'one' });
  await guessed(world, ofStore - 1);
  expect(await ask(world, otherCode())).toMatchObject({ errorType: 'NOT_FOUND' });

  // An unknown code gets the same reply, so a guess does not reveal which codes exist.
  for (const code of [short, shortCode(), '?']) {
    expect(await ask(world, code)).toEqual(refused);
    expect(await ask(world, code, { shopper: 'ada' })).toEqual(refused);
    expect(await hold(world, code, { checkout_id: 'two' })).toEqual(refused);
  }
  for (const code of [own, other]) expect(await ask(world, code)).toMatchObject({ status: 'active' });
  expect(await ask(world, otherCode())).toMatchObject({ errorType: 'NOT_FOUND' });
  expect(await ask(world, held.code, { checkout_id: 'one' })).toMatchObject({ status: 'active' });
  const elsewhere = await newStore();
  expect(await ask(elsewhere.world, elsewhere.short)).toMatchObject({ status: 'active' });

  setClock(later(seconds));
  expect(await ask(world, short)).toMatchObject({ status: 'active' });
});

test('of short codes that many shoppers type at once no more are judged than 1,000 in the store', async () => {
  const { world } = await newStore();
  await guessed(world, ofStore - 5);
  const all = Array.from({ length: 50 }, (_, shopper) => ask(world, shortCode(), { shopper: `bot ${shopper}` }));
  const answers = (await Promise.all(all)).map(({ errorType }) => errorType);

  expect(answers.filter((answer) => answer === 'NOT_FOUND')).toHaveLength(5);
  expect(answers.filter((answer) => answer === 'RATE_LIMIT_EXCEEDED')).toHaveLength(45);
});

test('only a keyed hash of a shopper is kept, for an hour', async () => {
  const world = await newWorld();
  await guess(world, 1, { shopper: 'ada@example.com' });

  const counts = await countsOf(world);
  expect(counts).toHaveLength(2);
  expect(JSON.stringify(counts)).not.toContain('example.com');
  for (const { expires_at } of counts) {
    expect(Number(expires_at) * 1000 - Date.now()).toBeGreaterThan((seconds - 60) * 1000);
    expect(Number(expires_at) * 1000 - Date.now()).toBeLessThan((seconds + 60) * 1000);
  }
});

test('a hold takes three round trips for a code of this service, and four for one of another system', async () => {
  const { world, own, other, short } = await newStore();
  const like = importedCard({ code: `${own.slice(0, -4)}QQQQ` });
  await importCards(world, [like]);
  const tripsOf = async (code: string, fields: object) => (await watch(() => hold(world, code, fields))).roundTrips;
  await tripsOf(own, { checkout_id: 'first call of the function' });

  for (const shopper of [undefined, 'ada']) {
    // Calls side by side may be seen one after another on a busy machine: the fewest trips of three are those that a hold needs.
    const fewest = async (code: string) => {
      const trips: number[] = [];
      for (const time of [1, 2, 3])
        trips.push(await tripsOf(code, { checkout_id: `${time} ${code} ${shopper}`, shopper }));
      return Math.min(...trips);
    };
    expect(await fewest(own)).toBe(3);
    for (const code of [other, short, like.code]) expect(await fewest(code)).toBe(4);
  }
});
