/** Measures what one call of any function takes: an endpoint, one without a route, one that a queue or a schedule calls. */
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { DynamoDBRecord } from 'aws-lambda';
import { recordsOf } from '../../../bin/local/events/stream.ts';
import { eventbridge } from '../../../lib/bus/bus.ts';
import { changeOf } from '../../../lib/chain/background.ts';
import { lambdaContext } from '../../../lib/gateway/proxy-event.ts';
import { ses } from '../../../lib/mail/send.ts';
import { sts } from '../../../lib/objects/links.ts';
import { s3 } from '../../../lib/objects/objects.ts';
import { backgroundFunctions, type QueueName } from '../../../lib/resources/background.ts';
import { issueGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import { restockVariant } from '../../../lib/resources/waitlist/functions.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { invocationScenarios, scenarios } from '../../requests/all.ts';
import { watch, watchClient } from '../../support/aws/aws-calls.ts';
import { batchOf, queuedMails, queuedWork } from '../../support/aws/queued-messages.ts';
import { eventsOfChanges } from '../../support/events/truth.ts';
import { type AnyHandler, handlerOf } from '../../support/handlers.ts';
import { call, eventOf } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { join, variantOf } from '../../support/world/restocks.ts';
import { newEvent, newWebhook, startReceiver } from '../../support/world/webhooks.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';
import { cpuOf, isRead, loggedBy, unitsOf } from './endpoints.ts';
import { type Call, countFigures, deliver, type Published, publish, type WayOfEvents } from './month.ts';

/** Makes one call of a function, as often as it is asked for. */
type Once = () => Promise<unknown>;

/** How often a call is made for the median of what it takes of a processor. */
const repetitions = 15;

/** What of a call is measured: all but the memory, which the template names. */
type Measured = Omit<Call, 'megabytes'>;

export async function measureCall(name: string, bundle: string): Promise<Measured> {
  const handler = await handlerOf({ name });
  const isRoute = scenarios.some(({ operation }) => operation.name === name);
  const usage = await measure(() => prepared(name, handler), bundle);
  return { ...usage, isRoute, published: await eventsOf(await prepared(name, handler)) };
}

const changesAtOnce = Math.max(
  ...backgroundFunctions.map(({ trigger }) => ('stream' in trigger ? trigger.batchSize : 0)),
);

/** Measures what follows the table, given a batch of the changes of one gift card's issue, or of as many as a batch holds. */
async function measureBatch(size: 'one call' | 'full', bundle: string): Promise<Measured> {
  const handler = await handlerOf({ name: publish });
  const { write: key } = await newWorld();
  const issued = await recordsDuring(() => call(issueGiftCard, { key, body: { value: 500 } }));
  const count = size === 'full' ? changesAtOnce : issued.length;
  const Records = Array.from({ length: count }, (_, index) => issued[index % issued.length]).filter(
    (each) => each !== undefined,
  );
  const usage = await measure(async () => () => handler({ Records }, lambdaContext(publish)), bundle);
  return { ...usage, isRoute: false, published: publishedOf(Records) };
}

/** Measures the function that counts the changes of one gift card's issue, each time of another one: a change counts once. */
async function measureFigures(bundle: string): Promise<Measured> {
  const handler = await handlerOf({ name: countFigures });
  const { write: key } = await newWorld();
  const prepare = async () => {
    const Records = await recordsDuring(() => call(issueGiftCard, { key, body: { value: 500 } }));
    return () => handler({ Records }, lambdaContext(countFigures));
  };
  return { ...(await measure(prepare, bundle)), isRoute: false, published: { changes: 0, events: 0, bytes: 0 } };
}

/** Measures the way of events to one webhook, in a batch for each call and in full ones, with bundles of that folder. */
export async function measureWayOfEvents(
  bundleOf: (name: string) => string,
  megabytesOf: (name: string) => number,
): Promise<{ one: WayOfEvents; full: WayOfEvents }> {
  const delivery = { ...(await measureCall(deliver, bundleOf(deliver))), megabytes: megabytesOf(deliver) };
  const figures = { ...(await measureFigures(bundleOf(countFigures))), megabytes: megabytesOf(countFigures) };
  const inBatches = async (size: 'one call' | 'full'): Promise<WayOfEvents> => {
    const batch = await measureBatch(size, bundleOf(publish));
    return { batch: { ...batch, megabytes: megabytesOf(publish) }, figures, delivery };
  };
  return { one: await inBatches('one call'), full: await inBatches('full') };
}

async function recordsDuring(work: () => Promise<unknown>): Promise<DynamoDBRecord[]> {
  const { length } = await recordsOf(storeTable());
  await work();
  return (await recordsOf(storeTable())).slice(length);
}

/** What the stream makes of a call. */
export const eventsOf = async (once: Once): Promise<Published> => publishedOf(await recordsDuring(once));

/** The description of an event in a target's input. */
const envelopeBytes = 300;

function publishedOf(records: readonly DynamoDBRecord[]): Published {
  const events = eventsOfChanges(records.map(changeOf));
  const bytes = events.reduce((sum, event) => sum + envelopeBytes + Buffer.byteLength(JSON.stringify(event)), 0);
  return { changes: records.length, events: events.length, bytes };
}

/** `prepare` makes what one call needs. */
async function measure(prepare: () => Promise<Once>, bundle: string): Promise<Omit<Measured, 'isRoute' | 'published'>> {
  for (const client of [s3(), ses, sts(), eventbridge]) watchClient(client);
  const { bytes: logBytes, metrics } = await loggedBy(await prepare());
  const cpu: number[] = [];
  for (let count = 0; count < repetitions; count += 1) cpu.push(await cpuOf(await prepare(), 1));
  const { calls, roundTrips } = await watch(await prepare());
  return {
    roundTrips,
    readUnits: unitsOf(calls.filter(isRead)),
    writeUnits: unitsOf(calls.filter((each) => !isRead(each))),
    trueCpu: middleOf(cpu),
    initCpu: await initCpuOf(bundle),
    logBytes,
    metrics,
    commands: Object.fromEntries(
      [...Map.groupBy(calls, ({ command }) => command.replace(/Command$/, ''))].map(([command, made]) => [
        command,
        made.length,
      ]),
    ),
  };
}

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Milliseconds of CPU until a fresh process has imported a bundle, itself included. */
async function initCpuOf(bundle: string): Promise<number> {
  const script = `await import(${JSON.stringify(pathToFileURL(bundle).href)});
    const { user, system } = process.cpuUsage();
    process.stderr.write(String((user + system) / 1000));
    process.exit();`;
  const env = { ...process.env, AWS_LAMBDA_FUNCTION_NAME: 'cost', NODE_OPTIONS: '', NODE_COMPILE_CACHE: '' };
  const times: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
    times.push(Number(stderr));
  }
  return middleOf(times);
}

