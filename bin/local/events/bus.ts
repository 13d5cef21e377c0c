/** Stands in for EventBridge: takes events as the SDK puts them, keeps the last of them, and hands each on. */

import * as z from 'zod/mini';
import { type Mount, readBody, sendJson } from '../../../lib/gateway/mounts.ts';
import { accountId } from '../../../lib/gateway/proxy-event.ts';
import { type EventType, eventTypes } from '../../../lib/resources/events.ts';
import { timestamp, toTimestamp } from '../../../lib/schema/times.ts';
import { parsedJson } from '../../command-line/json.ts';
import { wholeEvent } from '../../reference/asyncapi/event-schemas.ts';
import { Journal } from '../journal.ts';

/** An event whole, as EventBridge hands it to a target: what every one has had that was ever kept. */
export const busEvent = z.object({
  version: z.literal('0'),
  id: z.string(),
  'detail-type': z.string(),
  source: z.string(),
  account: z.string(),
  time: timestamp,
  region: z.string(),
  resources: z.array(z.string()),
  detail: z.looseObject({ id: z.string(), type: z.string(), object: z.object({ type: z.string(), id: z.string() }) }),
});

export type BusEvent = z.output<typeof busEvent>;

const isBusEvent = (value: unknown): value is BusEvent => busEvent.safeParse(value).success;

const types = Object.keys(eventTypes) as EventType[];

/** As much as EventBridge takes at once. */
const put = z.object({
  Entries: z
    .array(
      z.object({
        Source: z.string().check(z.minLength(1)),
        DetailType: z.enum(types),
        Detail: z.string(),
        /** In seconds since 1970. */
        Time: z.optional(z.number().check(z.gte(0), z.lte(Date.parse('9999-12-31T23:59:59Z') / 1000))),
      }),
    )
    .check(z.minLength(1), z.maxLength(10)),
});

type Entry = z.output<typeof put>['Entries'][number];

const kept = 10_000;
const bodyAtMost = 2 ** 21;

/** Where the SDK puts events: `AWS_ENDPOINT_URL_EVENTBRIDGE` is the server's base and this path. */
export const busPath = '/eventbridge';

export class LocalBus {
  readonly #journal: Journal<BusEvent>;
  readonly #events: BusEvent[];
  readonly #listeners = new Set<(event: BusEvent) => unknown>();
  /** Where events go before they count as taken, as a rule of EventBridge with a queue has it. */
  #queue: ((events: readonly BusEvent[]) => Promise<unknown>) | undefined;
  /** How many lines the journal has. */
  #lines = 0;

  /** `file` keeps what is listed over a restart. */
  constructor(file?: string) {
    this.#journal = new Journal(file, busEvent);
    this.#events = this.#journal.read().slice(-kept);
    this.#tidy();
  }

  /** Puts each event into a queue from now on. */
  queueIn(queue: (events: readonly BusEvent[]) => Promise<unknown>): void {
    this.#queue = queue;
  }

  /** The last 10,000, oldest first. */
  events(): readonly BusEvent[] {
    return this.#events;
  }

  /** Calls `listener` for each event from now on, until the answer is called. */
  listen(listener: (event: BusEvent) => unknown): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  readonly mount: Mount = {
    handles: (method, path) => method === 'POST' && path.replace(/\/$/, '') === busPath,
    handle: async (request, response) => {
      const body = await readBody(request, bodyAtMost);
      const asked = put.safeParse(parsedJson(body?.toString() ?? ''));
      const entries = asked.data?.Entries ?? [];
      const fault = asked.success
        ? entries.map(faultOf).find((each) => each !== undefined)
        : z.prettifyError(asked.error);
      if (fault !== undefined) return sendJson(response, 400, { __type: 'ValidationException', message: fault });
      const events = entries.map(eventOf).filter(isBusEvent);
      await this.#queue?.(events);
      const taken = events.map((event) => this.#take(event));
      sendJson(
        response,
        200,
        { FailedEntryCount: 0, Entries: taken.map(({ id }) => ({ EventId: id })) },
        { 'Content-Type': 'application/x-amz-json-1.1' },
      );
    },
  };

  #take(event: BusEvent): BusEvent {
    this.#events.push(event);
    if (this.#events.length > kept) this.#events.shift();
    this.#journal.add(event);
    this.#lines += 1;
    if (this.#lines >= 2 * kept) this.#tidy();
    for (const listener of this.#listeners) listener(event);
    return event;
  }

  #tidy(): void {
    this.#journal.keepOnly(this.#events);
    this.#lines = this.#events.length;
  }
}

const eventOf = ({ Source, DetailType, Detail, Time = Date.now() / 1000 }: Entry): unknown => ({
  version: '0',
  id: crypto.randomUUID(),
  'detail-type': DetailType,
  source: Source,
  account: accountId,
  time: toTimestamp(Time * 1000),
  region: process.env.AWS_REGION ?? '',
  resources: [],
  detail: parsedJson(Detail),
});

/** Why an entry is no event of the contract, which whoever reads events relies on. */
const faultOf = (entry: Entry): string | undefined => {
  const { error } = wholeEvent(entry.DetailType).safeParse(eventOf(entry));
  return error && z.prettifyError(error);
};
