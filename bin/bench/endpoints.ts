/** Per endpoint: what one request costs in a warm function, in round trips, capacity units and CPU time of the chain alone. */

import { newId } from '../../lib/runtime/ids.ts';
import { type AwsCall, type Recording, record, replay, watch } from '../../test/support/aws-calls.ts';
import { call } from '../../test/support/call.ts';
import { allScenarios } from '../../test/support/scenarios/all.ts';
import { newWorld } from '../../test/support/world.ts';
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

async function measure({ operation, handler, prepare }: (typeof allScenarios)[number][1]): Promise<Usage> {
  const world = await newWorld();
  const idempotencyKey = operation.method === 'GET' || operation.method === 'DELETE' ? undefined : newId('upload');
  const request = { ...(await prepare(world)), key: world.write, idempotencyKey };
  await call(handler, operation, { key: world.write });

  const recording: Recording = [];
  const { result, roundTrips, calls } = await watch(() => record(recording, () => call(handler, operation, request)));
  if (result.status !== operation.success.status) throw new Error(`${operation.name} answered ${result.status}`);

  const again = () => replay(recording, () => call(handler, operation, request));
  for (let warm = 0; warm < repetitions; warm += 1) await again();
  const before = process.cpuUsage();
  for (let count = 0; count < repetitions; count += 1) await again();
  const { user, system } = process.cpuUsage(before);
  return {
    roundTrips,
    readUnits: units(calls.filter(isRead)),
    writeUnits: units(calls.filter((one) => !isRead(one))),
    cpu: (user + system) / repetitions,
  };
}
