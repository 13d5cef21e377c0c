import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../lib/chain/endpoint.ts';
import { noContent, ok } from '../../../lib/chain/reply.ts';
import { adjust } from '../../../lib/ledger/hold-rules.ts';
import { discarding } from '../../../lib/objects/discard.ts';
import { backgroundFunctions } from '../../../lib/resources/background.ts';
import { functionFiles } from '../../../lib/resources/function-files.ts';
import { adjustGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { view } from '../../../lib/resources/gift-cards/rules.ts';
import { deleteGiftOption } from '../../../lib/resources/gift-options/operations.ts';
import * as giftOptions from '../../../lib/resources/gift-options/records.ts';
import type { Write } from '../../../lib/table/items.ts';
import { commands } from '../../requests/all.ts';
import type { AnyHandler } from '../../support/handlers.ts';
import type { Command } from './command.ts';
import { type Kind, type Pair, playPair } from './pair.ts';
import { Session } from './session.ts';

const thoroughness = { orders: 100, samples: 0, seed: 1 };

function commandNamed(name: string): Command {
  const found = commands.find((each) => each.name === name);
  if (!found) throw new Error(`There is no command ${name}`);
  return found;
}

let session: Session;

beforeAll(async () => {
  session = await Session.open();
});
afterAll(() => session.close());

const play = (commands: Pair['commands'], kind: Kind = 'rivals') =>
  playPair(session, { situation: 'usual', commands, kind }, thoroughness);

test('every function has a command', () => {
  const played = new Set(commands.map(({ of }) => of));
  // What the stream calls reads and writes nothing of the tables.
  const follows = backgroundFunctions.filter(({ trigger }) => 'stream' in trigger).map(({ name }) => name);
  // What they read becomes files: `test/stage/random` judges these after functions that changed it meanwhile.
  const writesFiles = ['write-public-files', 'sweep-public-files', 'write-feeds', 'rebuild-public'];
  const apart = new Set([...follows, ...writesFiles]);
  const left = [...functionFiles.keys()].filter((name) => !played.has(name) && !apart.has(name));
  expect(left, 'give it an entry in `commands` of test/requests/<noun>.ts').toEqual([]);
});

// A few of all that `npm run measure -- interleavings` plays.
test.each([
  ['adjust-gift-card', 'hold-gift-card: for another checkout'],
  ['create-gift-option', 'update-gift-option'],
  ['join-waitlist', 'leave-waitlist'],
])(
  '%s and %s at once are as if one had come after the other, in every order and with every death',
  async (...names) => {
    const [first = '', second = ''] = names;

    const { left, violations } = await play([commandNamed(first), commandNamed(second)]);

    expect(violations).toEqual([]);
    expect(left).toBe(0);
  },
);

test('a request and its duplicate are one', async () => {
  const issue = commandNamed('issue-gift-card');

  expect(await play([issue, issue], 'twins')).toMatchObject({ left: 0, violations: [] });
});

const unconditioned = ({ Put }: Write): Write => {
  if (!Put) throw new Error('Only puts are expected here');
  const { TableName, Item } = Put;
  return { Put: { TableName, Item } };
};

const withoutConditions = command(adjustGiftCard, async ({ store, path, body, caller, now, newId }) => {
  const [card, { actor }] = await Promise.all([giftCards.get(store.id, path.gift_card_id), caller()]);
  const change = adjust(card, body, { actor, now, transactionId: newId('giftCardTransaction') });
  const writes = giftCards.replace(store.id, card, change, now);
  return { writes: writes.map(unconditioned), reply: ok(view(change.next, now)) };
});

const read = new WeakMap<object, Promise<Awaited<ReturnType<typeof giftCards.get>>>>();

const readingOnce = command(adjustGiftCard, async ({ store, path, body, caller, now, newId }) => {
  const reading = read.get(body) ?? giftCards.get(store.id, path.gift_card_id);
  read.set(body, reading);
  const [card, { actor }] = await Promise.all([reading, caller()]);
  const change = adjust(card, body, { actor, now, transactionId: newId('giftCardTransaction') });
  return { writes: giftCards.replace(store.id, card, change, now), reply: ok(view(change.next, now)) };
});

const deletingTooSoon = command(deleteGiftOption, async ({ store, path, now, newId }) => {
  const [read, option] = await Promise.all([
    giftOptions.getNames(store.id, path.site_id),
    giftOptions.get(store.id, path.site_id, path.gift_option_id),
  ]);
  const decision = { writes: giftOptions.remove(store.id, read, option), reply: noContent() };
  const { after: before = [], ...rest } = discarding({ store, now, newId }, giftOptions.photosOf(option), decision);
  return { ...rest, before };
});

describe('it is noticed', { tags: 'power' }, () => {
  test.each<[string, string, string, AnyHandler]>([
    ['a condition is left out', 'adjust-gift-card', 'adjust-gift-card', withoutConditions],
    ['a decision that is made again has read before', 'adjust-gift-card', 'adjust-gift-card', readingOnce],
    ['an effect comes before its commit', 'delete-gift-option', 'get-gift-option', deletingTooSoon],
  ])('where %s', async (_, name, other, handler) => {
    const usual = commandNamed(name);
    const wrong: Command = { ...usual, request: (...among) => ({ ...usual.request(...among), handler }) };

    const { violations } = await play([wrong, commandNamed(other)]);

    expect(violations.map(({ what }) => what)).not.toEqual([]);
  });
});