/** Makes what the call needs, in a store of its own. */
async function prepared(name: string, handler: AnyHandler): Promise<Once> {
  const world = await newWorld();
  const scenario = scenarios.find(({ operation }) => operation.name === name);
  if (scenario) {
    const { operation } = scenario;
    const event = eventOf(operation, { ...(await scenario.prepare(world)), key: world.write });
    return async () => {
      const { statusCode } = await handler(event, lambdaContext(name));
      if (statusCode !== operation.success.status) throw new Error(`${name} answered ${statusCode}`);
    };
  }
  const invocation = invocationScenarios.find(({ invocable }) => invocable.name === name);
  if (invocation) {
    const payload = await invocation.prepare(world);
    return () => handler(payload, lambdaContext(name));
  }
  const background = backgroundFunctions.find((each) => each.name === name);
  if (!background) throw new Error(`There is no function ${name}`);
  const { trigger } = background;
  if (!('queue' in trigger)) return () => handler({}, lambdaContext(name));
  if (trigger.queue === 'deliveries' || trigger.queue === 'redeliveries') {
    const { url } = await startReceiver();
    const webhook = await newWebhook(world, { url });
    const event = newEvent(world);
    const message = trigger.queue === 'deliveries' ? { detail: event } : { ...webhook, event, attempt: 2 };
    return () => handler(batchOf([JSON.stringify(message)]), lambdaContext(name));
  }
  const bodies = await queued(trigger.queue, world);
  return () => handler(batchOf(bodies.slice(-trigger.batchSize)), lambdaContext(name));
}

/** What is in a queue after something that fills it. */
async function queued(queue: QueueName, world: World): Promise<string[]> {
  for (const bodies of [queuedMails, queuedWork]) bodies.length = 0;
  if (queue === 'mail') {
    await call(issueGiftCard, { key: world.write, body: { value: 500, recipient_email: 'ada@example.com' } });
    return queuedMails;
  }
  await join(world, 'ada@example.com');
  await succeeded(invoke(restockVariant, { ...variantOf(world), restock_id: 'measured' }));
  if (queue === 'waitlist') return queuedWork;
  await (await handlerOf({ name: 'work-on-waitlist' }))(batchOf(queuedWork), {});
  return queuedMails;
}
