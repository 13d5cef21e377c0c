/**
 * The outcome of requests that come at random times and commit to items in common: a transaction holds its items for a while, who
 * comes meanwhile conflicts, who has read an earlier version is stale, and either decides again after the pause that the unit
 * of work makes. Time is simulated, and a seed decides everything.
 */
import { attemptsAtMost, backoff } from '../../../lib/once/unit-of-work.ts';
import { type Random, seeded } from '../../stage/engine/random.ts';
import type { Population, Rate } from './model.ts';
import { type HeldItem, itemText } from './recording.ts';

/** A round trip, and how long a transaction holds its items: so an item takes about 100 a second. */
const assumed = { readMilliseconds: 4, commitMilliseconds: 10 } as const;

interface Contention {
  name: string;
  requests: number;
  /** For 1,000 requests. */
  conflicts: number;
  stale: number;
  /** Requests that gave up. */
  failed: number;
  /** Milliseconds from a request to its answer. */
  median: number;
  p99: number;
}

interface Request {
  name: string;
  arrivedAt: number;
  /** What is still to be committed, a list of items for each. */
  commits: readonly (readonly HeldItem[])[];
  attempt: number;
}

interface Tally {
  conflicts: number;
  stale: number;
  failed: number;
  times: number[];
}

/** Plays so many seconds of the loads. */
export function playLocks(
  rates: readonly Rate[],
  population: Population,
  { seconds = 10, seed = 1 } = {},
): Contention[] {
  const play = new Play(population, seeded(seed), seconds * 1000);
  for (const rate of rates) play.begin(rate);
  return play.end();
}

class Play {
  readonly #population: Population;
  readonly #random: Random;
  readonly #arrivingUntil: number;
  readonly #agenda = new Agenda();
  readonly #heldUntil = new Map<string, number>();
  readonly #versions = new Map<string, number>();
  readonly #tallies = new Map<string, Tally>();
  #now = 0;
  #entities = 0;

  constructor(population: Population, random: Random, milliseconds: number) {
    this.#population = population;
    this.#random = random;
    this.#arrivingUntil = milliseconds;
  }

  /** Requests of a load come as a Poisson process. */
  begin({ load, perSecond }: Rate): void {
    this.#tallies.set(load.name, { conflicts: 0, stale: 0, failed: 0, times: [] });
    const arrive = (): void => {
      this.#next({ name: load.name, arrivedAt: this.#now, commits: this.#commitsOf(load), attempt: 1 }, true);
      const pause = (-Math.log(1 - fraction(this.#random)) * 1000) / perSecond;
      if (this.#now + pause < this.#arrivingUntil) this.#after(pause, arrive);
    };
    this.#after(0, arrive);
  }

  end(): Contention[] {
    for (let event = this.#agenda.take(); event; event = this.#agenda.take()) {
      this.#now = event.at;
      event.act();
    }
    return [...this.#tallies].map(contentionOf);
  }

  #after(milliseconds: number, act: () => void): void {
    this.#agenda.add({ at: this.#now + milliseconds, act });
  }

  #tally(name: string): Tally {
    const tally = this.#tallies.get(name);
    if (!tally) throw new Error(`No load ${name} has begun`);
    return tally;
  }

  /** What a request of the load commits, on entities of its own or those that it shares. */
  #commitsOf({ requests, nameOf, kindOf }: Rate['load']): HeldItem[][] {
    const { products, customers } = this.#population;
    const made = (held: HeldItem): HeldItem => {
      const name = nameOf(itemText(held.partition, held.item));
      const { parts, isOwn } = kindOf(name);
      const of = name.includes('cus_*') ? customers : name.includes('pro_*') ? products : undefined;
      this.#entities += 1;
      const entity = of === undefined ? this.#entities : this.#random.below(of);
      return { ...held, item: `${name} ${this.#random.below(parts)} ${isOwn ? entity : ''}` };
    };
    return (this.#random.among(requests) ?? [])
      .flatMap((calls) => calls.filter(({ held }) => held.length > 0))
      .map(({ held }) => held.map(made));
  }

  #next(request: Request, isFirst = false): void {
    if (request.commits.length > 0) this.#read(request);
    // One that commits nothing has read.
    else if (isFirst) this.#after(assumed.readMilliseconds, () => this.#next(request));
    else this.#tally(request.name).times.push(this.#now - request.arrivedAt);
  }

  #read(request: Request): void {
    const [items = []] = request.commits;
    const startedAt = this.#now;
    const seen = new Map(items.map(({ item }) => [item, this.#versionOf(item)]));
    this.#after(assumed.readMilliseconds, () => this.#commit(request, seen, startedAt));
  }

  #versionOf(item: string): number {
    return this.#versions.get(item) ?? 0;
  }

  #commit(request: Request, seen: ReadonlyMap<string, number>, startedAt: number): void {
    const { name, commits } = request;
    const [items = [], ...rest] = commits;
    const isHeld = items.some(({ item }) => (this.#heldUntil.get(item) ?? 0) > this.#now);
    const isStale = items.some(({ item, isVersioned }) => isVersioned && this.#versionOf(item) !== seen.get(item));
    if (isHeld) this.#tally(name).conflicts += 1;
    else if (isStale) this.#tally(name).stale += 1;
    if (isHeld || isStale) {
      this.#again(request, this.#now - startedAt);
      return;
    }
    for (const { item } of items) this.#heldUntil.set(item, this.#now + assumed.commitMilliseconds);
    this.#after(assumed.commitMilliseconds, () => {
      for (const { item, changesVersion } of items) {
        if (changesVersion) this.#versions.set(item, this.#versionOf(item) + 1);
      }
      this.#next({ ...request, commits: rest, attempt: 1 });
    });
  }

  #again(request: Request, took: number): void {
    const { name, attempt } = request;
    if (attempt === attemptsAtMost) {
      this.#tally(name).failed += 1;
      return;
    }
    const pause = backoff(attempt, took, fraction(this.#random));
    this.#after(pause, () => this.#read({ ...request, attempt: attempt + 1 }));
  }
}

function contentionOf([name, { conflicts, stale, failed, times }]: [string, Tally]): Contention {
  const sorted = times.toSorted((a, b) => a - b);
  const requests = times.length + failed;
  const inThousand = (count: number): number => (1000 * count) / requests;
  return {
    name,
    requests,
    conflicts: inThousand(conflicts),
    stale: inThousand(stale),
    failed,
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  };
}

interface Event {
  at: number;
  act(): void;
}

const fraction = (random: Random): number => random.below(2 ** 30) / 2 ** 30;

/** What is to happen, the earliest first (a binary heap). */
class Agenda {
  readonly #events: Event[] = [];

  add(event: Event): void {
    const events = this.#events;
    let place = events.push(event) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if ((events[parent] as Event).at <= event.at) break;
      events[place] = events[parent] as Event;
      place = parent;
    }
    events[place] = event;
  }

  take(): Event | undefined {
    const events = this.#events;
    const [first] = events;
    const last = events.pop();
    if (!first || !last || events.length === 0) return first;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= events.length) break;
      const [a, b] = [events[left] as Event, events[left + 1]];
      const [child, next] = b && b.at < a.at ? [left + 1, b] : [left, a];
      if (next.at >= last.at) break;
      events[place] = next;
      place = child;
    }
    events[place] = last;
    return first;
  }
}
