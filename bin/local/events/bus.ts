/** Replaces EventBridge: takes events as the SDK puts them, keeps the last of them, and hands each on. */

import * as z from 'zod/mini';
import { type Mount, readBody, sendJson } from '../../../lib/gateway/mounts.ts';
import { accountId } from '../../../lib/gateway/proxy-event.ts';
import { type EventType, eventTypes } from '../../../lib/resources/events.ts';
import { timestamp, toTimestamp } from '../../../lib/schema/times.ts';
import { parsedJson } from '../../command-line/text.ts';
import { wholeEvent } from '../../reference/asyncapi/event-schemas.ts';
import { busPath } from './bus-path.ts';
import { Feed } from './feed.ts';

/** An event whole, as EventBridge hands it to a target: what every one has had that was ever kept. */
const busEvent = z.object({
  version: z.literal('0'),
  id: z.string(),
  'detail-type': z.string(),
  source: z.string(),
  account: z.string(),
  time: timestamp,
  region: z.string(),
  resources: z.array(z.string()),
  detail: z.looseObject({
    id: z.string(),
    type: z.string(),
    store_id: z.string(),
    object: z.object({ type: z.string(), id: z.string() }),
  }),
});

export type BusEvent = z.output<typeof busEvent>;

const isBusEvent = (value: unknown): value is BusEvent => busEvent.safeParse(value).success;

const types = Object.keys(eventTypes) as EventType[];

/** As much as EventBridge takes at once. The bus refuses fields that it does not read, because it would not notice a wrong value. */
const put = z.strictObject({
  Entries: z
    .array(
      z.strictObject({
        EventBusName: setting(() => [process.env.EVENT_BUS, process.env.EVENT_BUS_ARN]),
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

const bodyAtMost = 2 ** 21;

/** Where events go before they count as taken, as rules of EventBridge with queues have it. */
interface Queues {
  first(events: readonly BusEvent[]): Promise<unknown>;
  /** Those that are replayed, each with its `replay-name`. */
  again(events: readonly BusEvent[]): Promise<unknown>;
}

/** A name or an ARN of the stack's own resources. */
function setting(values: () => readonly (string | undefined)[]) {
  return z.string().check(z.refine((text) => values().includes(text), { error: 'names nothing of this stack' }));
}

/** A status, and a body. */
type Answer = readonly [status: number, body: object];

const refusal = (__type: string, message: string): Answer => [400, { __type, message }];

const replay = z.strictObject({
  ReplayName: z.string().check(z.regex(/^[.\-_A-Za-z0-9]{1,64}$/)),
  EventSourceArn: setting(() => [process.env.EVENT_ARCHIVE_ARN]),
  /** In seconds since 1970. */
  EventStartTime: z.number(),
  EventEndTime: z.number(),
  Destination: z.strictObject({
    Arn: setting(() => [process.env.EVENT_BUS_ARN]),
    FilterArns: z.tuple([setting(() => [process.env.REPLAY_RULE_ARN])]),
  }),
});

export class LocalBus {
  readonly #feed: Feed<BusEvent>;
  #queues: Queues | undefined;
  /** Names of those that were started: each is done when that is answered. */
  readonly #replays = new Set<string>();

  /** `file` keeps what is listed over a restart. */
  constructor(file?: string) {
    this.#feed = new Feed(file, busEvent);
  }

  /** Puts each event into a queue from now on. */
  queueIn(queues: Queues): void {
    this.#queues = queues;
  }

  /** The last 10,000, oldest first. */
  events(): readonly BusEvent[] {
    return this.#feed.lines();
  }

  /** Calls `listener` for each event from now on, until the answer is called. */
  listen(listener: (event: BusEvent) => unknown): () => void {
    return this.#feed.listen(listener);
  }

  readonly mount: Mount = {
    handles: (method, path) => method === 'POST' && path.replace(/\/$/, '') === busPath,
    handle: async (request, response) => {
      const body = await readBody(request, bodyAtMost);
      const [, action = ''] = String(request.headers['x-amz-target'] ?? 'AWSEvents.PutEvents').split('.');
      const [status, answer] = await this.#answer(action, parsedJson(body?.toString() ?? ''));
      sendJson(response, status, answer, { 'Content-Type': 'application/x-amz-json-1.1' });
    },
  };

  #answer(action: string, asked: unknown): Promise<Answer> {
    if (action === 'StartReplay') return this.#startReplay(asked);
    if (action === 'DescribeReplay') return this.#describeReplay(asked);
    if (action === 'CancelReplay') return this.#cancelReplay(asked);
    return this.#put(asked);
  }

  async #put(body: unknown): Promise<Answer> {
    const asked = put.safeParse(body);
    const entries = asked.data?.Entries ?? [];
    const fault = asked.success
      ? entries.map(faultOf).find((each) => each !== undefined)
      : z.prettifyError(asked.error);
    if (fault !== undefined) return refusal('ValidationException', fault);
    const events = entries.map(eventOf).filter(isBusEvent);
    await this.#queues?.first(events);
    for (const event of events) this.#feed.add(event);
    return [200, { FailedEntryCount: 0, Entries: events.map(({ id }) => ({ EventId: id })) }];
  }

  /** Of the events that are kept: the archive. */
  async #startReplay(body: unknown): Promise<Answer> {
    const asked = replay.safeParse(body);
    if (!asked.success) return refusal('ValidationException', z.prettifyError(asked.error));
    const { ReplayName: name, EventStartTime: from, EventEndTime: to } = asked.data;
    if (this.#replays.has(name)) return refusal('ResourceAlreadyExistsException', `Replay ${name} already exists.`);
    const within = this.events().filter(({ time }) => from <= Date.parse(time) / 1000 && Date.parse(time) / 1000 < to);
    await this.#queues?.again(within.map((event) => ({ ...event, 'replay-name': name })));
    this.#replays.add(name);
    return [200, { State: 'STARTING' }];
  }

  async #describeReplay(body: unknown): Promise<Answer> {
    const { ReplayName: name = '' } = (body ?? {}) as { ReplayName?: string };
    if (!this.#replays.has(name)) return refusal('ResourceNotFoundException', `Replay ${name} does not exist.`);
    return [200, { ReplayName: name, State: 'COMPLETED' }];
  }

  /** A replay completes before it can be cancelled. */
  async #cancelReplay(body: unknown): Promise<Answer> {
    const [status, answer] = await this.#describeReplay(body);
    return status === 200 ? refusal('IllegalStatusException', 'The replay is completed.') : [status, answer];
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

/** By type of event. Making a schema takes longer than checking an event with it. */
const schemas = new Map<Entry['DetailType'], ReturnType<typeof wholeEvent>>();

/** Why an entry is not an event of the contract, which consumers rely on. */
const faultOf = (entry: Entry): string | undefined => {
  const { DetailType: type } = entry;
  const schema = schemas.get(type) ?? wholeEvent(type);
  schemas.set(type, schema);
  const { error } = schema.safeParse(eventOf(entry));
  return error && z.prettifyError(error);
};
