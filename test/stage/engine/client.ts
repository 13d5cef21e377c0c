/** A client as the contract wants one: it makes a request again, with the same idempotency key, until it knows the outcome. */
import { isDeepStrictEqual } from 'node:util';
import { attemptsAtMost } from '../../../lib/once/unit-of-work.ts';
import type { Run } from '../random/run.ts';
import { clock } from './clock.ts';
import type { Execution } from './execution.ts';
import type { Faults } from './faults.ts';
import { execute } from './faulty-aws.ts';
import { type Answer, type Operation, textOf } from './history.ts';
import type { Random } from './random.ts';
import { hasFailed, isAnswer, type Request, Violation } from './requests.ts';
import type { Scheduler } from './scheduler.ts';

interface Attempt {
  answer: Answer | undefined;
  from: number;
  to: number;
  /** When its last call ended. */
  lastCall: number;
  /** Whether the function failed though none of its calls did. */
  isUnprovoked?: boolean;
}

/** A request, and its whole outcome. */
export interface Deed {
  request: Request;
  key: string | undefined;
  attempts: Attempt[];
}

/** Where someone acts; `faults` are those of one execution, undefined if nothing fails. */
export interface Surroundings {
  run: Run;
  scheduler: Scheduler;
  random: Random;
  faults: (() => Faults) | undefined;
}

/** Does something, and all that comes of it; nothing fails but where it says so. */
export const within = <T>({ run, scheduler }: Surroundings, work: () => Promise<T>): Promise<T> =>
  scheduler.run(execute({ run, scheduler, startedAt: clock.now() }, work));

const attemptsUnderFaults = 3;

/** Makes a request until its outcome is known; the last attempt meets no fault. */
export async function perform(request: Request, key: string | undefined, surroundings: Surroundings): Promise<Deed> {
  if (request.keyed && key === undefined) return performOnce(request, surroundings);
  const { run } = surroundings;
  const deed: Deed = { request, key, attempts: [] };
  for (let tried = 0; ; tried += 1) {
    const isLast = tried >= attemptsUnderFaults;
    if (tried > 0) run.count('request made again');
    const answers = await attempts(deed, surroundings, isLast);
    if (answers.some(isAnswer)) return deed;
    if (isLast) throw new Violation('No answer although nothing failed', linesOf(deed));
  }
}

/** Makes a request without its optional key: after a fault, its outcome would be unknown. */
async function performOnce(request: Request, surroundings: Surroundings): Promise<Deed> {
  const deed: Deed = { request, key: undefined, attempts: [] };
  const answers = await attempts(deed, { ...surroundings, faults: undefined });
  if (!answers.every(isAnswer)) throw new Violation('No answer although nothing failed', linesOf(deed));
  return deed;
}

/** Sends the request, now and then twice at once. */
async function attempts(deed: Deed, surroundings: Surroundings, isLast = false): Promise<(Answer | undefined)[]> {
  const { scheduler, random, run } = surroundings;
  await scheduler.pause();
  const hasTwin = !isLast && random.chance(0.15);
  if (hasTwin) run.count(deed.key === undefined ? 'twin without a key' : 'twin at once');
  return Promise.all([deed, ...(hasTwin ? [deed] : [])].map((each) => attempt(each, surroundings, isLast)));
}

