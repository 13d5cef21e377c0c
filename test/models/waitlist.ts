/**
 * What is true of a product's waitlist. Each shopper's entry for each variant is judged separately; counts are compared with
 * who may have been waiting while they were taken.
 */
import type { ImportedProduct } from '../../lib/resources/catalog/fields.ts';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import {
  type Complaint,
  type Input,
  isExplained,
  type Model,
  type Operation,
  unexplained,
} from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';
import { made } from '../stage/engine/requests.ts';
import type { SentMail } from '../stage/random/run.ts';
import { newCustomer, newProduct, newVariant, type World } from '../support/world/world.ts';

/** A product with two variants that shoppers wait for. */
export interface Fixture {
  store_id: string;
  key: string;
  write: string;
  product: ImportedProduct;
  variants: readonly [string, string];
  /** A customer with the address of a shopper. */
  customer: { id: string; email: string };
  /** Restocks that were created through the API, each under a name of its own. */
  created: string[];
}

export async function begin({ store, read: key, write }: World): Promise<Fixture> {
  const [small, large] = [newVariant('S'), newVariant('L')];
  const product = newProduct({ name: firstName, variants: [small, large] });
  const customer = newCustomer({ email: 'Ada@example.com' });
  await made(importRecords, { store_id: store.id, customers: [customer], products: [product] });
  return { store_id: store.id, key, write, product, variants: [small.id, large.id], customer, created: [] };
}

const shoppers = ['ada@example.com', 'ADA@example.com', 'Grace@example.com', 'grace@example.com'] as const;

/** Someone who waits for a variant, or does not: as the model names them, and as a function is invoked. */
export function shopperOf({ store_id, product, variants }: Fixture, random: Random) {
  const variant_id = random.pick([...variants]);
  const email = random.pick([...shoppers]);
  return {
    input: { variant: variant_id, shopper: `${variant_id} ${email.toLowerCase()}` },
    payload: { store_id, product_id: product.id, variant_id, email },
  };
}

/** The id of a restock, which may be of any variant. */
export const restockOf = (random: Random): string => `restock-${random.below(2)}`;

/** Restocks that notify a few, apart from those for all. */
export const fewRestocks = ['few-0', 'few-1'] as const;

const isFew = ({ restock }: Input): boolean => fewRestocks.includes(restock);

export const fewOf = (random: Random): string => random.pick([...fewRestocks]);

/** A shopper and one variant. */
interface State {
  /** Whether the product has the variant. */
  isOffered: boolean;
  /** Perhaps: they may have been taken off while the variant was gone. */
  isWaiting: boolean | 'perhaps';
  /** Whether a restock has come while they wait, so that they are due its email. */
  isDue: boolean;
  /** Restocks of the variant. */
  restocks: readonly string[];
  /** How many of them the shopper was mailed about. */
  mailed: number;
}

const nobody: State = { isOffered: true, isWaiting: false, isDue: false, restocks: [], mailed: 0 };

const effects: Record<string, (state: State, input: Input) => State | undefined> = {
  join: (state) => (state.isOffered ? { ...state, isWaiting: true } : state.isWaiting ? state : undefined),
  leave: (state) => ({ ...state, isWaiting: false, isDue: false }),
  // Of a few it is not known whether the shopper is one.
  restock: (state, { restock, atMost }) =>
    state.restocks.includes(restock)
      ? state
      : {
          ...state,
          isDue: state.isDue || (state.isWaiting === true && atMost === undefined),
          restocks: [...state.restocks, restock].toSorted(),
        },
  // A shopper who joins while a restock's emails go out may be mailed too, or wait; none gets two emails of one.
  mailed: (state) =>
    state.isWaiting && state.mailed < state.restocks.length
      ? { ...state, isWaiting: false, isDue: false, mailed: state.mailed + 1 }
      : undefined,
  offer: (state, { isOffered }) => {
    if (isOffered || !state.isWaiting) return { ...state, isOffered };
    return { ...state, isOffered, isWaiting: 'perhaps', isDue: false };
  },
  dropped: (state) => (state.isOffered ? undefined : { ...state, isWaiting: false, isDue: false }),
  'is waiting': (state, { waiting }) =>
    state.isWaiting === waiting || state.isWaiting === 'perhaps' ? state : undefined,
  end: (state) => (state.isDue ? undefined : state),
};

