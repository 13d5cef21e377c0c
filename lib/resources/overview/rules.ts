/**
 * What each item adds to the figures of its store (Staff console page). Pure: the only input is an item as the table's stream shows it. The
 * figures of a store are the sum over all items, so the order of changes does not matter.
 */
import type { Area } from '../../schema/operation.ts';
import { type GiftCardRecord, isMailed, isScheduled } from '../gift-cards/rules.ts';
import { type ReviewRecord, statusOf } from '../reviews/rules.ts';
import type { Overview } from './fields.ts';

/** The figures of a store. */
export const figureNames = [
  'published',
  'hidden',
  'unanswered',
  'liability',
  'waiting',
  'scheduled_cards',
  'failed_emails',
] as const;

type FigureName = (typeof figureNames)[number];

/** Figures that are not zero. */
export type Figures = { readonly [Name in FigureName]?: number };

/** An item of the table, as the stream or a scan shows it. */
interface Item {
  pk: string;
  sk: string;
}

type Kind = 'review' | 'giftCard' | 'product' | 'shard';

/** The kind of an item, by its key; undefined if items like it add nothing. */
function kindOf({ pk, sk }: Item): Kind | undefined {
  const [, of, , more] = pk.split('#');
  if (of === 'WAITLIST') return sk === 'COUNT' ? 'shard' : undefined;
  if (more !== undefined) return undefined;
  if (of === 'REVIEW' && sk === 'REVIEW') return 'review';
  if (of === 'GIFTCARD' && sk === 'GIFTCARD') return 'giftCard';
  return of === 'PRODUCT' && sk === 'PRODUCT' ? 'product' : undefined;
}

/** Whether items with such a key add to figures. */
export const isCounted = (item: Item): boolean => kindOf(item) !== undefined;

const rules: Readonly<Record<Kind, (item: never) => Figures>> = { review, giftCard, product, shard };

/** What an item adds to the figures of its store; nothing if there is no item. */
export function figuresOf(item: Item | undefined): Figures {
  const kind = item && kindOf(item);
  return kind ? withoutZeros(rules[kind](item as never)) : {};
}

/** A review that its author deleted has only the time of the deletion. */
function review(item: ReviewRecord | { deleted_at: string }): Figures {
  if ('deleted_at' in item) return {};
  const status = statusOf(item);
  const isUnanswered = status === 'published' && (item.reply ?? null) === null;
  return {
    published: Number(status === 'published'),
    hidden: Number(status === 'hidden'),
    unanswered: Number(isUnanswered),
  };
}

/** The value of a card is 0 once its expiry is reported, within minutes (`lib/work/sweep-gift-cards.ts`). */
function giftCard(card: GiftCardRecord): Figures {
  const hasExpired = card.expires_at !== null && card.expiry_told === card.expires_at;
  return { liability: hasExpired ? 0 : card.balance, scheduled_cards: Number(isMailed(card) && isScheduled(card)) };
}

/** Without what is counted in its shards (`lib/resources/waitlist/waiting-count-records.ts`). */
function product({
  waiting_count = 0,
  waiting_aside = 0,
}: {
  waiting_count?: number;
  waiting_aside?: number;
}): Figures {
  return { waiting: waiting_count - waiting_aside };
}

function shard({ waiting = 0 }: { waiting?: number }): Figures {
  return { waiting };
}

const withoutZeros = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== 0));

/** The change from one sum of figures to another. */
export const difference = (before: Figures, after: Figures): Figures =>
  withoutZeros(Object.fromEntries(figureNames.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)])));

/** The sum of changes of figures. */
export const sumOf = (all: readonly Figures[]): Figures =>
  withoutZeros(
    Object.fromEntries(figureNames.map((name) => [name, all.reduce((sum, figures) => sum + (figures[name] ?? 0), 0)])),
  );

export const areSame = (one: Figures, other: Figures): boolean => Object.keys(difference(one, other)).length === 0;

/** What decides about the email of a card. */
const mailTraits = (card: GiftCardRecord | undefined): string | undefined =>
  card && isMailed(card) ? [card.code_hash, card.mail_queued_at, isScheduled(card)].join(' ') : undefined;

/** The id of the gift card if a change of an item may change the state of the card's email. */
export function cardMailedBy(before: Item | undefined, after: Item | undefined): string | undefined {
  const item = after ?? before;
  if (!item) return undefined;
  const [, of, id] = item.pk.split('#');
  const [kind] = item.sk.split('#');
  if (of !== 'GIFTCARD') return undefined;
  if (kind === 'MAILED' || kind === 'MAILFAILED') return id;
  if (kind !== 'GIFTCARD') return undefined;
  const [was, is] = [before, after].map((image) => mailTraits(image as (GiftCardRecord & Item) | undefined));
  return was === is ? undefined : id;
}

/** The figures as a key with some areas sees them. */
export function view({ as_of = null, ...figures }: Stored, includes: (area: Area) => boolean): Overview {
  const of = (area: Area, name: FigureName) => (includes(area) ? (figures[name] ?? 0) : null);
  const { published = 0, hidden = 0, unanswered = 0 } = figures;
  return {
    reviews: includes('reviews') ? { published, hidden, unanswered } : null,
    liability: of('gift_cards', 'liability'),
    waiting: of('waitlist', 'waiting'),
    scheduled_cards: of('gift_cards', 'scheduled_cards'),
    failed_emails: of('gift_cards', 'failed_emails'),
    as_of,
  };
}

interface Stored extends Figures {
  as_of?: string | null;
}
