/** Hiding and showing reviews, one or many: each is a call of its own, made once. */
import { signal } from '@preact/signals';
import { notify } from '../../state/notices.ts';
import { finish, type OpenCall, open, sideBySide, write } from '../../state/open-calls.ts';
import { route } from '../../state/route.ts';
import { session } from '../../state/session.ts';
import { authorOf, nameOf, type Put, type Reason, type Review, type Standing } from './review.ts';

interface Hiding {
  reason: Reason;
  note?: string | undefined;
}

const about = (verb: string, review: Review) => ({
  what: `${verb} ${nameOf(review)}`,
  where: route.peek().path || 'reviews',
});

/** The review after a change, with what the answer lacks. */
const changed = (review: Review, change: object): Review => ({
  ...review,
  ...change,
  actor: { type: 'api_key', name: session.peek()?.key.name ?? '' },
});

/** Hides a review. One that was shown can be shown again for 10 seconds. */
export async function hide(review: Review, body: Hiding, put: Put): Promise<void> {
  const next = changed(review, await write('hideReview', [review.id, body], about('Hide', review)));
  put(next);
  if (review.status === 'hidden') notify('Reason and note saved.');
  else notify('Review hidden.', { of: review.id, undo: () => show(next, put) });
}

/** Shows a hidden review again. */
export async function show(review: Review, put: Put): Promise<void> {
  put(changed(review, await write('showReview', [review.id], about('Show', review))));
  notify('Review shown again.', { of: review.id });
}

/** Answers a review in public, or changes the answer. The text before can be restored for 10 seconds. */
export async function reply(review: Review, body: string, put: Put): Promise<void> {
  const answer = await write('setReviewReply', [review.id, { body }], about('Reply to', review));
  const next = changed(review, { reply: answer });
  const before = review.reply?.body;
  put(next);
  const published = `Reply to ${review.title ? `“${review.title}”` : nameOf(review)} published.`;
  notify(before === undefined ? published : 'Reply saved.', {
    of: review.id,
    undo: () => (before === undefined ? removeReply(next, put) : reply(next, before, put)),
  });
}

/** Removes the answer. It can be published again for 10 seconds. */
export async function removeReply(review: Review, put: Put): Promise<void> {
  await write('removeReviewReply', [review.id], about('Remove the reply to', review));
  const next = changed(review, { reply: null });
  const before = review.reply?.body;
  put(next);
  notify('Reply removed.', {
    of: review.id,
    undo: before === undefined ? undefined : () => reply(next, before, put),
  });
}

/** Bans an author, or restores their standing. All their listed reviews change at once; the service changes the others. */
export async function setStanding(
  review: Review,
  standing: Standing,
  reviews: readonly Review[],
  put: Put,
): Promise<void> {
  const { customer_id, customer } = review;
  const what = `Change the standing of ${authorOf(review)}`;
  await write('setCustomerStanding', [customer_id, { standing }], { what, where: route.peek().path || 'reviews' });
  for (const each of reviews.filter((other) => other.customer_id === customer_id)) {
    const status = each.status === 'hidden' ? each.status : standing === 'good' ? 'published' : standing;
    put({ ...each, status, ...(each.customer && { customer: { ...each.customer, standing } }) });
  }
  const before = customer?.standing;
  notify('Standing changed.', {
    of: customer_id,
    undo: before && (() => setStanding({ ...review, customer: { ...customer, standing } }, before, reviews, put)),
  });
}

/** How far the moderation of many reviews has come, and what could not be done. */
interface Bulk {
  verb: string;
  total: number;
  done: number;
  failed: readonly { review: Review; error: unknown }[];
}

export const bulk = signal<Bulk | undefined>(undefined);

/** Hides many. All calls are kept before the first is sent, so a reload loses none. They can be shown again for 10 seconds. */
export function hideAll(reviews: readonly Review[], body: Hiding, put: Put): Promise<void> {
  const begin = (review: Review) => open('hideReview', [review.id, body], about('Hide', review));
  return each('Hiding', reviews, { begin, put, done: 'hidden', undo: (done) => showAll(done, put) });
}

/** Shows many again. */
export function showAll(reviews: readonly Review[], put: Put): Promise<void> {
  const begin = (review: Review) => open('showReview', [review.id], about('Show', review));
  return each('Showing', reviews, { begin, put, done: 'shown again' });
}

interface Each {
  begin(review: Review): Promise<OpenCall<'hideReview' | 'showReview'>>;
  put: Put;
  /** What the notice says of the reviews afterwards. */
  done: string;
  undo?(done: readonly Review[]): Promise<void>;
}

async function each(verb: string, reviews: readonly Review[], { begin, put, done: words, undo }: Each): Promise<void> {
  bulk.value = { verb, total: reviews.length, done: 0, failed: [] };
  const step = (change: (last: Bulk) => Partial<Bulk>) => {
    const last = bulk.peek();
    if (last) bulk.value = { ...last, ...change(last) };
  };
  const calls = await Promise.all(reviews.map(async (review) => ({ review, call: await begin(review) })));
  const done: Review[] = [];
  await sideBySide(calls, async ({ review, call }) => {
    await finish(call).then(
      (answer) => {
        const next = changed(review, answer);
        done.push(next);
        put(next);
      },
      (error: unknown) => step(({ failed }) => ({ failed: [...failed, { review, error }] })),
    );
    step((last) => ({ done: last.done + 1 }));
  });
  if (done.length === reviews.length) bulk.value = undefined;
  notify(`${countOf(done.length, reviews.length)} ${words}.`, {
    of: 'several reviews',
    undo: undo && done.length > 0 ? () => undo(done) : undefined,
  });
}

/** Such as `3 reviews`, or, if some failed, `2 of 3 reviews`. */
const countOf = (done: number, total: number): string =>
  `${done === total ? total : `${done} of ${total}`} ${total === 1 ? 'review' : 'reviews'}`;
