/** What is true of the reviews of a few products and of their authors, one thing at a time. */
import { isDeepStrictEqual } from 'node:util';
import type { ImportedProduct } from '../../lib/resources/catalog/fields.ts';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { joinWaitlist } from '../../lib/resources/waitlist/functions.ts';
import {
  type Answer,
  type Complaint,
  type Input,
  type Interval,
  isRefused,
  type Model,
  type Operation,
  textOf,
} from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';
import { made } from '../stage/engine/requests.ts';
import { buy } from '../support/world/reviews.ts';
import { newCustomer, newProduct, newVariant, type World } from '../support/world/world.ts';

/** Two customers who have bought two products. */
export interface Fixture {
  world: World;
  customers: readonly [Customer, Customer];
  /** Ids of the products, the first of which is reviewed more often. */
  products: readonly [string, string];
  /** The products as they were first imported. Shoppers wait for the first variant, customers have bought the second. */
  catalog: readonly ImportedProduct[];
  /** Reviews that clients know, with their authors. */
  known: { id: string; customer: string }[];
}

type Customer = ReturnType<typeof newCustomer>;

export async function begin(world: World): Promise<Fixture> {
  const store_id = world.store.id;
  const customers = [newCustomer(), newCustomer()] as const;
  const variants = () => [newVariant('Waited for'), newVariant(variantNames[0])];
  const products = [newProduct({ variants: variants() }), newProduct({ variants: variants() })] as const;
  await made(importRecords, { store_id, customers, products });
  await Promise.all([
    ...customers.flatMap((customer) => products.map((product) => buy(world, customer, product))),
    // Waited for, so that the list of waitlisted products shows their ratings.
    ...products.map(({ id: product_id, variants: [variant] }) =>
      made(joinWaitlist, { store_id, product_id, variant_id: variant?.id, email: 'reader@example.com' }),
    ),
  ]);
  return { world, customers, products: [products[0].id, products[1].id], catalog: products, known: [] };
}

/** What the variant that was bought is called; empty where it is gone. */
export const variantNames = ['Small', 'Tiny', ''] as const;

/** The id of a customer. */
export const customerOf = ({ customers }: Fixture, random: Random): string => random.pick([...customers]).id;

/** What a review may say. */
export const words = (random: Random, titles: readonly [string, string] = ['Good', 'Bad']) => ({
  rating: 1 + random.below(5),
  title: random.pick(titles),
});

interface Review {
  /** Undefined until an answer has shown it. */
  id: string | undefined;
  customer: string;
  product: string;
  rating: number;
  title: string;
  hidden: string | null;
  /** What the store replied. */
  reply: string | null;
}

type Standing = 'good' | 'shadowbanned' | 'banned';

export interface State {
  /** A customer who is deleted has none. */
  standings: Record<string, Standing>;
  reviews: readonly Review[];
  /** Reviews that their authors deleted. */
  deleted: readonly string[];
  /** When the deletion of each customer had ended. */
  customersDeleted: Record<string, number>;
}

/** Before anything is done. */
export const startingWith = (customers: readonly { id: string }[]): State => ({
  standings: Object.fromEntries(customers.map(({ id }) => [id, 'good'])),
  reviews: [],
  deleted: [],
  customersDeleted: {},
});

const statusBy = { good: 'published', shadowbanned: 'shadowbanned', banned: 'banned' } as const;

const statusOf = ({ standings }: State, { customer, hidden }: Review): string =>
  hidden === null ? statusBy[standings[customer] ?? 'good'] : 'hidden';

/** What an author is shown of a status. */
const toAuthor = (status: string): string => (status === 'shadowbanned' ? 'published' : status);

// biome-ignore lint/suspicious/noExplicitAny: a review as it was answered
const shows = (shown: any, { customer, product, rating, title, hidden, reply }: Review, status: string): boolean =>
  shown.customer_id === customer &&
  shown.product_id === product &&
  shown.rating === rating &&
  shown.title === title &&
  shown.status === status &&
  shown.hidden_reason === hidden &&
  // The storefront's lists show the reply, too.
  (shown.reply === undefined || (shown.reply?.body ?? null) === reply);

const placeOf = ({ customer, product }: Pick<Review, 'customer' | 'product'>): string => `${customer} ${product}`;

const withReview = (state: State, before: Review | undefined, next: Review): State => ({
  ...state,
  reviews: [...state.reviews.filter((other) => other !== before), next].toSorted((a, b) =>
    placeOf(a) < placeOf(b) ? -1 : 1,
  ),
});

