import { handler as adjust } from '../../../functions/api/gift-cards/adjust-gift-card.ts';
import { handler as disable } from '../../../functions/api/gift-cards/disable-gift-card.ts';
import { handler as enable } from '../../../functions/api/gift-cards/enable-gift-card.ts';
import { handler as get } from '../../../functions/api/gift-cards/get-gift-card.ts';
import { handler as issue } from '../../../functions/api/gift-cards/issue-gift-card.ts';
import { handler as listTransactions } from '../../../functions/api/gift-cards/list-gift-card-transactions.ts';
import { handler as list } from '../../../functions/api/gift-cards/list-gift-cards.ts';
import { handler as update } from '../../../functions/api/gift-cards/update-gift-card.ts';
import * as contract from '../../../lib/contract/api/gift-cards.ts';
import { sqs } from '../../../lib/queue/send.ts';
import { watchClient } from '../aws-calls.ts';
import { call } from '../call.ts';
import type { World } from '../world.ts';
import type { Scenario } from './scenario.ts';

watchClient(sqs);

/** Issues a card without a mail. */
export async function issued({ write }: World, body: object = { value: 5000 }) {
  return (await call(issue, contract.issueGiftCard, { body, key: write })).body;
}

const existing = async (world: World) => ({ gift_card_id: String((await issued(world)).id) });

export const scenarios: readonly Scenario[] = [
  {
    operation: contract.listGiftCards,
    handler: list,
    prepare: async (world) => {
      await issued(world);
      return {};
    },
  },
  {
    operation: contract.issueGiftCard,
    handler: issue,
    prepare: async () => ({ body: { value: 5000, recipient_email: 'grace@example.com', message: 'For you' } }),
    roundTrips: 3,
  },
  { operation: contract.getGiftCard, handler: get, prepare: async (world) => ({ path: await existing(world) }) },
  {
    operation: contract.updateGiftCard,
    handler: update,
    prepare: async (world) => ({
      path: await existing(world),
      body: { expires_at: '2090-01-01T00:00:00Z', note: 'Sorry' },
    }),
  },
  {
    operation: contract.adjustGiftCard,
    handler: adjust,
    prepare: async (world) => ({ path: await existing(world), body: { amount: -500, note: 'Mistake' } }),
  },
  {
    operation: contract.disableGiftCard,
    handler: disable,
    prepare: async (world) => ({ path: await existing(world) }),
  },
  {
    operation: contract.enableGiftCard,
    handler: enable,
    async prepare(world) {
      const path = await existing(world);
      await call(disable, contract.disableGiftCard, { path, key: world.write });
      return { path };
    },
  },
  {
    operation: contract.listGiftCardTransactions,
    handler: listTransactions,
    prepare: async (world) => ({ path: await existing(world) }),
  },
];
