/**
 * Plays a program in every order of its steps that can make a difference: a depth-first search over the choices of what goes
 * next, restarted for each order. Steps are taken one at a time, so an order is all that concurrency is.
 *
 * Two orders are the same if one becomes the other by swapping independent neighbors: which of the two came first
 * is not visible afterwards. Of the orders that are the same one is played (dynamic partial-order reduction with source sets
 * and sleep sets, after Flanagan and Godefroid 2005 and Abdulla, Aronis, Jonsson and Sagonas 2014). It relies on three things:
 * that a program does the same when its steps are taken in the same order, that steps called independent are, and that a step
 * which waits stays able to go until it is taken.
 */

/** One step that waits for its turn. Its name identifies it among the program's steps, in every order. */
export interface Step {
  name: string;
}

/** A program in the middle of being played. */
export interface Play<S extends Step> {
  /** What may go next, in the order in which it came to wait. */
  waiting(): readonly S[];
  /** Lets a step go. Resolves when nothing moves any more. */
  take(step: S): Promise<void>;
  /** Called where the order is given up before its end. */
  abandon(): void;
}

export interface Program<S extends Step, P extends Play<S> = Play<S>> {
  begin(): Promise<P>;
  /** Whether the order of two steps can make a difference; of the same two always the same. */
  dependent(a: S, b: S): boolean;
  /** Called when nothing waits any more. Stops the search where it answers false. */
  end(play: P, order: readonly S[]): Promise<boolean>;
}

interface Explored {
  /** Orders that were played to their end. */
  orders: number;
  /** Choices that were seen and not followed, since the search was stopped: at least as many orders are left. */
  left: number;
}

/** Plays orders that a source of numbers from 0 up to (not including) a limit draws. Answers how many. */
export async function playAtRandom<S extends Step, P extends Play<S>>(
  { begin, end }: Program<S, P>,
  below: (limit: number) => number,
  orders: number,
): Promise<number> {
  for (let played = 0; played < orders; played += 1) {
    const play = await begin();
    const order: S[] = [];
    for (let waiting = play.waiting(); waiting.length > 0; waiting = play.waiting()) {
      const step = waiting[below(waiting.length)];
      if (!step) break;
      order.push(step);
      await play.take(step);
    }
    if (!(await end(play, order))) return played + 1;
  }
  return orders;
}

interface Event<S> {
  step: S;
  /** The event that made this step come to wait by its answer; undefined for steps that waited from the start. */
  trigger: number | undefined;
  /** All events that must come before this one, in every order that is the same. */
  before: ReadonlySet<number>;
}

/** What may go at one place of the present order, and what has been tried there. */
interface Place<S> {
  waiting: readonly S[];
  chosen: S;
  /** To be tried here. */
  wanted: Set<string>;
  /** Tried here, or elsewhere in an order that is the same. */
  asleep: Map<string, S>;
}

/** Plays `atMost` orders at most. */
export async function explore<S extends Step, P extends Play<S>>(
  program: Program<S, P>,
  atMost = Number.POSITIVE_INFINITY,
): Promise<Explored> {
  const search = new Search(program);
  let orders = 0;
  for (let more = true; more && orders < atMost; ) {
    const ended = await search.play();
    if (ended) orders += 1;
    more = search.turn() && ended !== 'stop';
  }
  return { orders, left: search.left() };
}

class Search<S extends Step, P extends Play<S>> {
  readonly #program: Program<S, P>;
  readonly #places: Place<S>[] = [];
  readonly #events: Event<S>[] = [];

  constructor(program: Program<S, P>) {
    this.#program = program;
  }

