import {
  adjustGiftCard,
  getGiftCard,
  issueGiftCard,
  listGiftCardTransactions,
} from '../../../../lib/resources/gift-cards/operations.ts';
import { beginAnew, plantSecret } from '../../../support/aws/deployment.ts';
import { call } from '../../../support/http/call.ts';
import { newWorld } from '../../../support/world/world.ts';
import type { Implementation } from './implementation.ts';

export const here: Implementation = {
  name: 'This project',
  how: 'the record commits in one transaction with the work',
  async open() {
    await plantSecret();
    await beginAnew();
    const { write: key } = await newWorld();
    const { body: card } = await call(issueGiftCard, { key, body: { value: 100 } });
    const path = { gift_card_id: card.id };
    return {
      async adjust({ idempotencyKey, amount, note }) {
        const { status, body } = await call(adjustGiftCard, { key, idempotencyKey, path, body: { amount, note } });
        return { status, balance: body.balance };
      },
      async ledger() {
        const [{ body: list }, { body: read }] = await Promise.all([
          call(listGiftCardTransactions, { key, path, query: { limit: '100' } }),
          call(getGiftCard, { key, path }),
        ]);
        const entries: { type: string; note: string }[] = list.data;
        return {
          notes: entries.filter(({ type }) => type === 'adjusted').map(({ note }) => note),
          balance: read.balance,
        };
      },
    };
  },
};
