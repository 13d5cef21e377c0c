/**
 * `npm run measure -- webhooks`: deliveries to many webhooks of two stores, with events put straight on the queue; then the same with
 * one receiver that never answers; then a store of which no receiver answers beside another one. Whether the others wait longer, and how
 * often a receiver that never answers is called. Only loopback, about four minutes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SQSClient } from '@aws-sdk/client-sqs';
import { followQueue } from '../../../bin/local/background.ts';
import { runFunction } from '../../../bin/local/functions.ts';
import { send } from '../../../lib/queue/send.ts';
import { backgroundFunctions, queueUrlSettings } from '../../../lib/resources/background.ts';
import { createWebhook } from '../../../lib/resources/webhooks/functions.ts';
import { requiredSetting } from '../../../lib/runtime/settings.ts';
import { invoke } from '../../support/invoke.ts';
import { onScratchEngines } from '../../support/scratch-engines.ts';
import { newEvent } from '../../support/world/webhooks.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';
import { measure } from '../measure.ts';

const stores = 2;

interface Delivered {
  deliveries: number;
  perSecond: number;
  /** Milliseconds from the queue to the receivers that answer, of so many in a hundred. */
  p50: number;
  p99: number;
  /** Events that a receiver that answers never got. */
  missing: number;
}

interface Rush {
  webhooks: number;
  deliveriesPerSecond: number;
  seconds: number;
  /** Whether one of the receivers never answers. */
  isOneSilent: boolean;
}

interface Receivers {
  process: ChildProcess;
  url: string;
}

async function startReceivers(): Promise<Receivers> {
  const child = fork(join(import.meta.dirname, 'receivers.ts'));
  const [port] = (await once(child, 'message')) as [number];
  return { process: child, url: `http://127.0.0.1:${port}/` };
}

const makeWebhook = ({ store }: World, url: string) => succeeded(invoke(createWebhook, { store_id: store.id, url }));

/** The delays by the path. */
const heardAt = async (url: string) => (await (await fetch(url)).json()) as Record<string, number[]>;

const timed = (event: object) => ({
  detail: { ...(event as ReturnType<typeof newEvent>), data: { queued: Date.now() } },
});

/** Puts events on the queue at a steady rate, while batches are taken as an event source takes them. */
export async function rush({ webhooks, deliveriesPerSecond, seconds, isOneSilent }: Rush): Promise<Delivered> {
  const receivers = await startReceivers();
  const ofStore = webhooks / stores;
  const worlds = await Promise.all(Array.from({ length: stores }, () => newWorld()));
  for (const [index, world] of worlds.entries()) {
    for (let number = 0; number < ofStore; number += 1) {
      const isSilent = isOneSilent && index + number === 0;
      await makeWebhook(world, `${receivers.url}${isSilent ? 'silent' : index * ofStore + number}`);
    }
  }
  const stopping = new AbortController();
  const consumers = consumeUntil(stopping.signal);
  const events = await putSteadily(worlds, deliveriesPerSecond / ofStore, seconds);
  const heard = await settled(receivers.url, (events / stores) * (webhooks - Number(isOneSilent)));
  stopping.abort();
  await consumers;
  receivers.process.kill();
  const delays = heard.toSorted((a, b) => a - b);
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN;
  return {
    deliveries: delays.length,
    perSecond: Math.round(delays.length / seconds),
    ...{ p50: at(0.5), p99: at(0.99) },
    missing: (events / stores) * (webhooks - Number(isOneSilent)) - delays.length,
  };
}

interface Beside {
  /** The longest of the first attempts and of the retries of the other store, in milliseconds, and how many there were. */
  first: number;
  retry: number;
  firsts: number;
  retries: number;
}

/** A store with 16 receivers of which none answers has some events at once, while another store has one four times a second. */
async function besideSilentStore({ events, seconds }: { events: number; seconds: number }): Promise<Beside> {
  const receivers = await startReceivers();
  const [silent, other] = [await newWorld(), await newWorld()];
  for (let number = 0; number < 16; number += 1) await makeWebhook(silent, `${receivers.url}silent${number}`);
  for (const path of ['well', 'flaky']) await makeWebhook(other, `${receivers.url}${path}`);
  const stopping = new AbortController();
  const consumers = consumeUntil(stopping.signal);
  for (let second = 0; second < seconds; second += 0.25) {
    // A store may see that it is silent before most of its events come, or after.
    const now = second === 0 ? 1 : second === 2 ? events - 1 : 0;
    await send(
      'deliveries',
      [timed(newEvent(other)), ...Array.from({ length: now }, () => timed(newEvent(silent)))],
      0,
    );
    await sleep(250);
  }
  await sleep(8000);
  const { '/well': firsts = [], '/retries': retries = [] } = await heardAt(receivers.url);
  stopping.abort();
  receivers.process.kill();
  await consumers;
  return { first: Math.max(...firsts), retry: Math.max(...retries), firsts: firsts.length, retries: retries.length };
}

