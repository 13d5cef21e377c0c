import { command } from '../../../lib/chain/endpoint.ts';
import { created } from '../../../lib/chain/reply.ts';
import { queueMails } from '../../../lib/mail/queue.ts';
import * as sites from '../../../lib/resources/catalog/site-records.ts';
import type { IssueGiftCardInput } from '../../../lib/resources/gift-cards/fields.ts';
import { issueGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { issue, view } from '../../../lib/resources/gift-cards/rules.ts';
import { termsOfCard } from '../../../lib/resources/search/mark-records.ts';
import { invalidField } from '../../../lib/schema/errors.ts';

export const handler = command(issueGiftCard, async ({ store, body, caller, now, newId }) => {
  const [site_id, { actor, store: found }, found_by] = await Promise.all([
    siteOf(store.id, body),
    caller(),
    termsOfCard(store.id, body),
  ]);
  if (body.site_id && !site_id) throw invalidField('site_id must be a site of this store', 'site_id');

  const { shown: code, kept } = giftCards.newCode();
  const issued = issue(
    {
      ...body,
      id: newId('giftCard'),
      code: kept,
      currency: found.currency,
      site_id: site_id ?? null,
      locales: body.locale ? [body.locale] : [],
      found_by,
    },
    { actor, now, transactionId: newId('giftCardTransaction') },
  );
  const { id, recipient_email } = issued.next;

  return {
    before: recipient_email ? queueMails([{ type: 'gift-card', store_id: store.id, gift_card_id: id, code }]) : [],
    writes: giftCards.create(store.id, issued),
    reply: created({ ...view(issued.next, now), code }),
  };
});

/** The requested site, or else the store's first; undefined if missing. */
const siteOf = async (store: string, { site_id }: IssueGiftCardInput): Promise<string | undefined> =>
  site_id ? (await sites.find(store, site_id))?.id : sites.findFirstId(store);
