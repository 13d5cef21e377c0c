/** Reviews: one for each customer and product, shown as it was last written and moderated; ratings count the published ones. */
import { handler as get } from '../../../functions/api/reviews/get-review.ts';
import { handler as hide } from '../../../functions/api/reviews/hide-review.ts';
import { handler as list } from '../../../functions/api/reviews/list-reviews.ts';
import { handler as show } from '../../../functions/api/reviews/show-review.ts';
import { handler as listWaitlisted } from '../../../functions/api/waitlist/list-waitlisted-products.ts';
import { handler as remove } from '../../../functions/storefront/delete-review.ts';
import { handler as edit } from '../../../functions/storefront/edit-review.ts';
import { handler as join } from '../../../functions/storefront/join-waitlist.ts';
import { handler as post } from '../../../functions/storefront/post-review.ts';
import * as contract from '../../../lib/contract/reviews.ts';
import { listWaitlistedProducts } from '../../../lib/contract/waitlist.ts';
import { buy } from '../../support/reviews.ts';
import { ask, tell } from '../answers.ts';
import type { Area, Step } from '../area.ts';
import { type Answer, type Input, isExplained, type Model } from '../history.ts';
import type { Random } from '../random.ts';

interface Review {
  /** Undefined while nobody has been told. */
  id: string | undefined;
  customer: string;
  rating: number;
  title: string;
  hidden: string | null;
}

