import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import { call } from '../http/call.ts';
import { issued } from '../world/gift-cards.ts';
import type { World } from '../world/world.ts';
import type { Scenario } from './scenario.ts';

const existing = async (world: World) => ({ gift_card_id: String((await issued(world)).id) });

export const scenarios: readonly Scenario[] = [
  {
    operation: contract.listGiftCards,
    prepare: async (world) => {
      await issued(world);
      return {};
    },
  },
  {
    operation: contract.issueGiftCard,
    prepare: async () => ({
      body: { value: 5000, recipient_email: 'grace@example.com', message: 'For you', locale: 'de' },
    }),
    roundTrips: 3,
  },
  { operation: contract.getGiftCard, prepare: async (world) => ({ path: await existing(world) }) },
  {
    operation: contract.updateGiftCard,
    prepare: async (world) => ({
      path: await existing(world),
      body: { expires_at: '2090-01-01T00:00:00Z', note: 'Sorry' },
    }),
  },
  {
    operation: contract.adjustGiftCard,
    prepare: async (world) => ({ path: await existing(world), body: { amount: -500, note: 'Mistake' } }),
  },
  {
    operation: contract.replaceGiftCardCode,
    prepare: async (world) => ({ path: await existing(world), body: { recipient_email: 'grace@example.com' } }),
    roundTrips: 3,
  },
  {
    operation: contract.disableGiftCard,
    prepare: async (world) => ({ path: await existing(world) }),
  },
  {
    operation: contract.enableGiftCard,
    async prepare(world) {
      const path = await existing(world);
      await call(contract.disableGiftCard, { path, key: world.write });
      return { path };
    },
  },
  {
    operation: contract.listGiftCardTransactions,
    prepare: async (world) => ({ path: await existing(world) }),
  },
];
