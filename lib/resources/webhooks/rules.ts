/** The rules of webhooks and of deliveries to them (Webhooks page), without tables, queues or sockets. */
import { duplicate, invalidField } from '../../schema/errors.ts';
import { toSeconds, toTimestamp } from '../../schema/times.ts';

/** Why a webhook gets no deliveries: it answered 410, it failed for days, or an operator disabled it. */
type DisabledReason = 'gone' | 'failing' | 'operator';

/** An event in a delivery (Events page, "Shape"). */
export interface DeliveredEvent {
  id: string;
  type: string;
  store_id: string;
  created_at: string;
  sequence: number;
  object: { type: string; id: string };
  data: object;
}

/** A signing secret as it is stored. */
export interface KeptSecret {
  /** Encrypted under a key of the deployment (`lib/delivery/signature.ts`). */
  sealed: string;
  /** The id of the rotation that created it; null for the first secret. */
  rotation_id: string | null;
  created_at: string;
}

interface WebhookFailure {
  at: string;
  /** The HTTP status of the receiver; null without an answer. */
  status: number | null;
  /** Our own text, never the receiver's. */
  message: string;
}

export interface Webhook extends WebhookContent {
  id: string;
  status: 'enabled' | 'disabled';
  disabled_reason: DisabledReason | null;
  /** The newest first. */
  secrets: readonly KeptSecret[];
  created_at: string;
  enabled_at: string;
  last_success_at: string | null;
  last_failure: WebhookFailure | null;
  /** Failed deliveries since its last success, or since it was last enabled. */
  failures: number;
  /** Whether its last delivery failed or took over a second: it then has a separate queue. */
  is_slow: boolean;
  /** When a delivery to it had waited a second for its answer; null after the next success. */
  silent_at: string | null;
  /** The content that the webhook was created with; it identifies a repeat of the request. */
  made_from: WebhookContent;
}

/** The content of a request to create a webhook, with all fields. */
interface WebhookContent {
  url: string;
  /** Names of types, or prefixes such as `gift_card.*`; null for every type. */
  types: string[] | null;
  description: string | null;
}

/** The most webhooks of a store. */
export const webhooksAtMost = 16;

/** Seconds before each further attempt, to be multiplied by 0.8 to 1.2; after the last one the event is given up. */
export const pauses: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

const day = 86_400;

/** How long, and how often, a webhook must fail to be disabled. */
const failingFor = 5 * day;
const failuresAtLeast = 10;

/** After so many failures without a success, a webhook is only probed. */
const failuresBeforeProbes = 5;

export const secondsBetweenProbes = 60;

/** The most seconds that a delivery takes. */
const deliveryEndsWithin = 16;

/** How long after it happened, or was replayed, an event is given up. */
const givenUpAfter = 4 * day;

/** How long a replaced secret still signs: a day. */
const secretsSignFor = day;

/** How long a repeated request for a rotation returns its secret. */
const rotationAnsweredFor = 3600;

/** If a receiver takes longer, its next events go through a separate queue. */
export const slowMilliseconds = 1000;

/** Statuses with which a receiver may ask for a longer pause. */
const mayAskToWait = new Set([429, 502, 503, 504]);

export interface Answer {
  /** Undefined without an answer. */
  status?: number | undefined;
  /** As the receiver's `Retry-After` says. */
  retryAfter?: number | undefined;
}

export const isSuccess = ({ status = 0 }: Answer): boolean => status >= 200 && status < 300;

/**
 * Seconds to wait after attempt `attempt` (from 1) failed; undefined where the event is given up. `random` is from 0 to 1. A receiver
 * can ask for a longer pause, up to a day.
 */
export function pauseAfter(attempt: number, answer: Answer, random: number): number | undefined {
  const pause = pauses[attempt - 1];
  if (pause === undefined) return undefined;
  const asked = mayAskToWait.has(answer.status ?? 0) ? (answer.retryAfter ?? 0) : 0;
  return Math.max(pause * (0.8 + 0.4 * random), Math.min(asked, day));
}

