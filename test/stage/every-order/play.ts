/** Functions in progress at the same time, each call of theirs to AWS waiting until it is let go. */
import { setImmediate as turn } from 'node:timers/promises';
import { actAs, never } from '../engine/actor.ts';
import { actorOf, copyOf, type Memory, Sent } from './actor.ts';
import type { Play, Step } from './explore.ts';
import { type Call, type Touch, takesEffect, touchesOf } from './touches.ts';

/** A client's request, or a delivery or a round of what runs in the background. */
export interface Agent<R> {
  name: string;
  /** How many of its transactions meet another one in progress. */
  conflicts?: number;
  act(): Promise<R>;
}

/** A function that dies right after the call with this number took effect, and its successor, if there is one. */
export interface Death<R> {
  of: string;
  afterEffect: number;
  successor?: Agent<R> | undefined;
}

/** A call to AWS that waits. */
export interface CallStep extends Step {
  agent: string;
  touches: readonly Touch[];
  takesEffect: boolean;
}

interface Waiting {
  step: CallStep;
  /** Makes the call. Answers how its caller hears of it. */
  go(): Promise<{ succeeded: boolean; answer: () => void }>;
}

interface Running<R> extends Agent<R> {
  isDead: boolean;
  effects: number;
  /** How often it has paused since it may have met someone. */
  pauses: number;
  /** Goes on after a pause that waits for the others. */
  resume?: (() => void) | undefined;
  answer: { value: R } | { failure: unknown } | undefined;
}

interface Options<R> {
  /** Gives text without what is another in every play. */
  masked: (text: string) => string;
  death?: Death<R> | undefined;
  /** What every function remembers when it is started. */
  memory?: Memory;
  /** Called with every call that is made. */
  onCall?: (step: CallStep) => void;
}

export class Plays<R> implements Play<CallStep> {
  readonly outbox = new Sent();
  readonly #running = new Map<string, Running<R>>();
  readonly #waiting: Waiting[] = [];
  readonly #names = new Map<string, number>();
  readonly #death: Death<R> | undefined;
  readonly #masked: (text: string) => string;
  readonly #onCall: (step: CallStep) => void;
  readonly #memory: Memory;
  #moves = 0;
  #hasDied = false;

  constructor({ masked, death, memory = new Map(), onCall = () => undefined }: Options<R>) {
    this.#masked = masked;
    this.#death = death;
    this.#memory = memory;
    this.#onCall = onCall;
  }

  /** Starts all of them. Resolves when each has made its first calls. */
  async start(agents: readonly Agent<R>[]): Promise<void> {
    for (const agent of agents) this.#start(agent);
    await this.#settled();
  }

  /** Starts one and lets its calls go in the order in which they come, and those of the agents after it. */
  async run(agent: Agent<R>): Promise<void> {
    await this.start([agent]);
    for (let [step] = this.waiting(); step; [step] = this.waiting()) await this.take(step);
  }

  #start(agent: Agent<R>): void {
    const { name, conflicts = 0 } = agent;
    const running: Running<R> = { ...agent, isDead: false, effects: 0, pauses: -conflicts, answer: undefined };
    const actor = actorOf({
      ...{ outbox: this.outbox, conflicts, memory: copyOf(this.#memory) },
      call: (call, send) => this.#enter(running, call, send),
      pause: () => this.#pause(running),
    });
    this.#running.set(name, running);
    const ended = (answer: Running<R>['answer']) => {
      this.#moves += 1;
      running.answer = answer;
    };
    actAs(actor, agent.act).then(
      (value) => ended({ value }),
      (failure: unknown) => ended({ failure }),
    );
  }

  /** An agent that lost a few times waits until the others have ended, as with its growing pauses: none loses forever. */
  #pause(running: Running<R>): Promise<void> {
    if (running.isDead) return never;
    this.#moves += 1;
    running.pauses += 1;
    if (running.pauses <= pausesAtMost) return Promise.resolve();
    return new Promise((resolve) => {
      running.resume = resolve;
    });
  }

  /** Resumes an agent that waits for the others, once none of them is in progress. */
  #resume(): void {
    const left = [...this.#running.values()].filter(({ answer, isDead }) => !answer && !isDead);
    const [paused] = left;
    if (!paused || !left.every(({ resume }) => resume)) return;
    this.#moves += 1;
    paused.resume?.();
    paused.resume = undefined;
  }