/** A variant that is gone is refused, leaving it too once its shoppers have been taken off. Leaving reads the product and the entry side by side. */
const mayBeRefused = ({ isOffered, isWaiting }: State, { kind }: Input): boolean =>
  kind === 'join' ? !isOffered : kind === 'leave' && isWaiting !== true;

const apply: Model<State> = (state, input, answer) => {
  if (answer && !answer.ok) return answer.code === 'NOT_FOUND' && mayBeRefused(state, input) ? state : undefined;
  if (answer?.body?.waiting !== undefined && answer.body.waiting !== (input.kind === 'join')) return undefined;
  return effects[input.kind]?.(state, input);
};

const end: Operation = {
  input: { kind: 'end' },
  answer: { ok: true },
  from: Number.MAX_SAFE_INTEGER - 1,
  to: Number.MAX_SAFE_INTEGER,
};

/** What is wrong, or undefined. */
export function complaintAbout(
  history: readonly Operation[],
  mails: readonly SentMail[],
  variants: readonly string[],
): Complaint | string | undefined {
  const restockMails = mailsOf(mails);
  const histories = historiesOf(history, restockMails, variants);
  for (const [shopper, own] of histories) {
    const complaint = unexplained(nobody, [...own, end], apply);
    if (complaint) return { ...complaint, message: `${shopper}: ${complaint.message}` };
  }
  return (
    complaintAboutRestocks(history) ??
    complaintAboutProgress(history) ??
    complaintAboutFew(history, restockMails) ??
    complaintAboutCounts(history, histories) ??
    complaintAboutCustomer(history, histories, variants) ??
    complaintAboutLists(history) ??
    complaintAboutEnd(history, restockMails)
  );
}

interface RestockMail {
  shopper: string;
  restock: string;
  at: number;
}

/** One for each message, however often it was sent. */
function mailsOf(mails: readonly SentMail[]): RestockMail[] {
  const byMessage = new Map<string, RestockMail>();
  for (const { message = '{}', to, at } of mails) {
    const { type, variant_id, restock_id } = JSON.parse(message);
    if (type !== 'restock' || byMessage.has(message)) continue;
    byMessage.set(message, { shopper: `${variant_id} ${to.toLowerCase()}`, restock: restock_id, at });
  }
  return [...byMessage.values()];
}

function historiesOf(
  history: readonly Operation[],
  mails: readonly RestockMail[],
  variants: readonly string[],
): Map<string, Operation[]> {
  const shoppers = new Set([
    ...history.flatMap(({ input }) => (input.shopper ? [String(input.shopper)] : [])),
    ...mails.map(({ shopper }) => shopper),
  ]);
  return new Map(
    [...shoppers].map((shopper) => {
      const variant = variants.find((id) => shopper.startsWith(`${id} `));
      const left = leavesOf(history, shopper);
      const own = history.filter(
        ({ input, answer }) =>
          input.shopper === shopper || (input.kind === 'restock' && input.variant === variant && answer?.ok !== false),
      );
      const mailed = mails
        .filter((mail) => mail.shopper === shopper)
        .map(({ at }): Operation => ({ input: { kind: 'mailed' }, answer: { ok: true }, from: 0, to: at }));
      return [shopper, [...own, ...left, ...mailed, ...offersOf(history, variant)]];
    }),
  );
}

/** Unsubscribing leaves every variant. An email that is queued is not sent then: its restock may have notified the shopper. */
const leavesOf = (history: readonly Operation[], shopper: string): Operation[] =>
  history
    .filter(({ input }) => input.kind === 'unsubscribe' && shopper.endsWith(` ${input.address}`))
    .flatMap((operation): Operation[] => [
      { ...operation, input: { kind: 'leave' } },
      { input: { kind: 'mailed' }, answer: undefined, from: 0, to: operation.to },
    ]);

/** When the product had a variant. Before the last count all shoppers of a dropped variant are removed. */
const offersOf = (history: readonly Operation[], variant: string | undefined): Operation[] =>
  history.flatMap((operation): Operation[] => {
    const { input, from, answer } = operation;
    if (input.kind !== 'import') return [];
    const isOffered = input.variants.includes(variant);
    const offer = { ...operation, input: { kind: 'offer', isOffered }, answer: answer?.ok ? answer : undefined };
    if (isOffered || !input.isLast) return [offer];
    const to = history.find((other) => other.input.kind === 'count' && other.from > from)?.from ?? 0;
    return [offer, { input: { kind: 'dropped' }, from, to, answer: { ok: true } }];
  });