/** When the delivery of an event began: at its creation or, if the event would be given up by now, at `now`. */
export const deliveredSince = ({ created_at }: Pick<DeliveredEvent, 'created_at'>, now: string): string =>
  isGivenUp(created_at, now) ? now : created_at;

/** Whether a delivery that began at `since` is given up, now or after a pause in seconds. */
export const isGivenUp = (since: string, now: string, pause = 0): boolean =>
  toSeconds(now) + pause - toSeconds(since) >= givenUpAfter;

/** When a delivery that began at a time is given up. */
export const givenUpAt = (since: string): string => toTimestamp((toSeconds(since) + givenUpAfter) * 1000);

/** Whether a webhook gets only probes. */
export const isProbed = ({ failures }: Pick<Webhook, 'failures'>): boolean => failures >= failuresBeforeProbes;

/** Whether a delivery to the webhook may still wait for its answer: another one would probably wait, too. */
export const isSilent = ({ silent_at }: Pick<Webhook, 'silent_at'>, now: string): boolean =>
  silent_at !== null && toSeconds(now) - toSeconds(silent_at) < deliveryEndsWithin;

/** Seconds that a `Retry-After` header asks to wait: a number, or a date. */
export function retryAfterOf(header: string | undefined, now: string): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil(date / 1000) - toSeconds(now));
}

/** Whether an event of this type is delivered to a webhook with these types. */
export const wants = ({ types }: Pick<Webhook, 'types'>, type: string): boolean =>
  types === null || types.some((each) => (each.endsWith('.*') ? type.startsWith(each.slice(0, -1)) : each === type));

/** Refuses a name or a prefix that matches no event. */
export function refuseUnknownTypes(types: readonly string[] | null | undefined, known: readonly string[]): void {
  const unknown = types?.find((each) => !known.some((type) => wants({ types: [each] }, type)));
  if (unknown !== undefined) {
    throw invalidField(`types must be names or prefixes of events: ${unknown} is none`, 'types');
  }
}

/** Whether a success is worth a write: none was recorded, or the last one a minute ago or earlier. */
const isNews = (webhook: Webhook, now: string): boolean =>
  webhook.last_success_at === null || toSeconds(now) - toSeconds(webhook.last_success_at) >= 60;

/**
 * The webhook after a delivery that succeeded, or undefined if it need not be written: a busy one is written once a
 * minute.
 */
export function afterSuccess(webhook: Webhook, { now, milliseconds }: { now: string; milliseconds: number }) {
  const is_slow = milliseconds > slowMilliseconds;
  const isKnown = is_slow === webhook.is_slow && webhook.failures === 0 && webhook.silent_at === null;
  return isKnown && !isNews(webhook, now)
    ? undefined
    : { ...webhook, is_slow, last_success_at: now, failures: 0, silent_at: null };
}

/** The webhook once a delivery has waited a second for its answer; undefined if that is already recorded. */
export const silent = (webhook: Webhook, now: string): Webhook | undefined =>
  webhook.is_slow && isSilent(webhook, now) ? undefined : { ...webhook, is_slow: true, silent_at: now };

/**
 * The webhook after a delivery that failed: disabled if its receiver is gone, or has failed for days. Undefined if it
 * need not be written: only the first few of many failures within a minute are recorded.
 */
export function afterFailure(webhook: Webhook, failure: WebhookFailure): Webhook | undefined {
  if (webhook.status === 'disabled') return undefined;
  const failures = webhook.failures + 1;
  const next = { ...webhook, is_slow: true, last_failure: failure, failures };
  if (failure.status === 410) return disabled(next, 'gone');
  const wellAt = [webhook.enabled_at, webhook.last_success_at ?? ''].toSorted().at(-1) ?? '';
  const isFailing = toSeconds(failure.at) - toSeconds(wellAt) >= failingFor && next.failures >= failuresAtLeast;
  if (isFailing) return disabled(next, 'failing');
  const isKnown = webhook.is_slow && isProbed(webhook) && isWithinAMinute(webhook, failure.at);
  return isKnown ? undefined : next;
}