  /** Plays the choices so far, and then continues to an end; false if every continuation was played elsewhere. */
  async play(): Promise<boolean | 'stop'> {
    const play = await this.#program.begin();
    const triggers = new Map<string, number | undefined>();
    const cameToWait = (trigger: number | undefined) => {
      for (const { name } of play.waiting()) if (!triggers.has(name)) triggers.set(name, trigger);
    };
    cameToWait(undefined);
    for (let index = 0; play.waiting().length > 0; index += 1) {
      const place = this.#places[index] ?? this.#arrive(play.waiting());
      if (!place) {
        play.abandon();
        return false;
      }
      await play.take(chosenAmong(play.waiting(), place.chosen));
      if (index >= this.#events.length) this.#happened(place.chosen, triggers.get(place.chosen.name));
      cameToWait(index);
    }
    const order = this.#events.map(({ step }) => step);
    return (await this.#program.end(play, order)) || 'stop';
  }

  /** A new place after the last one, or undefined if all that waits is asleep. */
  #arrive(waiting: readonly S[]): Place<S> | undefined {
    const last = this.#places.at(-1);
    const kept = last
      ? [...last.asleep.values()].filter(
          (step) => step.name !== last.chosen.name && !this.#program.dependent(step, last.chosen),
        )
      : [];
    const asleep = new Map(kept.map((step) => [step.name, step]));
    const chosen = waiting.find(({ name }) => !asleep.has(name));
    if (!chosen) return undefined;
    const place = { waiting, chosen, wanted: new Set([chosen.name]), asleep };
    this.#places.push(place);
    return place;
  }

  /** Notes what has just gone, and where it raced with what went before: there the other order is wanted too. */
  #happened(step: S, trigger: number | undefined): void {
    const events = this.#events;
    const causes = new Set(trigger === undefined ? [] : [trigger, ...(events[trigger]?.before ?? [])]);
    const touching = events.flatMap((event, index) => (this.#program.dependent(event.step, step) ? [index] : []));
    const direct = [...new Set([...causes, ...touching])];
    const before = new Set(direct.flatMap((index) => [index, ...(events[index]?.before ?? [])]));
    const racing = touching.filter(
      (index) => !causes.has(index) && !direct.some((other) => events[other]?.before.has(index)),
    );
    const present = events.push({ step, trigger, before }) - 1;
    for (const index of racing) this.#reverse(index, present);
  }

  /** Wants, in place of the first of two racing events, a way on which leads to the second without it. */
  #reverse(first: number, second: number): void {
    const place = this.#places[first];
    const events = this.#events;
    const way = events.flatMap((event, index) =>
      index > first && index <= second && (index === second || !event.before.has(first)) ? [index] : [],
    );
    const begins = way
      .filter((index) => !way.some((other) => events[index]?.before.has(other)))
      .flatMap((index) => events[index]?.step.name ?? []);
    if (!place || begins.some((name) => place.wanted.has(name) || place.asleep.has(name))) return;
    const possible = begins.find((name) => place.waiting.some((step) => step.name === name));
    if (possible === undefined) throw new Error(`No way leads to ${events[second]?.step.name} any sooner`);
    place.wanted.add(possible);
  }

  /** Turns to the last place where another choice is wanted; false if there is no other. */
  turn(): boolean {
    for (let place = this.#places.at(-1); place; place = this.#places.at(-1)) {
      place.asleep.set(place.chosen.name, place.chosen);
      this.#events.length = Math.min(this.#events.length, this.#places.length - 1);
      const next = this.#openAt(place)[0];
      if (next) {
        place.chosen = next;
        return true;
      }
      this.#places.pop();
    }
    return false;
  }

  #openAt({ waiting, wanted, asleep }: Place<S>): S[] {
    return waiting.filter(({ name }) => wanted.has(name) && !asleep.has(name));
  }

  left(): number {
    return this.#places.reduce((sum, place) => sum + this.#openAt(place).length, 0);
  }
}

function chosenAmong<S extends Step>(waiting: readonly S[], { name }: S): S {
  const chosen = waiting.find((step) => step.name === name);
  if (!chosen) throw new Error(`The program is not the same again: ${name} does not come to wait`);
  return chosen;
}
