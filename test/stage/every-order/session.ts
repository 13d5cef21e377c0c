/** A process's place for plays: its tables, what was made ready in them, and the one play after the other. */

import { backgroundFunctions } from '../../../lib/resources/background.ts';
import { resize } from '../../support/batches.ts';
import { enterStage } from '../engine/aws.ts';
import { clock } from '../engine/clock.ts';
import { act, type Memory, type Message, type Sent } from './actor.ts';
import { groundTime, playTime, prepareFixture, type SharedFixture, uploadedPart } from './ground.ts';
import { maskOf } from './outcome.ts';
import { type CallStep, type Death, Plays } from './play.ts';
import { memoryOfStart, prepare, type Reply } from './request.ts';
import { makingOf, type Situation } from './situations.ts';
import { type Contents, type Snapshot, Stage } from './stage.ts';
import { IndexedKinds } from './touches.ts';

/** In which order messages arrive that were queued. */
export type Delivery = 'first one first' | 'last one first';

/** A situation made ready. */
export interface Scene {
  ground: SharedFixture;
  snapshot: Snapshot;
  /** All ids and secrets that are there before a play. */
  known: string;
  conflicts: number;
  /** What is in progress to functions when a play begins. */
  queued: readonly Message[];
  /** Gives text in which things of the ground have names. */
  readable: (text: string) => string;
  /** What every function remembers when it is started. */
  memory: Memory;
}

export class Session {
  readonly close: () => Promise<void>;
  readonly kinds = new IndexedKinds();
  readonly #stage: Stage;
  readonly #ground: { ground: SharedFixture; snapshot: Snapshot };
  readonly #scenes = new Map<Situation, Promise<Scene>>();
  /** Whether the bucket may hold something else than the scene's. */
  #objectsTouched = true;

  /** Does some work in a session of its own. */
  static async run<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await Session.open();
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  }

  /** Until it is closed, the process has its tables, its time and its executions. */
  static async open(): Promise<Session> {
    await enterStage();
    clock.start();
    // One thing at a time, so that little work is enough to continue after a batch.
    const putBack = resize((name) =>
      /^(?:waitlistEntries|changedReviews|deletedReviews|issuedCards|forgottenCards|dueItems)$/.test(name)
        ? 1
        : undefined,
    );
    const stage = await Stage.open();
    const ground = await clock.at(groundTime, prepareFixture);
    const snapshot = await stage.snapshot(partsOf(ground));
    return new Session(stage, { ground, snapshot }, async () => {
      clock.stop();
      await stage.close();
      putBack();
    });
  }

  private constructor(stage: Stage, ground: { ground: SharedFixture; snapshot: Snapshot }, close: () => Promise<void>) {
    this.#stage = stage;
    this.#ground = ground;
    this.close = close;
  }

  /** The situation, made ready when it is first asked for. */
  scene(name: Situation): Promise<Scene> {
    const scene = this.#scenes.get(name) ?? this.#prepare(name);
    this.#scenes.set(name, scene);
    return scene;
  }

  async #prepare(name: Situation): Promise<Scene> {
    const { ground, snapshot } = this.#ground;
    const { prepare: change, conflicts = 0, isDelivered } = makingOf(name);
    await this.#stage.reset(snapshot, { withObjects: true });
    const more = change ? await clock.at(groundTime, () => change(ground)) : {};
    const made = await this.#stage.snapshot(snapshot.parts);
    const { entities, requests } = await this.#stage.contents();
    this.kinds.learn(entities);
    this.#objectsTouched = true;
    return {
      ground: { ...ground, ...more },
      readable: readableIn(ground),
      snapshot: made,
      known: JSON.stringify([entities, requests, ground, more], (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
      conflicts,
      queued: (isDelivered && more.queued) || [],
      memory: await memoryOfStart(),
    };
  }

  /** The beginning of a play: everything is as the scene has it. */
  async begin(
    { snapshot, known, queued, memory }: Scene,
    death?: Death<Reply>,
    onCall: (step: CallStep) => void = () => undefined,
  ): Promise<Plays<Reply>> {
    await this.#stage.reset(snapshot, { withObjects: this.#objectsTouched });
    this.#objectsTouched = false;
    const plays = new Plays<Reply>({
      masked: maskOf(known),
      death,
      memory,
      onCall: (step) => {
        this.#objectsTouched ||= step.touches.some(({ place, writes }) => place === 'objects' && writes);
        onCall(step);
      },
    });
    plays.outbox.messages.push(...queued);
    return plays;
  }

  /** Delivers what has been queued, and what comes of it; then returns all there is. */
  async end({ outbox }: Plays<Reply>, delivery: Delivery = 'first one first'): Promise<Contents> {
    if (delivery === 'last one first') outbox.messages.reverse();
    await clock.at(playTime + anHour, () => deliverAll(outbox));
    const contents = await this.#stage.contents();
    this.kinds.learn(contents.entities);
    return contents;
  }
}

const partsOf = ({ fileUpload }: SharedFixture) => new Map([[fileUpload.key, uploadedPart]]);

function readableIn({ store_id, ...ground }: SharedFixture): (text: string) => string {
  const named = Object.entries(ground).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'string') return [[value, name]];
    return 'id' in value ? [[value.id, name]] : [];
  });
  return (text) =>
    named.reduce((rest, [id, name]) => rest.replaceAll(id, `<${name}>`), text.replaceAll(store_id, '')).slice(0, 600);
}

/** By then all that an email announces has been committed, or never will be. */
const anHour = 3_600_000;

const functionOf: Readonly<Record<string, string>> = Object.fromEntries(
  backgroundFunctions.flatMap(({ name, trigger }) => ('queue' in trigger ? [[trigger.queue, name]] : [])),
);

const deliveriesAtMost = 300;

async function deliverAll(outbox: Sent): Promise<void> {
  for (let deliveries = 0; outbox.messages.length > 0; deliveries += 1) {
    if (deliveries > deliveriesAtMost) throw new Error('Work never ends');
    const messages = outbox.messages.splice(0, 1);
    const name = functionOf[messages[0]?.queue ?? ''];
    if (name === undefined) throw new Error(`Nobody works on ${messages[0]?.queue}`);
    const { body } = await act(await prepare({ to: { name }, messages }), { outbox });
    if (body.batchItemFailures.length > 0) throw new Error(`A message fails: ${messages[0]?.body}`);
  }
}
