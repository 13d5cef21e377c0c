/** The figures of a store's overview, added up from everything in its table, without what the service counts. */
import type { Item } from '../../../lib/events/item.ts';
import { figureNames } from '../../../lib/resources/overview/rules.ts';
import { limits } from '../../../lib/schema/limits.ts';

type Stored = Item & Readonly<Record<string, unknown>>;

type Figures = Record<(typeof figureNames)[number], number>;

/** The figures of each store at a time, by its id. */
function figuresIn(items: readonly Item[], now: string): Map<string, Figures> {
  const byStore = Map.groupBy(items as readonly Stored[], ({ pk }) => pk.slice(0, pk.indexOf('#')));
  return new Map([...byStore].map(([store, own]) => [store, figuresOf(own, now)]));
}

/** The figures that the service has counted for a store. */
function countedFor(store: string, items: readonly Item[]): Figures {
  const parts = (items as readonly Stored[]).filter(({ pk }) => pk === `${store}#OVERVIEW`);
  const sumOf = (name: string) => parts.reduce((sum, part) => sum + Number(part[name] ?? 0), 0);
  return Object.fromEntries(figureNames.map((name) => [name, sumOf(name)])) as Figures;
}

/** What is wrong with the counted figures of all stores. */
export function wrongFigures(items: readonly Item[], now: string): string[] {
  return [...figuresIn(items, now)].flatMap(([store, figures]) => {
    const counted = countedFor(store, items);
    return figureNames
      .filter((name) => counted[name] !== figures[name])
      .map((name) => `the overview of ${store} counts ${counted[name]} for ${name}, but there are ${figures[name]}`);
  });
}

function figuresOf(items: readonly Stored[], now: string): Figures {
  const at = (pattern: RegExp) => items.filter(({ pk, sk }) => pattern.test(`${pk.slice(pk.indexOf('#'))} ${sk}`));
  const reviews = at(/^#REVIEW#\S+ REVIEW$/).filter(({ deleted_at }) => !deleted_at);
  const shown = reviews.filter(({ hidden_at, author_standing }) => hidden_at === null && author_standing === 'good');
  const cards = at(/^#GIFTCARD#\S+ GIFTCARD$/);
  const marks = new Set(at(/^#GIFTCARD#\S+ MAIL/).map(({ pk, sk }) => `${pk} ${sk}`));
  const isMailed = ({ recipient_email, taken_back_by, balance }: Stored) =>
    recipient_email !== null && !(taken_back_by && balance === 0);
  const isScheduled = ({ unsent_code_hash, code_hash }: Stored) => unsent_code_hash === code_hash;
  const isLate = ({ mail_queued_at }: Stored) =>
    typeof mail_queued_at === 'string' && Date.parse(mail_queued_at) + limits.mailSeconds * 1000 <= Date.parse(now);
  const hasFailed = (card: Stored) =>
    isMailed(card) &&
    !isScheduled(card) &&
    !marks.has(`${card.pk} MAILED#${card.code_hash}`) &&
    (marks.has(`${card.pk} MAILFAILED#${card.code_hash}`) || isLate(card));
  const worth = cards.filter(({ expires_at }) => expires_at === null || String(expires_at) > now);
  return {
    published: shown.length,
    hidden: reviews.filter(({ hidden_at }) => hidden_at !== null).length,
    unanswered: shown.filter(({ reply }) => !reply).length,
    liability: worth.reduce((sum, { balance }) => sum + Number(balance), 0),
    waiting: at(/^#WAITLIST#\S+ ENTRY#/).filter(({ left_at }) => left_at === undefined).length,
    scheduled_cards: cards.filter((card) => isMailed(card) && isScheduled(card)).length,
    failed_emails: cards.filter(hasFailed).length,
  };
}