function applyPost(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const existing = state.reviews.find(
    (review) => review.customer === input.customer && review.product === input.product,
  );
  const refusal = refusalOfPost(state.standings[input.customer], existing, input);
  if (refusal) return isRefused(answer, refusal) ? state : undefined;
  const { customer, product, rating, title } = input;
  const review = existing ?? { id: undefined, customer, product, rating, title, hidden: null, reply: null };
  // The first answer about a review with an unknown id determines which one it is.
  const next = { ...review, id: review.id ?? answer?.body?.id };
  const isShown = !answer || (answer.ok && answer.body.id === next.id);
  const right = isShown && (!answer || shows(answer.body, next, toAuthor(statusOf(state, next))));
  return right ? withReview(state, existing, next) : undefined;
}

function refusalOfPost(standing: Standing | undefined, existing: Review | undefined, { rating, title }: Input) {
  if (!standing) return 'NOT_FOUND';
  if (existing && existing.rating === rating && existing.title === title) return undefined;
  if (standing === 'banned') return 'FORBIDDEN';
  return existing && 'DUPLICATE';
}

function applyEdit(
  state: State,
  { rating, title }: Input,
  answer: Answer | undefined,
  review: Review,
): State | undefined {
  const next = { ...review, rating, title };
  const isChange = review.rating !== rating || review.title !== title;
  if (isChange && state.standings[review.customer] === 'banned')
    return isRefused(answer, 'FORBIDDEN') ? state : undefined;
  const right = !answer || (answer.ok && shows(answer.body, next, toAuthor(statusOf(state, next))));
  return right ? withReview(state, review, next) : undefined;
}

const moderations: Record<string, (review: Review, input: Input) => Review> = {
  hide: (review, { reason }) => ({ ...review, hidden: reason }),
  show: (review) => ({ ...review, hidden: null }),
  get: (review) => review,
};

const replies: Record<string, (review: Review, input: Input) => Review> = {
  'set reply': (review, { body }) => ({ ...review, reply: body }),
  'remove reply': (review) => ({ ...review, reply: null }),
};

/** What is done to the reply of a review, by the review's id. */
function applyReply(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const existing = state.reviews.find(({ id }) => id === input.id);
  const isThere = existing && (input.kind === 'set reply' || existing.reply !== null);
  const next = isThere && replies[input.kind]?.(existing, input);
  if (!next) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  const right = !answer || (answer.ok && (input.kind === 'remove reply' || answer.body.body === next.reply));
  return right ? withReview(state, existing, next) : undefined;
}

function applyDelete(state: State, { id }: Input, answer: Answer | undefined): State | undefined {
  const existing = state.reviews.find((review) => review.id === id);
  if (!existing && !state.deleted.includes(id)) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  if (answer && !answer.ok) return undefined;
  return {
    ...state,
    reviews: state.reviews.filter((review) => review !== existing),
    deleted: existing ? [...state.deleted, id].toSorted() : state.deleted,
  };
}

/** What is done to a review by its id, which an earlier answer showed. */
function applyToOne(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const existing = state.reviews.find(({ id }) => id === input.id);
  if (!existing) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  if (input.kind === 'edit') return applyEdit(state, input, answer, existing);
  const next = moderations[input.kind]?.(existing, input);
  const right = next && (!answer || (answer.ok && shows(answer.body, next, statusOf(state, next))));
  return right ? withReview(state, existing, next) : undefined;
}

function applyStanding(state: State, { customer, standing }: Input, answer: Answer | undefined): State | undefined {
  const before = state.standings[customer];
  if (!before) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  const moved =
    before === standing ? [] : state.reviews.filter((one) => one.customer === customer && one.hidden === null);
  // The function returns the number of changed reviews, the endpoint the customer.
  const isShown = answer?.body?.reviews_changed === moved.length || answer?.body?.standing === standing;
  const right = !answer || (answer.ok && isShown);
  return right ? { ...state, standings: { ...state.standings, [customer]: standing } } : undefined;
}

function applyGetCustomer(state: State, { customer }: Input, answer: Answer | undefined): State | undefined {
  const standing = state.standings[customer];
  if (!standing) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  return answer?.body?.standing === standing ? state : undefined;
}

function applyDeleteCustomer(
  state: State,
  { customer }: Input,
  answer: Answer | undefined,
  { to }: Interval,
): State | undefined {
  if (answer && !answer.ok) return undefined;
  const { [customer]: _, ...standings } = state.standings;
  return {
    ...state,
    standings,
    reviews: state.reviews.filter((review) => review.customer !== customer),
    customersDeleted: { ...state.customersDeleted, [customer]: to },
  };
}

