/** Invokes every function without a route with generated payloads, and holds what it answers against the contract. */
import fc from 'fast-check';
import { auditLedger } from '../../../lib/resources/gift-cards/functions.ts';
import { invocables } from '../../../lib/resources/nouns.ts';
import { auditRatings, editReview, postReview } from '../../../lib/resources/reviews/functions.ts';
import type { Invocable, ResultOf } from '../../../lib/schema/invocable.ts';
import { invocationScenarios } from '../../requests/all.ts';
import { invoke } from '../../support/invoke.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';
import { faultOfRefusal } from './allowed.ts';
import { payloads, resolved, Seen } from './payloads.ts';

interface FunctionsFuzzResult {
  functions: number;
  invocations: number;
  /** By the code of the refusal, or `result`. */
  answers: Map<string, number>;
  /** Those that have answered with a result. */
  succeeded: Set<string>;
  /** What is wrong, with the smallest payload found that shows it. */
  faults: string[];
}

type Stores = readonly [own: FurnishedStore, other: FurnishedStore];

const rounds = 10;

/** Those that take away what others need. */
const [deletions, standings] = ['delete-customer', 'set-customer-standing'].map((taking) =>
  invocables.filter(({ name }) => name === taking),
);
const others = invocables.filter((each) => !deletions?.includes(each) && !standings?.includes(each));

const times = (count: number, functions: readonly Invocable[] = []) => Array.from({ length: count }, () => functions);

/** The functions in turns, since what one of them makes is what another needs; after one that takes away come all others. */
const turns: readonly (readonly Invocable[])[] = [
  ...times(rounds - 2, others),
  ...[...times(rounds, standings), others],
  ...[...times(rounds, deletions), others],
];

/** Invokes each function so many times in a store that has a bystander; the audits of both must then find nothing. */
export async function fuzzFunctions(
  { seed, runs }: { seed: number; runs: number },
  invokeFunction: typeof invoke = invoke,
): Promise<FunctionsFuzzResult> {
  const result: FunctionsFuzzResult = {
    functions: invocables.length,
    invocations: 0,
    answers: new Map(),
    succeeded: new Set(),
    faults: [],
  };
  const stores: Stores = [await furnishedStore(), await furnishedStore()];
  const failed = new Set<Invocable>();
  for (const [round, functions] of turns.entries()) {
    for (const invocable of functions.filter((each) => !failed.has(each))) {
      const options = { seed: seed * turns.length + round, runs: Math.ceil(runs / rounds) };
      const fault = await fuzzOne({ invocable, invokeFunction }, stores, options, result);
      if (fault === undefined) continue;
      failed.add(invocable);
      result.faults.push(fault);
    }
  }
  for (const { id } of stores) result.faults.push(...(await findings(id)));
  return result;
}

async function fuzzOne(
  { invocable, invokeFunction }: { invocable: Invocable; invokeFunction: typeof invoke },
  [own, other]: Stores,
  { seed, runs }: { seed: number; runs: number },
  result: FunctionsFuzzResult,
): Promise<string | undefined> {
  const property = fc.asyncProperty(payloads(invocable), async (payload) => {
    const sent = resolved(payload, [own.seen, other.seen]);
    const answer = await invokeFunction(invocable, sent);
    result.invocations += 1;
    const { errorType: code = 'result' } = answer;
    result.answers.set(code, (result.answers.get(code) ?? 0) + 1);
    const fault = code === 'result' ? undefined : faultOfRefusal(invocable, answer);
    if (fault !== undefined) throw new Error(`${fault}\n${JSON.stringify(sent).slice(0, 2000)}`);
    if (code !== 'result') return;
    result.succeeded.add(invocable.name);
    // What another store has would be unknown here.
    if (typeof sent !== 'object' || sent === null || !('store_id' in sent) || sent.store_id !== own.id) return;
    own.seen.take(invocable.name, sent);
    // What has just been posted is what its author may edit: an older one is mostly gone by then.
    if (invocable === postReview)
      own.seen.take(editReview.name, { ...sent, review_id: (answer as ResultOf<typeof postReview>).id });
    own.seen.collect([sent, answer]);
  });
  const details = await fc.check(property, { seed, numRuns: runs });
  if (!details.failed) return undefined;
  const { errorInstance: cause } = details;
  return `${invocable.name}: ${cause instanceof Error ? cause.message : cause}`;
}

/** What hostile payloads have put out of joint. */
async function findings(store_id: string): Promise<string[]> {
  const found: object[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page: ResultOf<typeof auditLedger> = await succeeded(invoke(auditLedger, { store_id, after }));
    found.push(...page.findings);
    after = page.next;
  }
  for (let after: string | null | undefined; after !== null; ) {
    const page: ResultOf<typeof auditRatings> = await succeeded(invoke(auditRatings, { store_id, after }));
    found.push(...page.drifts);
    after = page.next;
  }
  return found.map((each) => JSON.stringify(each));
}

interface FurnishedStore {
  id: string;
  seen: Seen;
}

/** What each function needs to succeed is there, and what its payload names is known. */
async function furnishedStore(): Promise<FurnishedStore> {
  const world = await newWorld();
  const { store, sites, customers, products, writeKeyId } = world;
  const seen = new Seen();
  seen.collect([store, sites, customers, products, { id: writeKeyId }]);
  for (const { invocable, prepare } of invocationScenarios) {
    const payload = await prepare(world);
    seen.take(invocable.name, payload);
    seen.collect(payload);
  }
  return { id: store.id, seen };
}
