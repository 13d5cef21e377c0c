/** What is true of webhooks and of deliveries to them, under any fault. */
import { createHmac } from 'node:crypto';
import { send } from '../../lib/queue/send.ts';
import { createWebhook } from '../../lib/resources/webhooks/functions.ts';
import { type DeliveredEvent, pauses } from '../../lib/resources/webhooks/rules.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { clock } from '../stage/engine/clock.ts';
import type { Operation } from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';
import { made } from '../stage/engine/requests.ts';
import { type Answered, type Posted, receiveAt } from '../stage/engine/served.ts';
import { newEvent, newWebhook } from '../support/world/webhooks.ts';
import type { World } from '../support/world/world.ts';

const second = 1000;
const day = 86_400 * second;

/** A secret that its receiver has. */
interface Known {
  secret: string;
  /** What made it; undefined for the first one. */
  rotation: string | undefined;
  /** When; what was signed before, by a function that continues, arrives within a minute. */
  at: number;
}

interface Delivery extends Posted {
  at: number;
  isTaken: boolean;
  /** Undefined without an answer. */
  status: number | undefined;
}

interface Hook {
  id: string;
  secrets: Known[];
  /** What has arrived. */
  deliveries: Delivery[];
  /** When what was sent, of which event. */
  sent: { at: number; event: string }[];
}

export interface Fixture {
  store_id: string;
  /** Clients never disable or delete these: all that happens there comes of their receivers. */
  steady: readonly Hook[];
  /** One of them, with a receiver that takes nothing. */
  dead: Hook;
  /** One that clients disable and enable. */
  spare: Hook;
  events: readonly DeliveredEvent[];
  /** When each rotation was asked for first. */
  rotations: Map<string, number>;
  /** What a receiver could not verify though it knew a secret that must sign. */
  unverified: string[];
}

const eventsAtOnce = 6;

export async function begin(world: World, random: Random): Promise<Fixture> {
  const store_id = world.store.id;
  const rotations = new Map<string, number>();
  const unverified: string[] = [];
  const hooks = await Promise.all(
    [0.1, 0.6, 1, 0.3].map(async (trouble) => {
      const host = `${newId('webhook').replace('_', '-')}.receiver`;
      const created = Object(await made(createWebhook, { store_id, url: `http://${host}/` }));
      const { webhook_id: id, secret } = created as { webhook_id: string; secret: string };
      const hook: Hook = {
        id,
        secrets: [{ secret, rotation: undefined, at: Number.NEGATIVE_INFINITY }],
        deliveries: [],
        sent: [],
      };
      receiveAt(host, {
        asked: ({ headers }) => hook.sent.push({ at: clock.now(), event: headers['webhook-id'] ?? '' }),
        answer: receiverOf(hook, { trouble, random: random.fork(), rotations, unverified }),
      });
      return hook;
    }),
  );
  const events = Array.from({ length: eventsAtOnce }, () => newEvent(world));
  await send(
    'deliveries',
    events.map((detail) => ({ detail })),
    0,
  );
  const [first, second, dead, spare] = hooks as [Hook, Hook, Hook, Hook];
  return { store_id, steady: [first, second, dead], dead, spare, events, rotations, unverified };
}

/** A store with one webhook and an unreachable receiver. */
export async function withOneWebhook(world: World): Promise<Fixture> {
  const { store_id, webhook_id: id } = await newWebhook(world);
  const hook: Hook = { id: String(id), secrets: [], deliveries: [], sent: [] };
  const events = [newEvent(world)];
  return { store_id, steady: [hook], dead: hook, spare: hook, events, rotations: new Map(), unverified: [] };
}

interface ChangeContext extends Pick<Fixture, 'rotations' | 'unverified'> {
  /** How often it does not take what it is sent. */
  trouble: number;
  random: Random;
}

