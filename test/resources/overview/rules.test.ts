import { expect, test } from 'vitest';
import { cardMailedBy, figuresOf, sumOf } from '../../../lib/resources/overview/rules.ts';
import { keys } from '../../../lib/table/keys.ts';

const card = {
  ...keys.giftCard('sto_1', 'gcd_1'),
  ...{ balance: 500, expires_at: null, recipient_email: 'grace@example.com', code_hash: 'a' },
  mail_queued_at: '2026-01-01T00:00:00Z',
};

test('shoppers who are counted aside count once, before and after the ranking has them', () => {
  const product = (waiting_count: number, waiting_aside: number) => ({
    ...keys.product('sto_1', 'pro_1'),
    ...{ waiting_count, waiting_aside },
  });
  const shards = [1, 2].map((waiting, part) => ({ ...keys.countInShard('sto_1', 'pro_1', part), waiting }));
  const waitingOf = (...items: Parameters<typeof figuresOf>) => sumOf([...items, ...shards].map(figuresOf)).waiting;

  expect(waitingOf(product(4, 0))).toBe(7);
  expect(waitingOf(product(7, 3))).toBe(7);
});

test('an item of another kind, and a mark in the partition of a card, add nothing', () => {
  expect(figuresOf({ ...keys.giftCardMailed('sto_1', 'gcd_1', 'a') })).toEqual({});
  expect(figuresOf({ ...keys.reviewMark('sto_1', 'pro_1', 'rev_1') })).toEqual({});
  expect(figuresOf({ ...keys.counted('sto_1', 'REVIEW#rev_1') })).toEqual({});
  expect(figuresOf(undefined)).toEqual({});
});

test.each<[string, object, string | undefined]>([
  ['has another code', { code_hash: 'b' }, 'gcd_1'],
  ['has no recipient any more', { recipient_email: null }, 'gcd_1'],
  ['was taken back', { taken_back_by: 'ref_1', balance: 0 }, 'gcd_1'],
  ['has another balance', { balance: 400 }, undefined],
])('the email of a card is looked at if the card %s: %o', (_, change, id) => {
  expect(cardMailedBy(card, { ...card, ...change })).toBe(id);
});

test('the email of a new card is looked at only if the card has a recipient', () => {
  const withoutRecipient = { ...card, recipient_email: null };

  expect(cardMailedBy(undefined, card)).toBe('gcd_1');
  expect(cardMailedBy(undefined, withoutRecipient)).toBeUndefined();
  expect(cardMailedBy(undefined, { ...keys.giftCardMailFailed('sto_1', 'gcd_1', 'a') })).toBe('gcd_1');
});
