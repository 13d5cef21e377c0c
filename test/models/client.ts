import { inspect } from 'node:util';
import type { ClientOptions } from '../../lib/client/options.ts';
import {
  ApiError,
  ConnectionError,
  RateLimitError,
  ServerError,
  type StoreCommerce,
} from '../../lib/client/store-commerce.ts';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { issueGiftCard } from '../../lib/resources/gift-cards/operations.ts';
import { noteCall } from '../stage/engine/execution.ts';
import { type Answer, type Input, isRefused, type Model, type Operation } from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';
import { asked, made, type Request, Violation } from '../stage/engine/requests.ts';
import { newCustomer, newWorld } from '../support/world/world.ts';
import { Line } from './client-line.ts';

export type MakeShop = (options: ClientOptions) => StoreCommerce;

/** A customer and a gift card of a store of their own; the client makes its keys. */
export interface Fixture {
  key: string;
  shopOn: MakeShop;
  customer: string;
  card: string;
  /** Ids of addresses that calls have answered. */
  known: string[];
  /** Ids of those that no client has ever asked to delete. */
  kept: Set<string>;
}

export const firstBalance = 1000;

export async function begin(shopOn: MakeShop): Promise<Fixture> {
  const { store, write: key } = await newWorld();
  const customer = newCustomer();
  await made(importRecords, { store_id: store.id, customers: [customer] });
  const { body: card } = await asked(issueGiftCard, { body: { value: firstBalance }, key });
  return { key, shopOn, customer: customer.id, card: String(card.id), known: [], kept: new Set() };
}

interface Called {
  of: { name: string };
  input: Input;
  random: Random;
  act(shop: StoreCommerce): PromiseLike<unknown>;
}

/** One call of the client, on a line of its own. */
export function calling(fixture: Fixture, { of: { name }, input, random, act }: Called): Request {
  const chances = random.fork();
  return {
    name,
    input,
    identity: JSON.stringify([name, input]),
    keyed: false,
    async send() {
      noteCall(name);
      const line = new Line(chances.fork());
      const shop = fixture.shopOn({ apiKey: fixture.key, baseUrl: 'https://simulated.example', fetch: line.fetch });
      const answer = await Promise.resolve(act(shop)).then(
        (body): Answer => ({ ok: true, body }),
        (error: unknown) => refusal(error, line),
      );
      const [complaint] = line.complaints;
      if (complaint)
        throw new Violation(
          `the client: ${complaint}`,
          line.sent.map((each) => inspect(each)),
        );
      return answer;
    },
  };
}

/** What a rejected call shows: that nothing was done, or that this is unknown. */
function refusal(error: unknown, line: Line): Answer {
  if (error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError) {
    return { ok: false, code: 'INTERNAL_ERROR' };
  }
  if (!(error instanceof ApiError)) throw new Violation('the client: A call was rejected otherwise', [inspect(error)]);
  // An earlier request of the call may still take effect, in a function that continues.
  return { ok: false, code: line.isUncertain ? 'INTERNAL_ERROR' : error.code, body: { tried: line.sent.length } };
}

/** The balance of the card. */
export const apply: Model<number> = (balance, { kind, amount }, answer) => {
  if (kind === 'look at card') return !answer || answer.body.balance === balance ? balance : undefined;
  const next = balance + amount;
  if (next < 0) return isRefused(answer, 'INVALID_FIELD') ? balance : undefined;
  return !answer || (answer.ok && answer.body.balance === next) ? next : undefined;
};

/** What is wrong with the addresses that are left. */
export function wrongAddresses(history: readonly Operation[]): string | undefined {
  const of = (kind: string) => history.filter(({ input }) => input.kind === kind);
  const left: { id: string; last_name: string }[] = of('list at last')[0]?.answer?.body.data ?? [];
  const deletions = of('delete');
  for (const { input, answer } of of('create')) {
    const shown = left.filter(({ last_name }) => last_name === input.word);
    const tries = of('create').filter((each) => each.input.word === input.word);
    const unknown = tries.filter((each) => !each.answer).length;
    const ids = tries.flatMap((each) => (each.answer?.ok ? [String(each.answer.body.id)] : []));
    const strangers = shown.filter(({ id }) => !ids.includes(id));
    if (strangers.length > unknown) return `${input.word} was created ${shown.length} times by ${tries.length} calls`;
    if (!answer?.ok) continue;
    const asked = deletions.filter((each) => each.input.id === answer.body.id);
    const isLeft = shown.some(({ id }) => id === answer.body.id);
    if (!isLeft && asked.length === 0) return `${input.word} was created, and is not there`;
    if (isLeft && asked.some((each) => each.answer?.ok)) return `${input.word} was deleted, and is there`;
  }
  return undefined;
}