function applyImport(state: State, { customer }: Input, answer: Answer | undefined): State | undefined {
  if (answer && !answer.ok) return undefined;
  return { ...state, standings: { [customer]: 'good', ...state.standings } };
}

function totalsOf(state: State, product: string) {
  const published = state.reviews.filter(
    (review) => review.product === product && statusOf(state, review) === 'published',
  );
  const sum = published.reduce((total, { rating }) => total + rating, 0);
  const average = published.length > 0 ? Math.round((sum / published.length) * 100) / 100 : null;
  return { published, average };
}

function applyRatings(state: State, { products }: Input, answer: Answer | undefined): State | undefined {
  const expected = products.map((product_id: string) => {
    const { published, average } = totalsOf(state, product_id);
    const starsOf = (stars: number) => published.filter(({ rating }) => rating === stars).length;
    const ratings = Object.fromEntries([1, 2, 3, 4, 5].map((stars) => [stars, starsOf(stars)]));
    return { product_id, review_count: published.length, rating_average: average, ratings };
  });
  return isDeepStrictEqual(answer?.body?.data, expected) ? state : undefined;
}

function applyToken(state: State, { customer }: Input, answer: Answer | undefined): State | undefined {
  if (!state.standings[customer]) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  return answer?.ok ? state : undefined;
}

function applyTotals(state: State, { product }: Input, answer: Answer | undefined): State | undefined {
  const { published, average } = totalsOf(state, product);
  const shown = answer?.body.data.find(({ id }: { id: string }) => id === product);
  return shown?.review_count === published.length && shown.rating_average === average ? state : undefined;
}

/** The history without the reviews that lists of the whole store show of another area's products: that area judges them. */
export const withoutOthers = ({ products }: Fixture, history: readonly Operation[]): Operation[] =>
  history.map((operation) => {
    const { input, answer } = operation;
    const isOfAll = input.kind.startsWith('list') && !input.product && !input.customer;
    if (!isOfAll || !answer?.ok) return operation;
    const data = answer.body.data.filter((shown: { product_id: string }) => products.includes(shown.product_id));
    return { ...operation, answer: { ...answer, body: { ...answer.body, data } } };
  });

/** Which reviews a list shows, and as what. */
const listed: Record<string, (state: State, review: Review, input: Input) => string | undefined> = {
  list: (state, review, { status, customer, product, rating, replied }) => {
    const own = statusOf(state, review);
    const isHere = (!product || review.product === product) && (!customer || review.customer === customer);
    const isFiltered =
      (!rating || review.rating === rating) && (!replied || (review.reply !== null) === (replied === 'true'));
    const isWanted = isHere && isFiltered && (!status || own === status);
    return isWanted ? own : undefined;
  },
  'product page': (state, review, { viewer, product, stars }) => {
    if (review.product !== product || (stars && review.rating !== stars)) return undefined;
    const status = statusOf(state, review);
    return status === 'published' || (status === 'shadowbanned' && review.customer === viewer)
      ? 'published'
      : undefined;
  },
  account: (state, review, { customer }) => {
    const status = statusOf(state, review);
    return review.customer === customer && status !== 'banned' ? toAuthor(status) : undefined;
  },
};

function applyList(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const isGone = input.customer !== undefined && !state.standings[input.customer];
  if (isGone) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  const shown: { customer_id: string; product_id: string }[] = answer?.body?.data ?? [];
  const expected = state.reviews.flatMap((review) => {
    const status = listed[input.kind]?.(state, review, input);
    return status === undefined ? [] : [{ review, status }];
  });
  const right = expected.every(({ review, status }) => shown.some((one) => shows(one, review, status)));
  return right && shown.length === expected.length ? state : undefined;
}

function applyAudit(state: State, _input: Input, answer: Answer | undefined): State | undefined {
  return answer?.ok && answer.body.drifts.length === 0 ? state : undefined;
}

/** Names have no bearing on the rest: `misnamed` judges them. */
const applyRename = (state: State, _input: Input, answer: Answer | undefined): State | undefined =>
  !answer || answer.ok ? state : undefined;