interface State {
  reviews: readonly Review[];
  deleted: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: a review as it was answered
const shows = (shown: any, { customer, rating, title, hidden }: Review): boolean =>
  shown.customer_id === customer &&
  shown.rating === rating &&
  shown.title === title &&
  shown.status === (hidden === null ? 'published' : 'hidden') &&
  shown.hidden_reason === hidden;

function applyPost(state: State, { customer, rating, title }: Input, answer: Answer | undefined): State | undefined {
  const existing = state.reviews.find((review) => review.customer === customer);
  const review = existing ?? { id: answer?.body?.id, customer, rating, title, hidden: null };
  if (review.rating !== rating || review.title !== title) {
    return !answer || answer.code === 'DUPLICATE' ? state : undefined;
  }
  // The first to be told of a review that nobody was told of yet says which one it is.
  const next = { ...review, id: review.id ?? answer?.body?.id };
  if (answer && !(answer.ok && answer.body.id === next.id && shows(answer.body, next))) return undefined;
  return { ...state, reviews: [...state.reviews.filter((other) => other !== existing), next] };
}

const changes: Record<string, (review: Review, input: Input) => Review> = {
  edit: (review, { rating, title }) => ({ ...review, rating, title }),
  hide: (review, { reason }) => ({ ...review, hidden: reason }),
  show: (review) => ({ ...review, hidden: null }),
  get: (review) => review,
};

function applyDelete({ reviews, deleted }: State, { id }: Input, answer: Answer | undefined): State | undefined {
  const exists = reviews.some((review) => review.id === id);
  if (!exists && !deleted.includes(id)) return undefined;
  if (answer && !answer.ok) return undefined;
  return {
    reviews: reviews.filter((review) => review.id !== id),
    deleted: exists ? [...deleted, id].toSorted() : deleted,
  };
}

/** What is done to a review by its id, which somebody was told before. */
function applyToOne(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const existing = state.reviews.find(({ id }) => id === input.id);
  if (!existing) return !answer || answer.code === 'NOT_FOUND' ? state : undefined;
  const next = changes[input.kind]?.(existing, input);
  const right = !answer || (answer.ok && next && shows(answer.body, next));
  if (!next || !right) return undefined;
  return { ...state, reviews: state.reviews.map((review) => (review === existing ? next : review)) };
}

function isTotal({ reviews }: State, { body }: Answer, product: string): boolean {
  const published = reviews.filter(({ hidden }) => hidden === null);
  const sum = published.reduce((total, { rating }) => total + rating, 0);
  const average = published.length > 0 ? Math.round((sum / published.length) * 100) / 100 : null;
  const shown = body.data.find(({ id }: { id: string }) => id === product);
  return shown?.review_count === published.length && shown.rating_average === average;
}

export const apply: Model<State> = (state, input, answer) => {
  if (input.kind === 'post') return applyPost(state, input, answer);
  if (input.kind === 'delete') return applyDelete(state, input, answer);
  if (input.kind === 'totals') return answer?.ok && isTotal(state, answer, input.product) ? state : undefined;
  if (input.kind !== 'list') return applyToOne(state, input, answer);
  const shown: { customer_id: string }[] = answer?.body.data ?? [];
  const right = state.reviews.every((review) =>
    shown.some((one) => one.customer_id === review.customer && shows(one, review)),
  );
  return right && shown.length === state.reviews.length ? state : undefined;
};

export const reviews: Area = {
  name: 'reviews',
  async begin(world) {
    const { store, sites, customers, products } = world;
    const [, product] = products;
    const subject = `reviews of ${product.id}`;
    const store_id = store.id;
    const known: { id: string; customer: string }[] = [];
    await Promise.all([
      ...customers.map((customer) => buy(world, customer, product)),
      // Waited for, so that the list of waitlisted products shows its rating.
      tell(join, { store_id, product_id: product.id, variant_id: product.variants[0]?.id, email: 'ada@example.com' }),
    ]);

    const words = (random: Random) => ({ rating: 1 + random.below(5), title: random.pick(['Good', 'Bad']) });

    const posting = (customer: string, said: ReturnType<typeof words>): Step => ({
      subject,
      keyed: false,
      input: { kind: 'post', customer, ...said },
      async send() {
        const payload = { store_id, site_id: sites[0].id, customer_id: customer, product_id: product.id, ...said };
        const answer = await tell(post, payload);
        if (answer.ok && !known.some(({ id }) => id === answer.body.id)) known.push({ id: answer.body.id, customer });
        return answer;
      },
    });

    const changing = (random: Random, { id, customer }: { id: string; customer: string }): Step => {
      const said = words(random);
      const reason = random.pick(['spam', 'other']);
      const authored = { store_id, customer_id: customer, review_id: id };
      const moderated = { path: { review_id: id }, key: world.write };
      return random.pick<Step>([
        {
          subject,
          keyed: false,
          input: { kind: 'edit', id, ...said },
          // The author is not shown the store's reason's note; all else is as the store sees it.
          send: () => tell(edit, { ...authored, ...said }),
        },
        { subject, keyed: false, input: { kind: 'delete', id }, send: () => tell(remove, authored) },
        {
          subject,
          keyed: true,
          input: { kind: 'hide', id, reason },
          send: (idempotencyKey) => ask(hide, contract.hideReview, { ...moderated, body: { reason }, idempotencyKey }),
        },
        {
          subject,
          keyed: true,
          input: { kind: 'show', id },
          send: (idempotencyKey) => ask(show, contract.showReview, { ...moderated, idempotencyKey }),
        },
        reading(id),
      ]);
    };

    const reading = (id: string): Step => ({
      subject,
      keyed: false,
      input: { kind: 'get', id },
      send: () => ask(get, contract.getReview, { path: { review_id: id }, key: world.read }),
    });

    return {
      subject,
      explains: (operations) => isExplained<State>({ reviews: [], deleted: [] }, operations, apply),
      next(random) {
        const review = known[random.below(known.length)];
        return review === undefined || random.chance(0.35)
          ? posting(random.pick(customers.map(({ id }) => id) as [string, ...string[]]), words(random))
          : changing(random, review);
      },
      last: () => [
        ...known.map(({ id }) => reading(id)),
        {
          subject,
          keyed: false,
          input: { kind: 'list' },
          send: () => ask(list, contract.listReviews, { query: { product: product.id, limit: 100 }, key: world.read }),
        },
        {
          subject,
          keyed: false,
          input: { kind: 'totals', product: product.id },
          send: () => ask(listWaitlisted, listWaitlistedProducts, { query: { limit: 100 }, key: world.read }),
        },
      ],
    };
  },
};
