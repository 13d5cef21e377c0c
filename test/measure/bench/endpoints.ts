/** Per endpoint: what one request takes in a warm function, in round trips, calls, capacity units, CPU time and bytes of the log. */
import { newId } from '../../../lib/runtime/ids.ts';
import { allScenarios, type Scenario } from '../../requests/all.ts';
import { type AwsCall, type Recording, record, replay, watch } from '../../support/aws/aws-calls.ts';
import { handlerOf } from '../../support/handlers.ts';
import { answer, call, eventOf } from '../../support/http/call.ts';
import { newWorld } from '../../support/world/world.ts';

export interface WarmUsage {
  roundTrips: number;
  /** The commands of the calls to AWS. */
  calls: readonly string[];
  readUnits: number;
  writeUnits: number;
  /** Microseconds on a full core, with ready answers of AWS: the chain, the SDK's client code and the rules. */
  cpu: number;
  logBytes: number;
}

export interface EndpointUsage extends WarmUsage {
  name: string;
  method: string;
}

const repetitions = 300;

export type Send = () => Promise<boolean>;

/** Measures every endpoint. A keyed write is measured with its key. */
export async function measureEndpoints(
  chosen: readonly string[],
  progress: (name: string) => void,
): Promise<EndpointUsage[]> {
  const usages: EndpointUsage[] = [];
  for (const [name, scenario] of allScenarios) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    progress(name);
    usages.push({ name, method: scenario.operation.method, ...(await measure(scenario)) });
  }
  return usages;
}

export const isRead = ({ command }: AwsCall): boolean => /^(?:Get|BatchGet|Query)/.test(command);

export const unitsOf = (calls: readonly AwsCall[]): number => calls.reduce((sum, { capacity }) => sum + capacity, 0);

async function measure(scenario: Scenario): Promise<WarmUsage> {
  return usageOf(scenario.operation.name, await newRequest(scenario), () => newRequest(scenario));
}

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
 * then cannot be had again: such a request is made again each time, and its CPU is that of real calls. Throws if the
 * request does not succeed.
 */
export async function usageOf(name: string, send: Send, renew?: () => Promise<Send>): Promise<WarmUsage> {
  const recording: Recording = [];
  const { result, roundTrips, calls } = await watch(() => record(recording, send));
  if (!result) throw new Error(`${name} did not succeed`);
  const again = () => replay(recording, send);
  const repeatable = await again();
  if (!repeatable && !renew) throw new Error(`${name} did not succeed again`);
  return {
    roundTrips,
    calls: calls.map(({ command }) => command.replace(/Command$/, '')),
    readUnits: unitsOf(calls.filter(isRead)),
    writeUnits: unitsOf(calls.filter((one) => !isRead(one))),
    logBytes: repeatable ? (await loggedBy(again)).bytes : 0,
    cpu: repeatable || !renew ? await warmCpuOf(again) : await cpuOfNew(renew),
  };
}

/** Microseconds of CPU of one of so many requests. */
export async function cpuOf(request: () => Promise<unknown>, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < times; count += 1) await request();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

/** Of one that has been made as often before. */
async function warmCpuOf(request: () => Promise<unknown>): Promise<number> {
  await cpuOf(request, repetitions);
  return cpuOf(request, repetitions);
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

/** What a function writes to its log for a request. */
interface Logged {
  bytes: number;
  /** Metrics that CloudWatch takes from it, each by its dimensions and its name. */
  metrics: readonly string[];
}

/** What a request writes to its function's log, as it does on AWS: at the usual level, with the metrics that CloudWatch takes from it. */
export async function loggedBy(request: () => Promise<unknown>): Promise<Logged> {
  const { LOG_LEVEL, METRICS_NAMESPACE } = process.env;
  const { write } = process.stdout;
  const texts: string[] = [];
  Object.assign(process.env, { LOG_LEVEL: 'info', METRICS_NAMESPACE: 'StoreCommerceApi' });
  process.stdout.write = ((text: string) => {
    texts.push(text);
    return true;
  }) as typeof write;
  try {
    await request();
  } finally {
    process.stdout.write = write;
    for (const [name, value] of Object.entries({ LOG_LEVEL, METRICS_NAMESPACE })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
  const text = texts.join('');
  return { bytes: Buffer.byteLength(text), metrics: text.split('\n').flatMap(metricsIn) };
}

interface Declared {
  Dimensions: readonly (readonly string[])[];
  Metrics: readonly { Name: string }[];
}

/** The metrics of a line of the log, in CloudWatch's embedded format. */
function metricsIn(line: string): string[] {
  if (!line.includes('"_aws"')) return [];
  const { _aws, ...fields } = JSON.parse(line);
  return _aws.CloudWatchMetrics.flatMap(({ Dimensions, Metrics }: Declared) =>
    Dimensions.flatMap((names) =>
      Metrics.map(({ Name }) => [...names.map((name) => `${name}=${fields[name]}`), Name].join(' ')),
    ),
  );
}
