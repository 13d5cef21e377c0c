/**
 * AWS as a run sees it. Every try of a call takes its turn at the scheduler and may fail there; pauses take turns instead of time.
 * Queued messages, emails and events end in the run, which delivers messages when and as often as it likes.
 */
import { limits } from '../../../lib/schema/limits.ts';
import { actAs, type Input, never, type Outbox, type Send } from './actor.ts';
import { type Exchange, exchangeOf } from './calls.ts';
import { clock } from './clock.ts';
import type { Execution, Simulated } from './execution.ts';
import {
  type Call,
  errorOf,
  type FaultKind,
  freezes,
  isAnswered,
  isCommit,
  kills,
  type Plan,
  planFor,
  takesEffect,
} from './faults.ts';
import { noted, noteStep } from './recording.ts';
import { takeEvents } from './served.ts';

/** Runs a function as this execution. Never settles where it dies. */
export const execute = <T>(execution: Execution, work: () => Promise<T>): Promise<T> => {
  const { scheduler, run, instance } = execution;
  const actor: Simulated = {
    ...{ execution, outbox: outboxOf(execution), entropy: run.entropy, skew: instance?.skew ?? 0 },
    call: (call, send) => callFrom(execution, call, send),
    async pause() {
      await scheduler.pause();
      return execution.isDead ? never : undefined;
    },
    memoryOf: (map) => instance?.memoryOf(map),
    setTimer: (callBack, milliseconds) => scheduler.setTimer(callBack, milliseconds),
  };
  return actAs(actor, work);
};

const outboxOf = ({ run, message, onMail }: Execution): Outbox => ({
  queue(queued, seconds) {
    run.messages.push({ ...queued, notBefore: clock.now() + seconds * 1000 });
  },
  mail(mail) {
    onMail?.();
    run.mails.push({ ...mail, at: run.time, sentAt: clock.now(), message });
  },
  replays: run.replays,
  publish: (entries, isPartial) => takeEvents(run, entries, isPartial),
});

function callFrom(execution: Execution, { input, ...call }: Call & { input: Input }, send: Send): Promise<unknown> {
  const plan = plans.get(input) ?? {
    ...(execution.faults ? planFor(execution.faults, call) : { kind: undefined, tries: 0 }),
    tried: 0,
  };
  plans.set(input, plan);
  plan.tried += 1;
  const kind = plan.tried <= plan.tries ? plan.kind : undefined;
  const exchange = exchangeOf(execution, call, { input, kind, next: () => send(kind === 'refused in part') });
  return attempt(execution, call, kind, noted(exchange, call, input, kind));
}

/** Takes a call through its moments, each of which waits for its turn. */
async function attempt(
  execution: Execution,
  call: Call,
  kind: FaultKind | undefined,
  exchange: Exchange,
): Promise<unknown> {
  if (kind !== undefined) execution.hasMetFault = true;
  if (kind === 'frozen before the effect') await freeze(execution, kind, call);
  if (isEnded(execution)) return never;
  const outcome = await made(execution, call, kind, exchange).finally(() => exchange.end?.());
  execution.run.note(call, kind);
  if (kind !== undefined && !freezes(kind)) execution.run.fault(kind, call);
  if (kind === 'frozen after the effect') await freeze(execution, kind, call);
  execution.onCall?.();
  if (isEnded(execution)) return never;
  if (outcome) return outcome.answer;
  throw errorOf(kind, call);
}

/** AWS's answer; undefined if it is lost. */
async function made(execution: Execution, call: Call, kind: FaultKind | undefined, { begin, send }: Exchange) {
  const { scheduler } = execution;
  const isEffective = kind === undefined || isAnswered(kind) || takesEffect(kind);
  const act = async () => {
    if (isEnded(execution)) return undefined;
    if (isAnswered(kind)) return { answer: await send() };
    // An effect that is followed by a fault may itself be refused: the answer is lost anyway.
    if (isEffective) await send().catch(() => undefined);
    if (kind && kills(kind)) die(execution);
    return undefined;
  };
  const takesMoments = begin !== undefined && isEffective;
  if (takesMoments) await scheduler.enter(begin);
  return scheduler.enter(act, { weight: takesMoments || isCommit(call) ? 4 : 1 });
}

/** Whether a function has died, or has run as long as Lambda lets one run: nothing of it reaches AWS any more. */
function isEnded(execution: Execution): boolean {
  const { instance, isDead, startedAt, run } = execution;
  if (isDead || !instance || clock.now() <= startedAt + limits.functionSeconds * 1000) return isDead ?? false;
  run.count('function ended at its time-out');
  die(execution);
  return true;
}

function die(execution: Execution): void {
  execution.isDead = true;
  noteStep('its function dies');
  execution.die?.();
}

/** Lambda has ended a function before the last of them has passed. */
const frozenSeconds = [10, 30, 50, 300] as const;

/** The execution stops for so long that its client has gone. It meets no other fault. */
async function freeze(execution: Execution, kind: FaultKind, call: Call): Promise<void> {
  const { scheduler, run } = execution;
  run.fault(kind, call);
  execution.faults = undefined;
  execution.onFreeze?.();
  await scheduler.pause(run.chances.pick(frozenSeconds) * 1000);
}

/** By the input of a call, which all its tries have in common. */
const plans = new WeakMap<object, Plan & { tried: number }>();
