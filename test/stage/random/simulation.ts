/**
 * One run of the simulation: a few clients on a fresh store, faults, and a judgment on everything they were answered and on
 * what is left.
 *
 * The seed decides who asks for what, which try of which AWS call fails and how, where functions die, who stops waiting, when
 * messages are delivered, and in which order the calls of all functions reach AWS. Ids, keys and codes are as random as before: nothing depends on them.
 */

import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { areas } from '../../requests/all.ts';
import type { Area, Playground } from '../../requests/table.ts';
import { beginAnew, plantSecret } from '../../support/aws/deployment.ts';
import { type BatchName, resize } from '../../support/batches.ts';
import { invoke, newStorefrontKey } from '../../support/invoke.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';
import { enterStage } from '../engine/aws.ts';
import { workBeside } from '../engine/background.ts';
import { type Choice, choiceAmong } from '../engine/choice.ts';
import { type Deed, linesOf, perform, type Surroundings, within } from '../engine/client.ts';
import { clock } from '../engine/clock.ts';
import { type Conditions, conditionsOf } from '../engine/conditions.ts';
import { onOwnAccount } from '../engine/execution.ts';
import type { Faults } from '../engine/faults.ts';
import { type Done, expectSound, expectTrueEvents, judge } from '../engine/judgement.ts';
import { type Random, seeded } from '../engine/random.ts';
import { type Request, Violation } from '../engine/requests.ts';
import { Scheduler } from '../engine/scheduler.ts';
import { letPass } from '../engine/unkind-aws.ts';
import { Run } from './run.ts';
import { upgrade, type Versions } from './versions.ts';

interface Outcome {
  run: Run;
  requests: number;
  violation?: Violation | undefined;
}

const hour = 3_600_000;

interface Played {
  among?: readonly Area[];
  /** Whether all these areas are played on the store; by default only a choice of them. */
  together?: boolean;
  /** Those of the seed, where nothing is said. */
  conditions?: Conditions;
  /** Likewise. */
  faults?: Omit<Faults, 'random'>;
  /** Whether the events of all changes are judged too. */
  withEvents?: boolean;
  /** Releases that serve the store by turns; only the present code if omitted. */
  versions?: Versions | undefined;
}

/** Runs the seed on a random choice of areas. Throws only if the simulation itself cannot continue. */
export async function simulate(
  seed: number,
  { among = areas, withEvents = false, ...played }: Played = {},
): Promise<Outcome> {
  await enterStage();
  clock.start();
  const putBack = resizeBatches(seeded(seed).fork());
  try {
    return await onOwnAccount(() => play(seeded(seed), among, { ...played, withEvents }), { stream: withEvents });
  } finally {
    putBack();
    clock.stop();
  }
}

/** In a run with small batches. Any other batch is of 1 to 3. */
const smallSizes: Partial<Record<BatchName, readonly [number, ...number[]]>> = {
  // More than are posted within the lag of an index.
  markedReviews: [20, 30],
  // Several passes read the whole table, a segment of which has some ten items.
  migratedItems: [4, 6],
};

/**
 * In every other run batches are so small that work after a batch is played. Pages that are answered keep their size, and so does what
 * is divided only to go side by side: that would meet itself more often than any contention there is.
 */
function resizeBatches(random: Random): () => void {
  const areSmall = random.chance(0.5);
  return resize((name) =>
    areSmall && !/(?:OnPage|readKeys|transactionItems)$/.test(name)
      ? random.pick(smallSizes[name] ?? [1, 2, 3])
      : undefined,
  );
}

async function play(
  random: Random,
  among: readonly Area[],
  { together = false, conditions, faults, withEvents = false, versions }: Omit<Played, 'among'>,
): Promise<Outcome> {
  const drawn = conditionsOf(random.fork());
  const run = new Run(random.fork(), conditions ?? drawn);
  const scheduler = new Scheduler(random.fork(), run);
  const played: Done[] = [];
  const intensity = random.pick([0, 0.5, 1, 2]);
  const surroundingsOf = (choices: Random): Surroundings => ({
    run,
    scheduler,
    random: choices,
    faults: () => ({ random: choices.fork(), intensity, ...faults }),
  });
  let violation: Violation | undefined;
  const end = versions && (await upgrade(versions, random.fork()));
  try {
    const world = await within(surroundingsOf(random), () => newStore(run, withEvents && !versions));
    for (const area of choose(areasKnownTo(versions, among), together, random)) {
      const situation = await within(surroundingsOf(random), () => area.begin(world, random));
      const playground = knownTo(versions, situation);
      played.push({ area, playground, deeds: [] });
    }
    const choice = choiceAmong(played);
    for (const phase of [1, 2] as const) {
      const plan = planOf(played, phase, random);
      if (plan.clients > 5) run.count('crowd of clients');
      await within(surroundingsOf(random), () => playPhase(choice, phase, plan, random, surroundingsOf));
      await within(surroundingsOf(random), () => expectSound(versions));
      await letPass(run, 2 * hour);
    }
    await judge(world, played, surroundingsOf(random), versions);
    if (withEvents) await expectTrueEvents(world, played, surroundingsOf(random), versions);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    violation = error;
  } finally {
    end?.();
  }
  const deeds = played.flatMap((each) => each.deeds);
  return { run, requests: deeds.reduce((sum, { attempts }) => sum + attempts.length, 0), violation };
}