/** A restock is answered the same however often it is made, and refused where it has been of another variant. */
function complaintAboutRestocks(history: readonly Operation[]): string | undefined {
  const restocks = history.filter(({ input }) => input.kind === 'restock');
  for (const { input, answer } of restocks) {
    const same = restocks.filter((other) => other.input.restock === input.restock);
    const others = same.filter((other) => other.input.variant !== input.variant || other.input.atMost !== input.atMost);
    if (answer?.ok === false && !mayRefuseRestock(history, input, answer.code, others.length > 0))
      return 'a restock was refused';
    if (answer?.ok && same.some((other) => other.answer?.ok && other.answer.body.notifying !== answer.body.notifying)) {
      return `restock ${input.restock} was answered in two ways`;
    }
  }
  return undefined;
}

/** A restock of a few notifies no more than it names, and ends. */
function complaintAboutFew(history: readonly Operation[], mails: readonly RestockMail[]): string | undefined {
  // Of shoppers who have been notified and then unsubscribe.
  const mayDrop = history.some(({ input }) => input.kind === 'unsubscribe');
  for (const restock of fewRestocks) {
    const own = history.filter(({ input }) => input.restock === restock);
    const numbers = own.filter(({ answer }) => answer?.ok !== false).map(({ input }) => input.atMost ?? 0);
    const mailed = mails.filter((mail) => mail.restock === restock).length;
    if (mailed > Math.max(0, ...numbers)) return `${mailed} were mailed of a restock of ${numbers}`;
    const last = own.findLast(({ input }) => input.kind === 'progress')?.answer;
    const notified = last?.body?.notified;
    if (last?.ok && (!last.body.done || notified < mailed || (notified > mailed && !mayDrop)))
      return `${restock} tells its progress wrong`;
  }
  return undefined;
}

/** It is of another variant or another number, or of a variant that has been gone. */
const mayRefuseRestock = (
  history: readonly Operation[],
  { variant }: Input,
  code: string | undefined,
  isOther: boolean,
) =>
  (code === 'DUPLICATE' && isOther) ||
  (code === 'NOT_FOUND' && history.some(({ input }) => input.kind === 'import' && !input.variants.includes(variant)));

/** A restock can be followed from its answer on, with the count it was answered with. */
function complaintAboutProgress(history: readonly Operation[]): string | undefined {
  const restocks = history.filter(({ input }) => input.kind === 'restock');
  const wrong = history.find((operation) => {
    const { input, answer, from, to } = operation;
    if (input.kind !== 'progress' || !answer) return false;
    const own = restocks.filter((other) => other.input.restock === input.restock);
    const made = own.find((other) => other.answer?.ok);
    if (!answer.ok) return made !== undefined && made.to < from;
    return (
      own.every((other) => other.from > to || other.answer?.ok === false) ||
      (made && made.answer?.body.notifying !== answer.body.notifying)
    );
  });
  return wrong && `restock ${wrong.input.restock} cannot be followed`;
}

/** Whether a shopper may have been waiting, or not, at some moment of a request. */
const mayBeWaiting = (own: readonly Operation[], waiting: boolean, { from, to }: Operation): boolean =>
  isExplained(
    nobody,
    [...own, { input: { kind: 'is waiting', waiting, reads: true }, answer: { ok: true }, from, to }],
    apply,
  );

/** What answers count: the shoppers of the product, or of a variant. */
function countsIn({ input, answer }: Operation): { variant?: string; counted: number }[] {
  if (!answer?.ok) return [];
  if (input.kind === 'count') return [{ counted: answer.body.data.waiting_count }];
  if (input.kind !== 'get product') return [];
  return answer.body.variants.map(({ id, waiting_count }: { id: string; waiting_count: number }) => ({
    variant: id,
    counted: waiting_count,
  }));
}

