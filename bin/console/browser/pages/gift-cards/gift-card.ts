/** A gift card, and what staff call what it has. */
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import type { About } from '../../state/open-calls.ts';

export type GiftCard = Awaited<ReturnType<StoreCommerce['giftCards']['get']>>;

export type Transaction = Awaited<ReturnType<StoreCommerce['giftCards']['listTransactions']>>['data'][number];

export const statuses: Readonly<Record<GiftCard['status'], string>> = {
  active: 'Active',
  used: 'Used',
  expired: 'Expired',
  disabled: 'Disabled',
};

export const toneOf = ({ status }: GiftCard) =>
  (({ active: 'good', used: 'quiet', expired: 'warn', disabled: 'bad' }) as const)[status];

export const transactionTypes: Readonly<Record<Transaction['type'], string>> = {
  issued: 'Issued',
  redeemed: 'Spent on an order',
  refunded: 'Refunded',
  adjusted: 'Adjusted',
  disabled: 'Disabled',
  enabled: 'Enabled',
};

/** The subject of a call that changes a card. */
export const about = (verb: string, { id, last4 }: GiftCard): About => ({
  what: `${verb} the gift card ending in ${last4}`,
  where: `gift-cards/${id}`,
});