/** The areas that the last release can serve, where it serves too. */
const areasKnownTo = (versions: Versions | undefined, among: readonly Area[]): readonly Area[] =>
  versions ? among.filter(({ isNew }) => !isNew) : among;

/** Without what only the present release knows, where the last one serves too. */
const knownTo = (versions: Versions | undefined, { steps, last, ...playground }: Playground): Playground => {
  const isKnown = ({ isNew }: { isNew?: boolean }) => !(versions && isNew);
  return {
    ...playground,
    steps: steps.filter(isKnown),
    last: (mails) => last(mails).map((requests) => () => requests().filter(isKnown)),
  };
};

/** Unless they are played together, one area has all clients, now and then two: what they share is contended. */
function choose(among: readonly Area[], together: boolean, random: Random): Area[] {
  const first = random.below(among.length);
  return among.filter((_, index) => together || index === first || random.chance(0.15));
}

/** A store on a new deployment; if its changes are followed, with the reviews of a site as public files. */
async function newStore(run: Run, isPublic: boolean): Promise<World> {
  await plantSecret();
  await beginAnew();
  const world = await newWorld();
  await newStorefrontKey(world.store.id);
  if (isPublic) {
    const sites = [{ ...world.sites[0], public_reviews: true }];
    await succeeded(invoke(importRecords, { store_id: world.store.id, sites }));
    run.publicFiles.push(...publicFilesOf(world));
  }
  return world;
}

/** Messages as the changes of products queue them. */
const publicFilesOf = ({ store, products }: World): string[] =>
  products.map(({ id }) => JSON.stringify({ work: 'product', store_id: store.id, product_id: id }));

/** How many requests each client makes, by phase. */
const steps = { 1: 4, 2: 3 } as const;

/** Of one client, before it is plain that some kind of step never becomes possible. */
const requestsAtMost = 300;

/** How clients go about a phase. */
interface Plan {
  clients: number;
  /** Of each client. */
  requests: number;
  /** How often a client chooses a kind of step that has not been played yet. */
  rate: number;
}

/** Now and then a crowd: each client makes one request. */
function planOf(played: readonly Done[], phase: 1 | 2, random: Random): Plan {
  const crowd = Math.min(...played.map(({ area }) => area.crowd ?? 0));
  return crowd > 0 && random.chance(0.3)
    ? { clients: crowd, requests: 1, rate: 0 }
    : { clients: random.pick([2, 3, 4, 5]), requests: steps[phase], rate: 0.5 };
}

async function playPhase(
  choice: Choice<Done>,
  phase: 1 | 2,
  { clients, requests, rate }: Plan,
  random: Random,
  surroundingsOf: (choices: Random) => Surroundings,
): Promise<void> {
  choice.changeFashion(random.fork());
  // What has not been played by then is played at the end.
  const goesOn = (index: number) => index < requests || (phase === 2 && choice.left().length > 0);
  const client = async (name: number, choices: Random) => {
    const deeds: Deed[] = [];
    for (let index = 0; goesOn(index); index += 1) {
      if (index > requestsAtMost)
        throw new Violation(`Nothing comes of what clients do: ${choice.left()}`, deeds.slice(-3).flatMap(linesOf));
      const { done, request } = choice.next(choices, phase, index < requests ? rate : 1);
      const key = isSentWithKey(request, choices) ? `client-${name}-step-${phase}-${index}` : undefined;
      const deed = await perform(request, key, surroundingsOf(choices));
      deeds.push(deed);
      done.deeds.push(deed);
    }
  };
  let ended = false;
  const clientsAtWork = Array.from({ length: clients }, (_, name) => client(name, random.fork()));
  const background = [1, 2, 3].map(() => workBeside(surroundingsOf(random.fork()), () => ended));
  await Promise.all([
    Promise.all(clientsAtWork).finally(() => {
      ended = true;
    }),
    ...background,
  ]);
}

/** Now and then a client leaves out an optional key. */
const isSentWithKey = ({ keyed, requiresKey = false }: Request, choices: Random): boolean =>
  requiresKey || (keyed && !choices.chance(0.1));
