/**
 * Gift cards: at every moment a card's entries add up to its balance, each change that was acknowledged is one of them, and
 * no two checkouts hold or spend the same money. What is bought is issued and mailed, each unit as one card.
 */
import { area } from '../../engine/area.ts';
import { type Operation, unexplained } from '../../engine/history.ts';
import type { SentMail } from '../../run.ts';
import { apply, nothing } from './model.ts';
import { begin, friend, type Place, recipients } from './place.ts';
import { auditing } from './steps/audit-ledger.ts';
import { exportingAll } from './steps/export-gift-cards.ts';
import { reading } from './steps/get-gift-card.ts';
import { claiming } from './steps/get-gift-card-balance.ts';
import { listingTransactions } from './steps/list-gift-card-transactions.ts';
import { listing } from './steps/list-gift-cards.ts';
import { reportingAll } from './steps/report-liability.ts';

export const giftCards = area({
  name: 'gift cards, checkouts, orders and refunds',
  folder: 'gift-cards',
  begin,
  judge: (place, history, { mails }) =>
    unexplained(nothing, history, apply) ?? complaintAboutMails(place, history, mails),
  last: (place, mails) => [
    () => [
      ...place.known.map((id) => reading(place, id, 3)),
      ...place.known.map((id) => listingTransactions(place, id)),
      ...[undefined, 'active', 'expired'].map((status) => listing(place, status)),
      auditing(place),
      reportingAll(place),
      exportingAll(place),
    ],
    () => [...new Set(mails.flatMap(codesIn))].map((code) => claiming(place, code)),
  ],
});

const codesIn = ({ text }: SentMail): string[] => text.match(/(?:[A-Z2-9]{4}-){6}[A-Z2-9]{4}/g) ?? [];

/** Each card with a recipient can be opened with a code that was mailed there, and nothing else can; what was bought has one code. */
function complaintAboutMails(place: Place, history: readonly Operation[], mails: readonly SentMail[]) {
  const listed = history.findLast(({ input: { kind, status } }) => kind === 'list' && status === undefined);
  const cards: { recipient_email: string | null }[] = listed?.answer?.body.data ?? [];
  for (const recipient of recipients(place)) {
    const codes = new Set(mails.filter(({ to }) => to === recipient).flatMap(codesIn));
    const due = cards.filter(({ recipient_email }) => recipient_email === recipient).length;
    const opened = history.filter(({ input, answer }) => input.kind === 'claim' && codes.has(input.code) && answer?.ok);
    const ids = new Set(opened.map(({ answer }) => answer?.body.gift_card_id));
    if (ids.size !== due) return `${recipient} has ${due} cards, and codes of ${ids.size}`;
    if (recipient !== friend && codes.size !== due)
      return `${recipient} was mailed ${codes.size} codes of ${due} cards`;
  }
  return undefined;
}