/** It has taken what it answers 2xx to; of what fails in between it may have taken some too. */
function receiverOf(hook: Hook, { trouble, random, rotations, unverified }: ChangeContext) {
  const fails = trouble === 1 ? () => ({ status: 500 }) : troubled;
  return (posted: Posted): Answered => {
    for (const known of hook.secrets) {
      const isInForce = [...rotations].every(
        ([id, at]) => id === known.rotation || clock.now() - at < day - 600 * second,
      );
      const mustSign = isInForce && clock.now() - known.at > 70 * second;
      if (mustSign && !isSigned(posted, known.secret))
        unverified.push(JSON.stringify({ hook: hook.id, known, posted }));
    }
    const answer = random.chance(trouble) ? fails(random) : { status: random.pick([200, 201, 204]) };
    const status = 'status' in answer ? answer.status : undefined;
    const isTaken = status !== undefined && status < 300;
    hook.deliveries.push({ ...posted, at: clock.now(), isTaken, status });
    return answer;
  };
}

const troubled = (random: Random): Answered =>
  random.pick<() => Answered>([
    () => ({ status: 500 }),
    () => ({ status: 503, headers: { 'retry-after': '60' } }),
    () => ({ status: 429, headers: { 'retry-after': String(random.pick([5, 4000, 999_999])) } }),
    () => ({ status: 301, headers: { location: 'http://elsewhere.receiver/' } }),
    () => ({ status: random.chance(0.2) ? 410 : 404 }),
    () => ({ failure: 'time-out' }),
    () => ({ failure: 'ECONNRESET' }),
    () => ({ failure: 'HPE_INVALID_CONSTANT' }),
    () => {
      // So late that it is just in time.
      clock.pass(14 * second);
      return { status: 204 };
    },
  ])();

function isSigned({ headers, body }: Posted, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const digest = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64')).update(signed);
  return headers['webhook-signature']?.split(' ').includes(`v1,${digest.digest('base64')}`) ?? false;
}

/** What is found in the table once all is quiet. */
export interface Found {
  statuses: Readonly<Record<string, string>>;
  waiting: readonly { webhook_id: string; event_id: string; attempt: number; due: number; isPostponed: boolean }[];
  /** Webhooks that are called once a minute. */
  probed: readonly string[];
  /** Attempts that are recorded. */
  recorded: readonly Recorded[];
}

/** What is wrong, or undefined. */
type Complaint = string | undefined;

interface Recorded {
  webhook_id: string;
  event_id: string;
  status: number | null;
  message: string | null;
  next_at: string | null;
}

/** What is wrong with the deliveries, or undefined. */
export function wronglyDelivered(
  { steady, spare, dead, events, unverified }: Fixture,
  found: Found,
): string | undefined {
  if (unverified.length > 0) return `a receiver that knows its secret cannot verify: ${unverified[0]}`;
  const complaints = [...steady, spare].flatMap((hook) =>
    events.map(({ id }) => {
      const own = hook.deliveries.filter(({ headers }) => headers['webhook-id'] === id);
      if (new Set(own.map(({ body }) => body)).size > 1) return `attempts of ${id} have several bodies`;
      return falselyRecorded(hook, id, own, found) ?? (hook === spare ? undefined : missing(hook, id, own, found));
    }),
  );
  return complaints.find((each) => each !== undefined) ?? calledTooOften(dead);
}

/** Calls that any fault may have let through once a receiver is probed: functions that were frozen before theirs. */
const strayCalls = 4;

/** A receiver that takes nothing is called once a minute, after its first failures. */
function calledTooOften({ id, sent }: Hook): string | undefined {
  const later = sent
    .map(({ at }) => at)
    .toSorted((a, b) => a - b)
    .slice(2 * eventsAtOnce);
  // Clocks differ by five seconds.
  const close = later.filter((at, index) => index > 0 && at - (later[index - 1] ?? 0) < 50 * second);
  return close.length <= strayCalls
    ? undefined
    : `${id} is called ${close.length} times within a minute of another call`;
}