const isWithinAMinute = ({ last_failure }: Webhook, time: string): boolean =>
  last_failure !== null && toSeconds(time) - toSeconds(last_failure.at) < 60;

const disabled = (webhook: Webhook, disabled_reason: DisabledReason): Webhook => ({
  ...webhook,
  status: 'disabled',
  disabled_reason,
});

/** The content of a request to create a webhook. */
export const contentOf = ({ url, types, description }: WebhookChange & { url: string }): WebhookContent => ({
  url,
  types: types ?? null,
  description: description ?? null,
});

/** A new webhook, with its first secret as it is stored. */
export const newWebhook = (content: WebhookContent & { id: string }, sealed: string, now: string): Webhook => ({
  ...content,
  status: 'enabled',
  disabled_reason: null,
  secrets: [{ sealed, rotation_id: null, created_at: now }],
  created_at: now,
  enabled_at: now,
  last_success_at: null,
  last_failure: null,
  failures: 0,
  is_slow: false,
  silent_at: null,
  made_from: { url: content.url, types: content.types, description: content.description },
});

/** Refuses one more webhook than a store may have. */
export function refuseAnother(ids: readonly string[]): void {
  if (ids.length >= webhooksAtMost) throw invalidField(`A store has at most ${webhooksAtMost} webhooks`);
}

/** Whether a webhook was created with this content. */
export const matchesRequest = ({ made_from }: Webhook, { url, types, description }: WebhookContent): boolean =>
  isSameContent(made_from, { url, types, description });

const isSameContent = (one: WebhookContent, other: WebhookContent): boolean =>
  one.url === other.url &&
  one.description === other.description &&
  (one.types?.join(' ') ?? null) === (other.types?.join(' ') ?? null);

/** Fields that an operator may change. An undefined one stays; types and description may become null. */
interface WebhookChange {
  url?: string | null | undefined;
  types?: string[] | null | undefined;
  description?: string | null | undefined;
  status?: 'enabled' | 'disabled' | null | undefined;
}

/** The webhook with other fields, or undefined if nothing changes. An enabled webhook starts without failures. */
export function update(webhook: Webhook, change: WebhookChange, now: string): Webhook | undefined {
  const { url, types, description, status } = change;
  const edited = {
    ...webhook,
    url: url ?? webhook.url,
    types: types === undefined ? webhook.types : types,
    description: description === undefined ? webhook.description : description,
  };
  if (status === 'disabled' && webhook.status === 'enabled') return disabled(edited, 'operator');
  if (status === 'enabled' && webhook.status === 'disabled')
    return {
      ...edited,
      ...{ status, disabled_reason: null, enabled_at: now },
      ...{ failures: 0, is_slow: false, silent_at: null },
    };
  return isSameContent(edited, webhook) ? undefined : edited;
}

/** The secrets that sign at a time, the newest first: each replaced one signs for another day. */
export const signing = ({ secrets }: Pick<Webhook, 'secrets'>, now: string): KeptSecret[] =>
  secrets.filter((_, index) => {
    const replacedBy = secrets[index - 1];
    return !replacedBy || toSeconds(now) - toSeconds(replacedBy.created_at) < secretsSignFor;
  });

/** The webhook with another secret. Secrets that no longer sign are removed. */
export const rotate = (webhook: Webhook, secret: KeptSecret): Webhook => ({
  ...webhook,
  secrets: [secret, ...signing(webhook, secret.created_at)],
});

/**
 * The secret that a rotation made; undefined if there was no such rotation. Throws `DUPLICATE` if it was made over an
 * hour ago.
 */
export function madeBy({ secrets }: Pick<Webhook, 'secrets'>, rotation: string, now: string): KeptSecret | undefined {
  const made = secrets.find(({ rotation_id }) => rotation_id === rotation);
  if (made && toSeconds(now) - toSeconds(made.created_at) >= rotationAnsweredFor) throw duplicate('rotation_id');
  return made;
}

/** When an attempt is due. */
export const dueIn = (seconds: number, now: string): string =>
  toTimestamp((toSeconds(now) + Math.ceil(seconds)) * 1000);
