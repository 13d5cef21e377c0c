/** Posts each event to an address, as an API destination of EventBridge does. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../../../lib/runtime/log.ts';
import type { BusEvent, LocalBus } from './bus.ts';

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

/** Events that nobody has taken yet, in their order. */
class Pending {
  readonly #file: string | undefined;
  readonly #events: Map<string, BusEvent>;

  constructor(file: string | undefined) {
    this.#file = file;
    this.#events = new Map(read(file).map((event) => [event.id, event]));
  }

  all(): BusEvent[] {
    return [...this.#events.values()];
  }

  /** Kept before the stream goes on: what has been told to the bus does not come again. */
  add(event: BusEvent): void {
    this.#events.set(event.id, event);
    this.#keep();
  }

  remove(event: BusEvent): void {
    this.#events.delete(event.id);
    this.#keep();
  }

  #keep(): void {
    if (this.#file === undefined) return;
    writeFileSync(`${this.#file}.next`, JSON.stringify(this.all()));
    renameSync(`${this.#file}.next`, this.#file);
  }
}

function read(file: string | undefined): BusEvent[] {
  if (file === undefined) return [];
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BusEvent[];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
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
