/** Per endpoint: what one request costs in a warm function, in round trips, capacity units and CPU time of the chain alone. */
import { newId } from '../../lib/runtime/ids.ts';
import { type AwsCall, type Recording, record, replay, watch } from '../support/aws/aws-calls.ts';
import { handlerOf } from '../support/handlers.ts';
import { answer, call, eventOf } from '../support/http/call.ts';
import { allScenarios } from '../support/scenarios/all.ts';
import type { Scenario } from '../support/scenarios/scenario.ts';
import { newWorld } from '../support/world/world.ts';
import { costPerMillion, type Usage } from './cost.ts';

/** `cpu` is with AWS's answers at hand: the chain, the SDK's client code and the rules. */
export interface EndpointCost extends Usage {
  name: string;
  method: string;
  /** US dollars per million requests. */
  cost: number;
}

const repetitions = 300;

/** Measures every endpoint. A keyed write is measured with its key. */
export async function measureEndpoints(progress: (name: string) => void): Promise<EndpointCost[]> {
  const costs: EndpointCost[] = [];
  for (const [name, scenario] of allScenarios) {
    progress(name);
    const usage = await measure(scenario);
    costs.push({ name, method: scenario.operation.method, ...usage, cost: costPerMillion(usage) });
  }
  return costs;
}

const isRead = ({ command }: AwsCall): boolean => /^(?:Get|BatchGet|Query)/.test(command);

const units = (calls: readonly AwsCall[]): number => calls.reduce((sum, { capacity }) => sum + capacity, 0);

async function measure(scenario: Scenario): Promise<Usage> {
  return usageOf(scenario.operation.name, await newRequest(scenario), () => newRequest(scenario));
}

type Send = () => Promise<boolean>;

/** Sends one and the same request, each time it is called, with a key that the function knows; false where it does not succeed. */
async function newRequest({ operation, prepare }: Scenario): Promise<Send> {
  const world = await newWorld();
  const idempotencyKey = operation.method === 'GET' || operation.method === 'DELETE' ? undefined : newId('upload');
  const event = eventOf(operation, { ...(await prepare(world)), key: world.write, idempotencyKey });
  await call(operation, { key: world.write });
  const handler = await handlerOf(operation);
  return async () => (await answer(handler, operation, event)).statusCode === operation.success.status;
}

/**
 * What a request takes: it is made once, and then again and again on the answers that DynamoDB gave it. What S3 no longer has
 * then cannot be had again: such a request is made anew each time, and its CPU is that of real calls. Throws where the
 * request does not succeed.
 */
export async function usageOf(name: string, send: Send, renew?: () => Promise<Send>): Promise<Usage> {
  const recording: Recording = [];
  const { result, roundTrips, calls } = await watch(() => record(recording, send));
  if (!result) throw new Error(`${name} did not succeed`);
  const again = () => replay(recording, send);
  const repeatable = await again();
  if (!repeatable && !renew) throw new Error(`${name} did not succeed again`);
  return {
    roundTrips,
    readUnits: units(calls.filter(isRead)),
    writeUnits: units(calls.filter((one) => !isRead(one))),
    cpu: repeatable || !renew ? await cpuOf(again) : await cpuOfNew(renew),
  };
}

async function cpuOf(request: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < repetitions; warm += 1) await request();
  const before = process.cpuUsage();
  for (let count = 0; count < repetitions; count += 1) await request();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / repetitions;
}

const renewals = 30;

async function cpuOfNew(renew: () => Promise<Send>): Promise<number> {
  let sum = 0;
  for (let count = 0; count < renewals; count += 1) {
    const send = await renew();
    const before = process.cpuUsage();
    await send();
    const { user, system } = process.cpuUsage(before);
    sum += user + system;
  }
  return sum / renewals;
}
