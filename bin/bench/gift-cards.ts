/**
 * What a page of 10 gift cards costs under every status, in a store with 100 of them and with 10,000: a quarter of each
 * status, ten of the expired ones not yet moved by the sweep. `node bin/bench/gift-cards.ts [cards]`.
 */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { giftCardStatuses } from '../../lib/contract/gift-cards.ts';
import type { GiftCardRecord } from '../../lib/domain/gift-card.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { onScratchEngines } from '../local/scratch.ts';

const cards = Number(process.argv[2] ?? 10_000);

const now = '2026-01-02T03:04:05Z';
const notMoved = 10;

/** A card that was in a status when written, except the first expired ones, which still counted as active. */
function cardOf(number: number): GiftCardRecord {
  const status = giftCardStatuses[number % giftCardStatuses.length];
  const moved = number >= notMoved * giftCardStatuses.length;
  return {
    id: newId('giftCard'),
    last4: 'WXYZ',
    code_hash: number.toString(16).padStart(64, '0'),
    currency: 'USD',
    initial_value: 5000,
    balance: status === 'used' ? 0 : 5000,
    site_id: null,
    recipient_email: 'grace@example.com',
    message: 'For the teapot you were looking at',
    note: null,
    expires_at: status === 'expired' ? (moved ? now : '2026-01-02T03:04:06Z') : null,
    disabled_at: status === 'disabled' ? now : null,
    holds: [],
    last_transaction_id: newId('giftCardTransaction'),
    created_at: now,
    updated_at: now,
  };
}

await onScratchEngines(async () => {
  const { handler } = await import('../../functions/api/gift-cards/list-gift-cards.ts');
  const { listGiftCards } = await import('../../lib/contract/gift-cards.ts');
  const { dynamodb, storeTable } = await import('../../lib/store/client.ts');
  const giftCards = await import('../../lib/store/gift-cards.ts');
  const { watch } = await import('../../test/support/aws-calls.ts');
  const { call } = await import('../../test/support/call.ts');
  const { newWorld } = await import('../../test/support/world.ts');

  const itemsOf = (store: string, card: GiftCardRecord): object[] => {
    const entry = { type: 'issued', amount: 5000, balance: 5000, order_id: null, note: null } as const;
    const actor = { type: 'api_key', name: 'Bench' } as const;
    const transaction = { ...entry, id: card.last_transaction_id, actor, created_at: now };
    return giftCards.create(store, { next: card, transaction }).flatMap(({ Put }) => Put?.Item ?? []);
  };

  const seed = async (store: string, count: number): Promise<void> => {
    const items = Array.from({ length: count }, (_, number) => itemsOf(store, cardOf(number))).flat();
    for (let start = 0; start < items.length; start += 25) {
      const requests = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
      await dynamodb.send(new BatchWriteCommand({ RequestItems: { [storeTable()]: requests } }));
    }
  };

  for (const count of [100, cards]) {
    const world = await newWorld();
    await seed(world.store.id, count);
    for (const query of [{}, ...giftCardStatuses.map((status) => ({ status }))]) {
      const page = () => call(handler, listGiftCards, { query, key: world.read });
      await page();
      const { result, calls, roundTrips } = await watch(page);
      // The rate limit's count is the one write.
      const reads = calls.filter(({ command }) => !command.startsWith('Update'));
      const units = reads.reduce((sum, { capacity }) => sum + capacity, 0);
      const what = `${count} cards, ${'status' in query ? query.status : 'any status'}`;
      console.log(`${what}: ${result.body.data.length} listed, ${roundTrips} round trips, ${units} read units`);
    }
  }
});