/** Reviews show some name that their variant has been given, and at last the last one. */
export function misnamed(history: readonly Operation[]): Complaint | undefined {
  const renamings = history.filter(({ input }) => input.kind === 'rename');
  const wrong = history.find(({ answer, from }) => {
    const reviews: { product_id: string; variant_name: string }[] = [
      answer?.body,
      ...(answer?.body?.data ?? []),
    ].filter((one) => one?.variant_name !== undefined);
    return reviews.some(({ product_id, variant_name }) => {
      const own = renamings.filter(({ input }) => input.product === product_id);
      const last = own.at(-1);
      const names =
        last && last.to < from ? [last.input.name] : [variantNames[0], ...own.map(({ input }) => input.name)];
      return !names.includes(variant_name);
    });
  });
  return wrong && { message: `a review has another name: ${textOf(wrong)}`, history: [...renamings, wrong] };
}

/** A customer's token is refused if it may be that they are banned or deleted, and not otherwise. */
export function wronglyRefused(history: readonly Operation[]): Complaint | undefined {
  const ends = history.filter(
    ({ input }) => input.kind === 'delete customer' || (input.kind === 'standing' && input.standing === 'banned'),
  );
  const wrong = history.find(({ input, answer, to }) => {
    const isBarred = ends.some((end) => end.input.customer === input.tokenOf && end.from < to);
    return isTokenRefused(answer) && !isBarred;
  });
  return wrong && { message: `a token is refused: ${textOf(wrong)}`, history: [...ends, wrong] };
}

/** The token of a customer who is banned or deleted is refused before anything is read of their reviews. */
const isTokenRefused = (answer: Answer | undefined): boolean => answer?.code === 'UNAUTHORIZED';

/**
 * What the customer of a token is shown of their own review of a product. Both products are bought. `BatchGetItem` reads each item at a moment
 * of its own: a list that began before the customer was deleted may have read the customer before that, and the review after it.
 */
function applyReviewable(
  state: State,
  { customer, product }: Input,
  answer: Answer | undefined,
  { from }: Interval,
): State | undefined {
  const standing = state.standings[customer];
  const review = state.reviews.find((each) => each.customer === customer && each.product === product);
  const shown = answer?.body?.review;
  const isMeanwhile = from < (state.customersDeleted[customer] ?? Number.NEGATIVE_INFINITY);
  if (!standing && shown === null && isMeanwhile) return state;
  if (!standing || standing === 'banned' || !answer?.ok) return undefined;
  if (!review || !shown) return review === undefined && shown === null ? state : undefined;
  return shows(shown, review, toAuthor(statusOf(state, review))) ? state : undefined;
}

/** What a list shows of one review while the index follows. The first answer about a review says which one it is. */
function applyGlimpse(state: State, _input: Input, answer: Answer | undefined): State | undefined {
  const { body: shown } = answer ?? {};
  const review = state.reviews.find(
    ({ id, customer, product }) =>
      (id === undefined || id === shown.id) && customer === shown.customer_id && product === shown.product_id,
  );
  const isRight = review && shows(shown, review, statusOf(state, review));
  return isRight ? withReview(state, review, { ...review, id: shown.id }) : undefined;
}

/** A list made while its index follows: all that it shows was so before it was answered. */
export const inSteps = (operation: Operation): Operation[] =>
  operation.input.kind === 'reviewable' && operation.answer?.ok
    ? operation.answer.body.data.map((body: { product_id: string }) => ({
        ...operation,
        input: { ...operation.input, kind: 'reviewable product', product: body.product_id },
        answer: { ok: true, body },
      }))
    : operation.input.kind === 'list meanwhile'
      ? (operation.answer?.body?.data ?? []).map((body: object) => ({
          ...operation,
          input: { kind: 'glimpse', reads: true },
          answer: { ok: true, body },
          from: 0,
        }))
      : [operation];

const effects: Record<string, Model<State>> = {
  ...Object.fromEntries(Object.keys(replies).map((kind) => [kind, applyReply])),
  glimpse: applyGlimpse,
  'create token': applyToken,
  'reviewable product': applyReviewable,
  rename: applyRename,
  post: applyPost,
  delete: applyDelete,
  standing: applyStanding,
  'get customer': applyGetCustomer,
  'delete customer': applyDeleteCustomer,
  'import customer': applyImport,
  totals: applyTotals,
  ratings: applyRatings,
  audit: applyAudit,
  rebuild: (state) => state,
};

export const apply: Model<State> = (state, input, answer, during) =>
  isTokenRefused(answer)
    ? state
    : input.kind in listed
      ? applyList(state, input, answer)
      : (effects[input.kind] ?? applyToOne)(state, input, answer, during);
