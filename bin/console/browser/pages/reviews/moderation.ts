/** Hiding and showing reviews, one or many: each is a call of its own, made once. */
import { signal } from '@preact/signals';
import { notify } from '../../state/notices.ts';
import { finish, type OpenCall, open, sideBySide, write } from '../../state/open-calls.ts';
import { route } from '../../state/route.ts';
import { nameOf, type Reason, type Review } from './review.ts';

interface Hiding {
  reason: Reason;
  note?: string | undefined;
}

/** Gives the list a review as it is now. */
type Put = (review: Review) => void;

const about = (verb: string, review: Review) => ({
  what: `${verb} ${nameOf(review)}`,
  where: route.peek().path || 'reviews',
});

/** Hides a review. One that was shown can be shown again for 10 seconds. */
export async function hide(review: Review, body: Hiding, put: Put): Promise<void> {
  put(await write('hideReview', [review.id, body], about('Hide', review)));
  if (review.status === 'hidden') notify('Reason and note saved.');
  else notify('Review hidden.', () => show(review, put));
}

/** Shows a hidden review again. */
export async function show(review: Review, put: Put): Promise<void> {
  put(await write('showReview', [review.id], about('Show', review)));
  notify('Review shown again.');
}

/** How far the moderation of many reviews has come, and what could not be done. */
interface Bulk {
  verb: string;
  total: number;
  done: number;
  failed: readonly { review: Review; error: unknown }[];
}

export const bulk = signal<Bulk | undefined>(undefined);

/** Hides many. All calls are kept before the first is sent, so a reload loses none. */
export function hideAll(reviews: readonly Review[], body: Hiding, put: Put): Promise<void> {
  const begin = (review: Review) => open('hideReview', [review.id, body], about('Hide', review));
  return each('Hiding', reviews, begin, put);
}

/** Shows many again. */
export function showAll(reviews: readonly Review[], put: Put): Promise<void> {
  return each('Showing', reviews, (review) => open('showReview', [review.id], about('Show', review)), put);
}

async function each(
  verb: string,
  reviews: readonly Review[],
  begin: (review: Review) => Promise<OpenCall<'hideReview' | 'showReview'>>,
  put: Put,
): Promise<void> {
  bulk.value = { verb, total: reviews.length, done: 0, failed: [] };
  const step = (change: (last: Bulk) => Partial<Bulk>) => {
    const last = bulk.peek();
    if (last) bulk.value = { ...last, ...change(last) };
  };
  const calls = await Promise.all(reviews.map(async (review) => ({ review, call: await begin(review) })));
  await sideBySide(calls, async ({ review, call }) => {
    await finish(call).then(put, (error: unknown) =>
      step(({ failed }) => ({ failed: [...failed, { review, error }] })),
    );
    step(({ done }) => ({ done: done + 1 }));
  });
  const failed = bulk.peek()?.failed.length ?? 0;
  if (failed === 0) bulk.value = undefined;
  notify(`${reviews.length - failed} of ${reviews.length} reviews updated.`);
}
