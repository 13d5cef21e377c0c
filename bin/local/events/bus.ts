/** Stands in for EventBridge: takes events as the SDK puts them, keeps the last of them, and hands each on. */

import { toTimestamp } from '../../../lib/contract/kinds/times.ts';
import { type Mount, readBody, sendJson } from '../../../lib/gateway/mounts.ts';
import { accountId } from '../../../lib/gateway/proxy-event.ts';
import { Journal } from '../journal.ts';

/** An event whole, as EventBridge hands it to a target. */
export interface BusEvent {
  version: '0';
  id: string;
  'detail-type': string;
  source: string;
  account: string;
  time: string;
  region: string;
  resources: string[];
  detail: { id: string; type: string; object: { type: string; id: string } };
}

interface Entry {
  Source?: string;
  DetailType?: string;
  Detail?: string;
  Time?: number;
}

const kept = 10_000;
const bodyAtMost = 2 ** 21;

/** Where the SDK puts events: `AWS_ENDPOINT_URL_EVENTBRIDGE` is the server's base and this path. */
export const busPath = '/eventbridge';

export class LocalBus {
  readonly #journal: Journal<BusEvent>;
  readonly #events: BusEvent[];
  readonly #listeners = new Set<(event: BusEvent) => unknown>();
  /** How many lines the journal has. */
  #lines = 0;

  /** `file` keeps what is listed over a restart. */
  constructor(file?: string) {
    this.#journal = new Journal(file);
    this.#events = this.#journal.read().slice(-kept);
    this.#tidy();
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
      const { Entries = [] } = JSON.parse(body?.toString() ?? '{}') as { Entries?: Entry[] };
      const taken = Entries.map((entry) => this.#take(entry));
      sendJson(
        response,
        200,
        { FailedEntryCount: 0, Entries: taken.map(({ id }) => ({ EventId: id })) },
        { 'Content-Type': 'application/x-amz-json-1.1' },
      );
    },
  };

  #take({ Source = '', DetailType = '', Detail = '{}', Time = Date.now() / 1000 }: Entry): BusEvent {
    const event: BusEvent = {
      version: '0',
      id: crypto.randomUUID(),
      'detail-type': DetailType,
      source: Source,
      account: accountId,
      time: toTimestamp(Time * 1000),
      region: process.env.AWS_REGION ?? '',
      resources: [],
      detail: JSON.parse(Detail),
    };
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