  #enter<T>({ name: agent, isDead }: Running<R>, call: Call, send: () => Promise<T>): Promise<T> {
    if (isDead) return never;
    this.#moves += 1;
    const touches = touchesOf(call);
    const step = { name: this.#nameOf(agent, call, touches), agent, touches, takesEffect: takesEffect(call) };
    return new Promise((resolve, reject) => {
      const go = () =>
        send().then(
          (value) => ({ succeeded: true, answer: () => resolve(value) }),
          (failure: unknown) => ({ succeeded: false, answer: () => reject(failure) }),
        );
      this.#waiting.push({ step, go });
    });
  }

  /** Named by what it touches, and numbered if an agent repeats a call. */
  #nameOf(agent: string, { command }: Call, touches: readonly Touch[]): string {
    const places = touches.map((touch) => (touch.writes ? `${placeOf(touch)}!` : placeOf(touch)));
    const name = this.#masked([agent, command, ...places].join(' '));
    const times = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  }

  waiting(): readonly CallStep[] {
    return this.#waiting.map(({ step }) => step);
  }

  async take({ name, agent, takesEffect: isEffect }: CallStep): Promise<void> {
    const index = this.#waiting.findIndex(({ step }) => step.name === name);
    const [next] = this.#waiting.splice(index, 1);
    const running = this.#running.get(agent);
    if (!next || !running) throw new Error(`${name} does not wait`);
    this.#onCall(next.step);
    const { succeeded, answer } = await next.go();
    this.#moves += 1;
    const hadEffect = isEffect && succeeded;
    if (hadEffect) running.effects += 1;
    if (hadEffect && this.#death?.of === agent && running.effects === this.#death.afterEffect) this.#die(running);
    else answer();
    await this.#settled();
  }

  #die(running: Running<R>): void {
    this.#hasDied = true;
    this.#bury(running);
    if (this.#death?.successor) this.#start(this.#death.successor);
  }

  #bury(running: Running<R>): void {
    running.isDead = true;
    const left = this.#waiting.filter(({ step }) => step.agent !== running.name);
    this.#waiting.splice(0, this.#waiting.length, ...left);
  }

  abandon(): void {
    for (const running of this.#running.values()) this.#bury(running);
  }

  get hasDied(): boolean {
    return this.#hasDied;
  }

  /** How many calls of an agent took effect. */
  effectsOf(agent: string): number {
    return this.#running.get(agent)?.effects ?? 0;
  }

  /** What each agent was answered that lived to hear it. Throws what one of them threw. */
  answers(): Map<string, R> {
    const result = [...this.#running.values()].flatMap(({ name, answer }) => {
      if (answer && 'failure' in answer) throw answer.failure;
      return answer ? [[name, answer.value] as const] : [];
    });
    return new Map(result);
  }

  /** Resolves when every agent waits, has ended or is dead, and nothing moves any more. */
  async #settled(): Promise<void> {
    for (let quiet = 0, idle = 0; quiet < quietTurns; idle += 1) {
      const before = this.#moves;
      this.#resume();
      await turn();
      quiet = before === this.#moves && this.#isSomebodyBusy() === false ? quiet + 1 : 0;
      if (idle > idleTurnsAtMost) throw new Error('Someone waits for what is no call to AWS');
    }
  }

  #isSomebodyBusy(): boolean {
    return [...this.#running.values()].some(
      ({ name, isDead, answer, resume }) =>
        !answer && !isDead && !resume && this.#waiting.every(({ step }) => step.agent !== name),
    );
  }
}

/** Work that an answer starts continues at once, except for streams, which take some turns. */
const quietTurns = 3;
const idleTurnsAtMost = 100_000;

const pausesAtMost = 2;

function placeOf(touch: Touch): string {
  if (touch.kind === 'item') return [touch.pk, touch.sk].join(' ').trim();
  if (touch.kind === 'table') return 'all items';
  return touch.kind === 'range' ? `${touch.pk} ${touch.prefix}*` : `${touch.index}:${touch.partition}`;
}

/** Runs a function, its calls going in the order in which they come, that dies right after the effect with this number. */
export async function dieAfterEffect<R>(act: () => Promise<R>, afterEffect: number): Promise<void> {
  const plays = new Plays<R>({ masked: (text) => text, death: { of: 'victim', afterEffect } });
  await plays.run({ name: 'victim', act });
  if (!plays.hasDied) throw new Error('The function has ended before it could die');
}
