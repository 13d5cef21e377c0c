/** Posts each event to an address, as an API destination of EventBridge does. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { log } from '../../../lib/runtime/log.ts';
import { Journal } from '../journal.ts';
import { type BusEvent, busEvent, type LocalBus } from './bus.ts';

interface Webhook {
  url: string;
  /** Sent as `Authorization: Bearer <secret>`. */
  secret: string;
  /** Keeps what has not been taken yet over a restart. */
  pendingFile: string | undefined;
  signal: AbortSignal;
}

const tryMilliseconds = 5000;
const longestPauseMilliseconds = 60_000;

/** In order for each object, each event until it is taken; no object waits for another. */
export function postEvents(bus: LocalBus, webhook: Webhook): void {
  const pending = new Pending(webhook.pendingFile);
  const underWay = new Map<string, Promise<void>>();
  const post = (event: BusEvent) => {
    const { type, id } = event.detail.object;
    const name = `${type} ${id}`;
    const posted = (underWay.get(name) ?? Promise.resolve()).then(async () => {
      if (await postUntilTaken(event, webhook)) pending.remove(event);
    });
    underWay.set(name, posted);
    void posted.then(() => underWay.get(name) === posted && underWay.delete(name));
  };
  for (const event of pending.all()) post(event);
  bus.listen((event) => {
    pending.add(event);
    post(event);
  });
}

/** A line of what is kept: an event that came, or the id under which one was taken. */
const line = z.union([z.object({ event: busEvent }), z.object({ taken: z.string() })]);

type Line = z.output<typeof line>;

/** Lines that are kept of events long taken. */
const spareLines = 1000;

/** Events that nobody has taken yet, in their order. */
class Pending {
  readonly #journal: Journal<Line>;
  readonly #events = new Map<string, BusEvent>();
  #lines = 0;

  constructor(file: string | undefined) {
    this.#journal = new Journal(file, line);
    for (const line of this.#journal.read()) {
      if ('event' in line) this.#events.set(line.event.id, line.event);
      else this.#events.delete(line.taken);
    }
    this.#tidy();
  }

  all(): BusEvent[] {
    return [...this.#events.values()];
  }

  /** Kept before the stream goes on: what has been told to the bus does not come again. */
  add(event: BusEvent): void {
    this.#events.set(event.id, event);
    this.#keep({ event });
  }

  remove(event: BusEvent): void {
    this.#events.delete(event.id);
    this.#keep({ taken: event.id });
  }

  #keep(line: Line): void {
    this.#journal.add(line);
    this.#lines += 1;
    if (this.#lines > spareLines + 2 * this.#events.size) this.#tidy();
  }

  #tidy(): void {
    this.#journal.keepOnly(this.all().map((event) => ({ event })));
    this.#lines = this.#events.size;
  }
}

/** Whether it was taken: not where the server stops before. */
async function postUntilTaken(event: BusEvent, { url, secret, signal }: Webhook): Promise<boolean> {
  for (let pause = 500; !signal.aborted; pause = Math.min(2 * pause, longestPauseMilliseconds)) {
    if (await isTaken(event, { url, secret, signal })) return true;
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

async function isTaken(event: BusEvent, { url, secret, signal }: Omit<Webhook, 'pendingFile'>): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${secret}` },
      body: JSON.stringify(event),
      signal: AbortSignal.any([signal, AbortSignal.timeout(tryMilliseconds)]),
    });
    await response.body?.cancel();
    if (!response.ok) log('warn', 'webhook refused an event', { event: event.detail.id, status: response.status });
    return response.ok;
  } catch (error) {
    if (!signal.aborted) log('warn', 'webhook was not reached', { event: event.detail.id, reason: String(error) });
    return false;
  }
}