/** Sends the request once. Undefined if the function died or the client stopped waiting, while the function may go on. */
async function attempt(deed: Deed, { run, scheduler, random, faults }: Surroundings, calm: boolean) {
  const impatient = !calm && faults !== undefined && random.chance(0.1);
  const record: Attempt = { answer: undefined, from: scheduler.time, to: Number.POSITIVE_INFINITY, lastCall: 0 };
  deed.attempts.push(record);
  const unheard = Promise.withResolvers<undefined>();
  const instance = run.instances.take();
  if (instance.skew !== 0) run.count('function with a clock of its own');
  const execution: Execution = {
    run,
    scheduler,
    instance,
    startedAt: clock.now(),
    // A function without its client may take effect at any time; it meets no fault, so its outcome stays known.
    faults: calm || impatient ? undefined : faults?.(),
    onCall() {
      record.lastCall = scheduler.time;
    },
    onFreeze: () => unheard.resolve(undefined),
    die() {
      record.to = scheduler.time;
      unheard.resolve(undefined);
    },
  };
  const answered = execute(execution, () => deed.request.send(deed.key)).then((answer) => {
    run.instances.giveBack(instance);
    const { hasMetFault, isOfLastRelease, timesHeldUp = 0 } = execution;
    // What the last release does wrong cannot be fixed. One that is held up for all its attempts has lost to others, which AWS does not let last so long.
    const isUnprovoked = hasFailed(answer) && !hasMetFault && !isOfLastRelease && timesHeldUp < attemptsAtMost;
    Object.assign(record, { answer, to: scheduler.time, isUnprovoked });
    run.note(deed.request.name, answer);
    return answer;
  });
  if (!impatient) return Promise.race([answered, unheard.promise]);
  const gaveUp = scheduler
    .pause()
    .then(() => scheduler.pause())
    .then(() => undefined);
  const heard = await Promise.race([answered, gaveUp]);
  if (heard === undefined) run.count('client gave up waiting');
  return heard;
}

/**
 * Asks again, when all is quiet, for the outcome of a keyed request that was refused but might still have taken effect,
 * as by a function that continued minutes later and died: a recorded reply shows it, and when at the latest.
 */
export async function askAgain({ request, key, attempts }: Deed, run: Run): Promise<void> {
  const unanswered = attempts.filter(({ answer }) => !isAnswer(answer));
  if (key === undefined || unanswered.length === 0 || attempts.some(({ answer }) => answer?.ok)) return;
  const from = run.time + 1;
  const answer = await request.send(key);
  run.time += 1;
  const during = answer.replayed
    ? {
        from: Math.min(...unanswered.map((attempt) => attempt.from)),
        to: Math.min(run.time, Math.max(...unanswered.map(({ to, lastCall }) => Math.max(to, lastCall)))),
      }
    : { from, to: run.time };
  attempts.push({ answer, ...during, lastCall: during.to });
}

/** A line for each attempt. */
export const linesOf = ({ request: { input }, key, attempts }: Deed): string[] =>
  attempts.map(
    (attempt) => `${textOf({ input, ...attempt })} (${key ?? 'no key'}${attempt.answer?.replayed ? ', replayed' : ''})`,
  );

/** What a deed was to the model; throws if the rules of idempotency themselves are broken. */
export function operationsOf(deed: Deed): Operation[] {
  const {
    request: { input },
    key,
    attempts,
  } = deed;
  if (attempts.some(({ isUnprovoked }) => isUnprovoked)) {
    throw new Violation('A function failed though nothing that it called did', linesOf(deed));
  }
  const heard = attempts.map(({ lastCall, ...attempt }) =>
    // What fails may still take effect as long as it makes calls.
    isAnswer(attempt.answer) ? attempt : { ...attempt, answer: undefined, to: Math.max(attempt.to, lastCall) },
  );
  if (key === undefined) return heard.map((attempt) => ({ input, ...attempt }));

  const successes = heard.filter(({ answer }) => answer?.ok);
  const refusals = heard.filter(({ answer }) => answer && !answer.ok);
  const [first] = successes.toSorted((a, b) => a.to - b.to);
  if (!first) {
    // Refused, it may still take effect when a frozen function continues.
    const [from, to] = [Math.min(...heard.map((each) => each.from)), Math.max(...heard.map((each) => each.to))];
    const effect = refusals.length < heard.length ? [{ answer: undefined, from, to }] : [];
    return [...effect, ...refusals].map((attempt) => ({ input, ...attempt }));
  }

  if (successes.some(({ answer }) => !isDeepStrictEqual(answer?.body, first.answer?.body))) {
    throw new Violation('A keyed request was answered in two ways', linesOf(deed));
  }
  if (successes.filter(({ answer }) => !answer?.replayed).length > 1) {
    throw new Violation('A keyed request was done twice', linesOf(deed));
  }
  const effect: Operation = { input, ...first, from: Math.min(...heard.map(({ from }) => from)) };
  return [effect, ...refusals.map((refusal): Operation => ({ input, ...refusal, notAfter: effect }))];
}
