/** Invokes every function without a route with generated payloads, and holds what it answers against the contract. */
import fc from 'fast-check';
import { auditLedger } from '../../lib/contract/functions/checkout.ts';
import { auditRatings } from '../../lib/contract/functions/operator.ts';
import { invocables } from '../../lib/contract/invocables.ts';
import type { Invocable } from '../../lib/contract/kinds/invocable.ts';
import { invoke } from '../support/invoke.ts';
import { succeeded } from '../support/world/world.ts';
import { faultOfAnswer } from './allowed.ts';
import { type FurnishedStore, furnishedStore } from './furnished-store.ts';
import { payloads, resolved } from './payloads.ts';

export interface FunctionsFuzzResult {
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

/** Whether a function takes away what others need. */
const takesAway = ({ name }: Invocable): boolean => name === 'delete-customer' || name === 'set-customer-standing';

/** The functions in turns, since what one of them makes is what another needs; what takes away comes before the last. */
const turns: readonly (readonly Invocable[])[] = [
  ...Array.from({ length: rounds - 1 }, () => invocables.filter((each) => !takesAway(each))),
  ...Array.from({ length: rounds }, () => invocables.filter(takesAway)),
  invocables.filter((each) => !takesAway(each)),
];

/** Invokes each function so many times in a store, beside another one; then the audits of both must find nothing. */
export async function fuzzFunctions({ seed, runs }: { seed: number; runs: number }): Promise<FunctionsFuzzResult> {
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
      const fault = await fuzzOne(invocable, stores, options, result);
      if (fault === undefined) continue;
      failed.add(invocable);
      result.faults.push(fault);
    }
  }
  for (const { id } of stores) result.faults.push(...(await findings(id)));
  return result;
}

async function fuzzOne(
  invocable: Invocable,
  [own, other]: Stores,
  { seed, runs }: { seed: number; runs: number },
  result: FunctionsFuzzResult,
): Promise<string | undefined> {
  const property = fc.asyncProperty(payloads(invocable), async (payload) => {
    const sent = resolved(payload, [own.seen, other.seen]);
    const answer = await invoke<unknown>(invocable, sent);
    result.invocations += 1;
    const code = typeof answer === 'object' && answer !== null && 'errorType' in answer ? answer.errorType : 'result';
    result.answers.set(String(code), (result.answers.get(String(code)) ?? 0) + 1);
    const fault = faultOfAnswer(invocable, answer);
    if (fault !== undefined) throw new Error(`${fault}\n${JSON.stringify(sent).slice(0, 2000)}`);
    if (code !== 'result') return;
    result.succeeded.add(invocable.name);
    // What another store has would be unknown here.
    if (typeof sent !== 'object' || sent === null || !('store_id' in sent) || sent.store_id !== own.id) return;
    own.seen.take(invocable.name, sent);
    own.seen.collect([sent, answer]);
  });
  const details = await fc.check(property, { seed, numRuns: runs });
  if (!details.failed) return undefined;
  const { errorInstance: cause } = details;
  return `${invocable.name}: ${cause instanceof Error ? cause.stack : cause}`;
}

/** What hostile payloads have put out of joint. */
async function findings(store_id: string): Promise<string[]> {
  const ledger = await allPages<{ findings: object[] }>(auditLedger, store_id);
  const ratings = await allPages<{ drifts: object[] }>(auditRatings, store_id);
  return [...ledger.flatMap((page) => page.findings), ...ratings.flatMap((page) => page.drifts)].map((found) =>
    JSON.stringify(found),
  );
}

async function allPages<Page extends object>(audit: Invocable, store_id: string): Promise<Page[]> {
  const pages: (Page & { next: string | null })[] = [];
  for (let after: string | null | undefined; after !== null; after = pages.at(-1)?.next) {
    pages.push(await succeeded(invoke<Page & { next: string | null }>(audit, { store_id, after })));
  }
  return pages;
}