function complaintAboutCounts(
  history: readonly Operation[],
  histories: ReadonlyMap<string, readonly Operation[]>,
): string | undefined {
  for (const operation of history) {
    for (const { variant = '', counted } of countsIn(operation)) {
      const counts = [...histories].flatMap(([shopper, own]) => (shopper.startsWith(variant) ? [own] : []));
      const most = counts.filter((own) => mayBeWaiting(own, true, operation)).length;
      const least = counts.filter((own) => !mayBeWaiting(own, false, operation)).length;
      if (!(counted >= least && counted <= most))
        return `${counted} were counted ${variant && `for ${variant} `}while ${least} to ${most} were waiting`;
    }
  }
  return undefined;
}

/** What a customer waits for: the variants that the shopper with their address waits for. */
function complaintAboutCustomer(
  history: readonly Operation[],
  histories: ReadonlyMap<string, readonly Operation[]>,
  variants: readonly string[],
): string | undefined {
  for (const operation of history) {
    const { input, answer } = operation;
    if (input.kind !== 'waits for' || !answer) continue;
    if (!answer.ok) return `the waitlist of a customer was refused: ${answer.code}`;
    const shown = answer.body.data.map(({ variant_id }: { variant_id: string }) => variant_id);
    const wrong = variants.find((variant) => {
      const own = histories.get(`${variant} ${input.email.toLowerCase()}`) ?? [];
      return !mayBeWaiting(own, shown.includes(variant), operation);
    });
    if (wrong) return `the waitlist of a customer is wrong about ${wrong}: it contains ${shown}`;
  }
  return undefined;
}

interface Shown {
  id: string;
  name: string;
  waiting_count: number;
}

/** Lists once all is quiet: the product with its count and its last name, as far as anybody waits and the search finds it. */
function complaintAboutLists(history: readonly Operation[]): string | undefined {
  const lists = history.filter(({ input }) => input.kind === 'list');
  for (const list of lists) {
    const { input, from } = list;
    const count = history.find((other) => other.input.kind === 'count' && other.from === from)?.answer?.body.data
      .waiting_count;
    const shownIn = (list: Operation | undefined): Shown | undefined =>
      list?.answer?.body.data.find(({ id }: Shown) => id === input.product);
    const name = shownIn(lists.find((other) => other.from === from && other.input.search === ''))?.name;
    const shown = shownIn(list);
    const isFound = name?.toLowerCase().includes(input.search.toLowerCase()) ?? false;
    if ((name !== undefined) !== count > 0) return `${count} wait, and the list shows ${name}`;
    if ((shown !== undefined) !== isFound) return `a search for ${input.search} does not go by ${name}`;
    if (shown && shown.waiting_count !== count) return `the ranking counts otherwise than ${count}`;
    if (name !== undefined && !isLastName(history, name, from)) return `${name} is not the product's name`;
  }
  return undefined;
}

function isLastName(history: readonly Operation[], name: string, from: number): boolean {
  const imports = history.filter(({ input }) => input.kind === 'import');
  const read: Operation = { input: { kind: 'name', name, reads: true }, answer: { ok: true }, from, to: from + 1 };
  return isExplained(firstName, [...imports, read], (state, input, answer) => {
    if (answer && !answer.ok) return undefined;
    if (input.kind === 'import') return input.name;
    return state === input.name ? state : undefined;
  });
}

export const firstName: string = 'Blue teapot';

/** The last restocks are mailed to all shoppers counted before, and then no shopper waits. */
function complaintAboutEnd(history: readonly Operation[], mails: readonly RestockMail[]): string | undefined {
  const counts = history.filter(({ input }) => input.kind === 'count').slice(-2);
  const restockedAt = history.findLast(({ input }) => input.kind === 'restock')?.from ?? 0;
  const [before, after] = counts.map(({ answer }) => answer?.body.data.waiting_count);
  const mailed = mails.filter(({ at }) => at >= restockedAt).length;
  if (mailed !== before) return `${before} were waiting, ${mailed} were mailed`;
  const progress = history.filter(
    ({ input, from }) => input.kind === 'progress' && !isFew(input) && from > restockedAt,
  );
  const notified = progress.reduce((sum, { answer }) => sum + (answer?.body.notified ?? 0), 0);
  if (notified !== mailed || !progress.every(({ answer }) => answer?.body.done))
    return 'a restock tells its progress wrong';
  return after === 0 ? undefined : `${after} still wait after everybody was mailed`;
}
