import { csvOf } from '../../parts/csv.ts';
import { save } from '../../parts/save.ts';
import { exportedAmountOf } from '../../parts/values.tsx';
import { signedIn } from '../../state/session.ts';
import { untilAdmitted } from '../../state/waiting.ts';
import { expand, type GiftCard } from './gift-card.ts';

const head = [
  ...['id', 'last4', 'status', 'currency', 'balance', 'original_value', 'recipient_email', 'email_state'],
  ...['order_id', 'customer_id', 'note', 'issued_at', 'expires_at'],
];

const rowOf = (card: GiftCard) => [
  ...[card.id, card.last4, card.status, card.currency],
  ...[exportedAmountOf(card.balance, card.currency), exportedAmountOf(card.initial_value, card.currency)],
  ...[card.recipient_email, card.mail?.status, card.order?.id, card.order?.customer_id, card.note],
  ...[card.created_at, card.expires_at],
];

/** Saves all cards that match the filters, not only the listed ones, as CSV. */
export async function exportCards(filters: { status?: GiftCard['status'] | undefined; order?: string | undefined }) {
  const { shop } = signedIn();
  const rows: ReturnType<typeof rowOf>[] = [];
  let page = await untilAdmitted(() => shop.giftCards.list({ ...filters, expand, limit: 100 }));
  for (;;) {
    rows.push(...page.data.map(rowOf));
    const { next } = page;
    const following = page.has_more ? await untilAdmitted(() => next()) : undefined;
    if (!following) break;
    page = following;
  }
  save('gift-cards.csv', csvOf([head, ...rows]));
}
