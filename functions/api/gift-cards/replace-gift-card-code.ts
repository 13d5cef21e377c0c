import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { queueMails } from '../../../lib/mail/queue.ts';
import { replaceGiftCardCode } from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { replaceCode, view } from '../../../lib/resources/gift-cards/rules.ts';
import { termsOfCard } from '../../../lib/resources/search/mark-records.ts';

export const handler = command(replaceGiftCardCode, async ({ store, path: { gift_card_id }, body, now }) => {
  const recipient_email = body?.recipient_email;
  const [card, found_by] = await Promise.all([
    giftCards.get(store.id, gift_card_id),
    termsOfCard(store.id, { recipient_email }),
  ]);

  const { shown: code, kept } = giftCards.newCode();
  const next = replaceCode(card, { code: kept, recipient_email, found_by }, now);

  return {
    before: next.recipient_email ? queueMails([{ type: 'gift-card', store_id: store.id, gift_card_id, code }]) : [],
    writes: giftCards.replaceCode(store.id, card, next, now),
    reply: ok({ ...view(next, now), code }),
  };
});
