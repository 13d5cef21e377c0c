/** Requests for whoever needs many or one: taken from the tables of steps and from the scenarios. Read `step.ts` first. */
import type { Invocable } from '../../../lib/schema/invocable.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import type { CallInput } from '../../support/http/call.ts';
import { scenarios } from '../../support/scenarios/all.ts';
import { invocationScenarios } from '../../support/scenarios/invocations.ts';
import type { World } from '../../support/world/world.ts';
import type { Answer } from '../engine/history.ts';
import type { Random } from '../engine/random.ts';
import type { Request } from '../engine/requests.ts';
import { areas } from './all.ts';
import type { Playground } from './step.ts';

/** A request that was made, and what it was answered. */
interface Visit {
  request: Request;
  answer: Answer;
}

/** The client's area goes over a line of its own, which only a simulation has. */
const onTour = areas.filter(({ name }) => name !== 'the client');

/** Makes so many requests of any steps in a store, one after the other and without faults, each with a key of its own. */
export async function* tour(world: World, random: Random, count: number): AsyncGenerator<Visit> {
  const playgrounds: Playground[] = [];
  for (const area of onTour) playgrounds.push(await area.begin(world, random));
  const steps = playgrounds.flatMap((playground) => playground.steps);
  for (let made = 0; made < count; ) {
    const request = random.among(steps)?.next(random, 1);
    if (!request) continue;
    made += 1;
    yield { request, answer: await request.send(request.keyed ? `tour-${made}` : undefined) };
  }
}

/** The request by which an operation succeeds in a store, after what it needs has been made. Throws where it has no scenario. */
export async function callOf(operation: Operation, world: World): Promise<CallInput> {
  const scenario = scenarios.find((each) => each.operation.name === operation.name);
  if (!scenario) throw new Error(`${operation.name} has no scenario`);
  return { ...(await scenario.prepare(world)), key: world.write };
}

/** The payload with which a function without a route succeeds, after what it needs has been made. Throws likewise. */
export async function payloadOf({ name }: Invocable, world: World): Promise<Record<string, unknown>> {
  const scenario = invocationScenarios.find(({ invocable }) => invocable.name === name);
  if (!scenario) throw new Error(`${name} has no scenario`);
  return scenario.prepare(world);
}