/** How often a receiver that never answers is called in so many seconds, where that many events happen at once. */
async function callsToSilent({ events, seconds }: { events: number; seconds: number }): Promise<number> {
  const receivers = await startReceivers();
  const world = await newWorld();
  await makeWebhook(world, `${receivers.url}silent`);
  const stopping = new AbortController();
  const consumers = consumeUntil(stopping.signal);
  await send(
    'deliveries',
    Array.from({ length: events }, () => timed(newEvent(world))),
    0,
  );
  for (let passed = 0; passed < seconds; passed += 60) {
    await sleep(Math.min(60, seconds - passed) * 1000);
    await runFunction('sweep-deliveries', {});
  }
  const { '/silent': calls = [] } = await heardAt(receivers.url);
  stopping.abort();
  receivers.process.kill();
  await consumers;
  return calls.length;
}

/** How many events were put: those of a tenth of a second at once. */
async function putSteadily(worlds: readonly World[], perSecond: number, seconds: number): Promise<number> {
  let put = 0;
  const startedAt = performance.now();
  while (performance.now() - startedAt < seconds * 1000) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond) - put;
    const events = Array.from({ length: due - (due % stores) }, (_, index) =>
      timed(newEvent(worlds[index % stores] as World)),
    );
    await send('deliveries', events, 0);
    put += events.length;
    await sleep(20);
  }
  return put;
}

/** As the local server and Lambda take messages. */
async function consumeUntil(signal: AbortSignal): Promise<void> {
  const sqs = new SQSClient({ maxAttempts: 1 });
  await Promise.all(
    backgroundFunctions.map(async ({ name, trigger }) => {
      if (!('queue' in trigger) || !/deliveries$/.test(trigger.queue)) return;
      const queueUrl = requiredSetting(queueUrlSettings[trigger.queue]);
      await followQueue({ ...trigger, sqs, queueUrl, signal }, (event) => runFunction(name, event)).catch((error) => {
        if (!signal.aborted) throw error;
      });
    }),
  );
  sqs.destroy();
}

/** The delays of the receivers that answer, once all have come or none has come for longer than a queue hides a message. */
async function settled(url: string, wanted: number): Promise<number[]> {
  let heard: number[] = [];
  for (let idle = 0; heard.length < wanted && idle < 400; idle += 1) {
    const now = Object.entries(await heardAt(url)).flatMap(([path, own]) => (path === '/silent' ? [] : own));
    if (now.length > heard.length) idle = 0;
    heard = now;
    await sleep(200);
  }
  return heard;
}

/** By how much the p99 of the others may rise, in milliseconds. */
const riseAtMost = 1000;

/** How late another store's first attempts and its retries may be beside a store of which no receiver answers, in milliseconds. */
const besideAtMost = { first: 1000, retry: 8000 };

export default measure(
  {
    name: 'webhooks',
    summary: 'Delivers events to many webhooks, then again while one receiver never answers.',
    options: {
      webhooks: { type: 'number', value: 'N', default: 20, summary: 'webhooks of both stores' },
      rate: { type: 'number', value: 'N', default: 1000, summary: 'deliveries a second' },
      seconds: { type: 'number', value: 'N', default: 30, summary: 'of each run' },
    },
  },
  async ({ webhooks, rate, seconds }) => {
    const rushed = (isOneSilent: boolean) => rush({ webhooks, deliveriesPerSecond: rate, seconds, isOneSilent });
    const runs = await onScratchEngines(async () => ({
      'all receivers answer': await rushed(false),
      'one never answers': await rushed(true),
    }));
    const [alive, dead] = Object.values(runs) as [Delivered, Delivered];
    const beside = await onScratchEngines(() => besideSilentStore({ events: 40, seconds }));
    const calls = await onScratchEngines(() => callsToSilent({ events: 1000, seconds: 130 }));
    return {
      passed:
        beside.first <= besideAtMost.first &&
        beside.retry <= besideAtMost.retry &&
        dead.p99 - alive.p99 <= riseAtMost &&
        alive.missing === 0 &&
        dead.missing === 0,
      figures: {
        'deliveries a second, with a receiver that never answers': dead.perSecond,
        'p99 of the others, in ms': dead.p99,
        'rise of that p99 by the receiver that never answers, in ms': dead.p99 - alive.p99,
        'latest first attempt beside a store whose 16 receivers never answer, in ms': beside.first,
        'latest retry there, in ms after the refusal': beside.retry,
        'calls in two minutes to a receiver that never answers, of 1,000 events': calls,
      },
      details: [
        {
          title: 'From the queue to the receivers that answer',
          columns: ['', 'deliveries', 'a second', 'p50 (ms)', 'p99 (ms)', 'missing'],
          rows: Object.entries(runs).map(([name, { deliveries, perSecond, p50, p99, missing }]) => [
            ...[name, deliveries, perSecond, p50, p99, missing],
          ]),
          figures: true,
        },
      ],
    };
  },
);
