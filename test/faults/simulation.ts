/**
 * One run of the simulation: a few clients on a fresh store, faults, and a judgement on everything they were answered.
 *
 * The seed decides who asks for what, which try of which AWS call fails and how, where functions die, who stops waiting, and
 * in which order the calls of all functions reach DynamoDB. Ids, keys and times are as random as ever: nothing depends on them.
 */
import { forgetApiKeys } from '../../lib/http/authentication.ts';
import { forgetStores } from '../../lib/invoke/function.ts';
import { forgetEnds } from '../../lib/store/page-ends.ts';
import { idempotencyRecordsOf } from '../support/table-contents.ts';
import { newWorld, type World } from '../support/world.ts';
import type { Area, Playground, Step } from './area.ts';
import { addresses } from './areas/addresses.ts';
import { giftCards } from './areas/gift-cards.ts';
import { giftOptions } from './areas/gift-options.ts';
import { reviews } from './areas/reviews.ts';
import { waitlist } from './areas/waitlist.ts';
import { type Deed, type Event, operationsOf, perform, Violation } from './client.ts';
import { enterSimulation } from './faulty-aws.ts';
import type { Operation } from './history.ts';
import { type Random, seeded } from './random.ts';
import { Scheduler } from './scheduler.ts';

export const areas: readonly Area[] = [addresses, giftOptions, giftCards, reviews, waitlist];

export interface Outcome {
  seed: number;
  requests: number;
  events: Map<Event, number>;
  /** AWS calls, pauses and turns of clients, in the seed's order. */
  steps: number;
  violation?: Violation | undefined;
}

const clients = 3;
const stepsOfAClient = 4;

/** Runs the seed. Throws only where the simulation itself cannot go on. */
export async function simulate(seed: number): Promise<Outcome> {
  enterSimulation();
  forgetApiKeys();
  forgetStores();
  forgetEnds();
  const random = seeded(seed);
  const world = await newWorld();
  const playgrounds: Playground[] = [];
  // One area has all clients, now and then two: what they share is contended.
  const first = random.below(areas.length);
  const chosen = areas.filter((_, index) => index === first || random.chance(0.2));
  for (const area of chosen) playgrounds.push(await area.begin(world, random));

  const scheduler = new Scheduler(random.fork());
  const events = new Map<Event, number>();
  const count = (event: Event) => void events.set(event, (events.get(event) ?? 0) + 1);
  const deeds: Deed[] = [];
  const outcome: Outcome = { seed, requests: 0, events, steps: 0 };

  const client = async (choices: Random, name: number) => {
    for (let index = 0; index < stepsOfAClient; index += 1) {
      const playground = playgrounds[choices.below(playgrounds.length)];
      if (!playground) continue;
      const step = playground.next(choices);
      const key = step.keyed ? `client-${name}-step-${index}` : undefined;
      deeds.push(await perform(step, key, { scheduler, random: choices, count }));
    }
  };
  try {
    const everybody = Array.from({ length: clients }, (_, name) => client(random.fork(), name));
    await scheduler.run(Promise.all(everybody));
    await judge(world, playgrounds, deeds, scheduler.time);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    outcome.violation = error;
  }
  outcome.requests = deeds.reduce((sum, { attempts }) => sum + attempts.length, 0);
  outcome.steps = scheduler.time;
  return outcome;
}

async function judge(world: World, playgrounds: readonly Playground[], deeds: readonly Deed[], time: number) {
  for (const { subject, explains, last } of playgrounds) {
    const asked = await askAtLast(last(), time);
    const history = deeds.filter(({ step }) => step.subject === subject).flatMap(operationsOf);
    if (!explains([...history, ...asked])) {
      throw new Violation(`No order of events explains what clients were answered about ${subject}`, [
        ...history,
        ...asked,
      ]);
    }
  }
  await sendAgain(deeds);
  const done = deeds.filter((deed) => successOf(deed));
  const records = await idempotencyRecordsOf(world.store.id);
  if (records.length !== done.length) {
    throw new Violation(`${done.length} keyed requests succeeded, ${records.length} were recorded`, done);
  }
}

async function askAtLast(steps: readonly Step[], time: number): Promise<Operation[]> {
  const answers = await Promise.all(steps.map((step) => step.send()));
  return steps.map(({ input }, index) => ({ input, answer: answers[index], from: time + 1, to: time + 2 }));
}

const successOf = ({ key, attempts }: Deed) =>
  key === undefined ? undefined : attempts.find(({ answer }) => answer?.ok)?.answer;

/** Long after, the same key still answers the same, and does nothing more. */
async function sendAgain(deeds: readonly Deed[]): Promise<void> {
  for (const deed of deeds) {
    const success = successOf(deed);
    if (!success) continue;
    const again = await deed.step.send(deed.key);
    if (!again.replayed || JSON.stringify(again.body) !== JSON.stringify(success.body)) {
      throw new Violation('A request made again later was not answered the same', { deed, again });
    }
  }
}
