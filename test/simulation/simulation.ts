/**
 * One run of the simulation: a few clients on a fresh store, faults, and a judgement on everything they were answered and on
 * what is left.
 *
 * The seed decides who asks for what, which try of which AWS call fails and how, where functions die, who stops waiting, when
 * messages are delivered, and in which order the calls of all functions reach AWS. Ids, keys and codes are as random as
 * ever: nothing depends on them.
 */
import { forgetAll } from '../../lib/runtime/bounded-map.ts';
import { newWorld } from '../support/world/world.ts';
import { addresses } from './areas/addresses.ts';
import { digitalFiles } from './areas/digital-files.ts';
import { giftCards } from './areas/gift-cards.ts';
import { giftOptions } from './areas/gift-options.ts';
import { operators } from './areas/operators.ts';
import { photos } from './areas/photos.ts';
import { reviews } from './areas/reviews.ts';
import { waitlist } from './areas/waitlist.ts';
import { onOwnAccount } from './engine/account.ts';
import type { Area, Step } from './engine/area.ts';
import { workBeside } from './engine/background.ts';
import { perform, type Surroundings } from './engine/client.ts';
import { clock } from './engine/clock.ts';
import { enterSimulation, execute } from './engine/faulty-aws.ts';
import { type Done, judge } from './engine/judgement.ts';
import { type Random, seeded } from './engine/random.ts';
import { Scheduler } from './engine/scheduler.ts';
import { Violation } from './engine/violation.ts';
import { Run } from './run.ts';

export const areas: readonly Area[] = [
  addresses,
  giftOptions,
  photos,
  giftCards,
  reviews,
  waitlist,
  digitalFiles,
  operators,
];

export interface Outcome {
  run: Run;
  requests: number;
  violation?: Violation | undefined;
}

const hour = 3_600_000;

/** Runs the seed on a random choice of areas. Throws only where the simulation itself cannot go on. */
export async function simulate(seed: number, among: readonly Area[] = areas): Promise<Outcome> {
  await enterSimulation();
  forgetAll();
  clock.start();
  const run = new Run();
  try {
    return await onOwnAccount(() => execute({ run }, () => play(seeded(seed), run, among)));
  } finally {
    clock.stop();
  }
}

async function play(random: Random, run: Run, among: readonly Area[]): Promise<Outcome> {
  const world = await newWorld();
  // One area has all clients, now and then two: what they share is contended.
  const first = random.below(among.length);
  const chosen = among.filter((_, index) => index === first || random.chance(0.15));
  const played: Done[] = [];
  for (const area of chosen) played.push({ area, playground: await area.begin(world, random), deeds: [] });

  const scheduler = new Scheduler(random.fork(), run);
  const intensity = random.pick([0, 0.5, 1, 2]);
  const surroundingsOf = (choices: Random): Surroundings => ({
    run,
    scheduler,
    random: choices,
    faults: () => ({ random: choices.fork(), intensity }),
  });
  let violation: Violation | undefined;
  try {
    for (const phase of [1, 2] as const) {
      await scheduler.run(playPhase(played, phase, random, surroundingsOf));
      clock.pass(2 * hour);
    }
    await judge(world, played, surroundingsOf(random));
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    violation = error;
  }
  const deeds = played.flatMap((each) => each.deeds);
  return { run, requests: deeds.reduce((sum, { attempts }) => sum + attempts.length, 0), violation };
}

/**
 * A choice among what clients may do next. Some of the functions are in fashion in a phase and mostly chosen, so that in each
 * run others meet often.
 */
function fashion(random: Random): (next: () => Step) => Step {
  const favours = new Map<string, boolean>();
  const favoured = random.pick([0.25, 0.5, 1]);
  const isFavoured = ({ name }: Step): boolean => {
    if (!favours.has(name)) favours.set(name, random.chance(favoured));
    return favours.get(name) === true;
  };
  return (next) => {
    let step = next();
    for (let tries = 0; tries < 5 && !isFavoured(step); tries += 1) step = next();
    return step;
  };
}

/** How many requests each client makes, by phase. */
const steps = { 1: 4, 2: 3 } as const;

async function playPhase(
  played: readonly Done[],
  phase: 1 | 2,
  random: Random,
  surroundingsOf: (choices: Random) => Surroundings,
): Promise<void> {
  const { run } = surroundingsOf(random);
  // Now and then a crowd, each of whom makes one request.
  const crowd = Math.min(...played.map(({ area }) => area.crowd ?? 0));
  const isCrowd = crowd > 0 && random.chance(0.3);
  if (isCrowd) run.count('crowd of clients');
  const clients = isCrowd ? crowd : random.pick([2, 3, 4, 5]);
  const requests = isCrowd ? 1 : steps[phase];
  const inFashion = fashion(random.fork());
  const client = async (name: number, choices: Random) => {
    for (let index = 0; index < requests; index += 1) {
      const one = played[choices.below(played.length)];
      if (!one) continue;
      const step = inFashion(() => one.playground.next(choices, phase));
      const key = step.keyed ? `client-${name}-step-${phase}-${index}` : undefined;
      one.deeds.push(await perform(step, key, surroundingsOf(choices)));
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