/** Nothing is lost: it was taken, waits, was given up, or the webhook has been disabled by its receiver. */
function missing(
  { id, sent }: Hook,
  event: string,
  own: readonly Delivery[],
  { statuses, waiting, probed }: Found,
): string | undefined {
  if (own.some(({ isTaken }) => isTaken) || statuses[id] === 'disabled') return undefined;
  const next = waiting.find(({ webhook_id, event_id }) => webhook_id === id && event_id === event);
  if (!next) return own.length > pauses.length ? undefined : `${event} is lost for ${id} after ${own.length} attempts`;
  // What is postponed without a call keeps its attempt.
  const calls = sent.filter((each) => each.event === event);
  if (next.attempt > calls.length + 1) return `attempt ${next.attempt} of ${event} is due after ${calls.length} calls`;
  if (next.isPostponed) return probed.includes(id) ? undefined : `${event} is postponed, and ${id} is not probed`;
  return next.attempt === 1 ? undefined : dueAtWrongTime(next, Math.max(...calls.map(({ at }) => at)));
}

/** What is wrong with the time of the next attempt, where the last call was at `last`. */
function dueAtWrongTime(next: Found['waiting'][number], last: number): string | undefined {
  const pause = (pauses[next.attempt - 2] ?? Number.NaN) * second;
  // Clocks differ by five seconds, and a function may be frozen before it plans.
  const isInTime =
    next.due >= last + 0.8 * pause - 10 * second && next.due <= last + Math.max(1.2 * pause, day) + 400 * second;
  return isInTime
    ? undefined
    : `attempt ${next.attempt} of ${next.event_id} is due ${(next.due - last) / second} s after the last`;
}

/** What a record claims that did not happen: a death may leave a call without a record, and never a record without its call. */
function falselyRecorded({ id, sent }: Hook, event: string, own: readonly Delivery[], { recorded }: Found): Complaint {
  const records = recorded.filter(({ webhook_id, event_id }) => webhook_id === id && event_id === event);
  const calls = sent.filter((each) => each.event === event).length;
  if (records.length > calls) return `${calls} calls of ${event} to ${id} have ${records.length} records`;
  const untrue = records.find(({ status }) => status !== null && times(records, status) > times(own, status));
  if (untrue) return `more attempts of ${event} are recorded with status ${untrue.status} than had it`;
  return records.map(contradiction).find((each) => each !== undefined);
}

const times = (all: readonly { status?: number | null | undefined }[], status: number): number =>
  all.filter((each) => each.status === status).length;

function contradiction({ status, message, next_at }: Recorded): Complaint {
  const isTaken = status !== null && status >= 200 && status < 300;
  const isRight = isTaken ? message === null && next_at === null : message !== null;
  return isRight
    ? undefined
    : `an attempt with status ${status} has the message ${message} and the next one ${next_at}`;
}

/** What is wrong with a list of attempts: they are of known events, each once, the newest first. */
export function wronglyListed({ events }: Fixture, history: readonly Operation[]): string | undefined {
  for (const { input, answer } of history) {
    if (input.kind !== 'deliveries' || !answer?.ok) continue;
    const listed: { delivery_id: string; event_id: string }[] = answer.body.data;
    const ids = listed.map(({ delivery_id }) => delivery_id);
    if (ids.join() !== [...new Set(ids)].toSorted().toReversed().join()) return `attempts are listed as ${ids}`;
    const unknown = listed.find(({ event_id }) => !events.some(({ id }) => id === event_id));
    if (unknown) return `an attempt of ${unknown.event_id} is listed`;
  }
  return undefined;
}

/** One rotation has one secret, one webhook is shown its first secret once, and one time has one replay. */
export function answeredTwice(history: readonly Operation[]): string | undefined {
  const values = new Map<string, string>();
  for (const { input, answer } of history) {
    if (!answer?.ok || input.names === undefined) continue;
    const { secret, replay_id } = answer.body;
    const value = replay_id ?? secret;
    if (value === null) continue;
    if (values.has(input.names) && values.get(input.names) !== value)
      return `${input.names} was answered twice, and not alike`;
    values.set(input.names, value);
  }
  return undefined;
}
