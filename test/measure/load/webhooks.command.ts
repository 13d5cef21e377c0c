/**
 * `npm run measure -- webhooks`: deliveries to many webhooks of two stores, whose events are put straight on the queue; then the same with
 * one receiver that never answers. Whether the others wait longer. Only loopback, about a minute and a half.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SQSClient } from '@aws-sdk/client-sqs';
import { consumeBatch } from '../../../bin/local/background.ts';
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

/** Lambda starts with few batches at once and takes more while there are more: so many were enough in each run. */
const batchesAtOnce = 100;

/** That wait for messages of a queue. */
const pollers = 2;

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

/** Puts events on the queue at a steady rate, while batches are taken as an event source takes them. */
export async function rush({ webhooks, deliveriesPerSecond, seconds, isOneSilent }: Rush): Promise<Delivered> {
  const receivers = fork(join(import.meta.dirname, 'receivers.ts'), isOneSilent ? ['/0'] : []);
  const [port] = (await once(receivers, 'message')) as [number];
  const ofStore = webhooks / stores;
  const worlds = await Promise.all(Array.from({ length: stores }, () => newWorld()));
  for (const [index, { store }] of worlds.entries()) {
    for (let number = 0; number < ofStore; number += 1) {
      const url = `http://127.0.0.1:${port}/${index * ofStore + number}`;
      await succeeded(invoke(createWebhook, { store_id: store.id, url }));
    }
  }
  const stopping = new AbortController();
  const consumers = consumeUntil(stopping.signal);
  const events = await putSteadily(worlds, deliveriesPerSecond / ofStore, seconds);
  const heard = await settled(
    `http://127.0.0.1:${port}/`,
    (events / stores) * (webhooks - Number(isOneSilent)),
    isOneSilent,
  );
  stopping.abort();
  await consumers;
  receivers.kill();
  const delays = heard.toSorted((a, b) => a - b);
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN;
  return {
    deliveries: delays.length,
    perSecond: Math.round(delays.length / seconds),
    ...{ p50: at(0.5), p99: at(0.99) },
    missing: (events / stores) * (webhooks - Number(isOneSilent)) - delays.length,
  };
}

/** How many events were put: those of a tenth of a second at once. */
async function putSteadily(worlds: readonly World[], perSecond: number, seconds: number): Promise<number> {
  let put = 0;
  const begun = performance.now();
  while (performance.now() - begun < seconds * 1000) {
    const due = Math.floor(((performance.now() - begun) / 1000) * perSecond) - put;
    const events = Array.from({ length: due - (due % stores) }, (_, index) => ({
      detail: { ...newEvent(worlds[index % stores] as World), data: { queued: Date.now() } },
    }));
    await send('deliveries', events, 0);
    put += events.length;
    await sleep(20);
  }
  return put;
}

/**
 * Few wait for messages at a time; while they work on a batch, others wait for the next. At the end each waits until nothing comes: who
 * hung up could still be given messages.
 */
async function consumeUntil(signal: AbortSignal): Promise<void> {
  const sqs = new SQSClient({ maxAttempts: 1 });
  const consume = async (name: string, queueUrl: string, batchSize: number): Promise<void> => {
    const working = new Set<Promise<void>>();
    while (!signal.aborted) {
      const received = Promise.withResolvers<void>();
      const batch = consumeBatch({ sqs, queueUrl, batchSize }, (event) => {
        received.resolve();
        return runFunction(name, event);
      }).catch(() => undefined);
      working.add(batch);
      void batch.then(() => working.delete(batch));
      await Promise.race([received.promise, batch]);
      if (working.size >= batchesAtOnce) await Promise.race(working);
    }
    // What waits for the receiver that never answers is not waited for.
  };
  await Promise.all(
    backgroundFunctions.flatMap(({ name, trigger }) => {
      if (!('queue' in trigger) || !/deliveries$/.test(trigger.queue)) return [];
      const queueUrl = requiredSetting(queueUrlSettings[trigger.queue]);
      return Array.from({ length: pollers }, () => consume(name, queueUrl, trigger.batchSize));
    }),
  );
  sqs.destroy();
}

/** The delays of the receivers that answer, once all have come or none comes any more. */
async function settled(url: string, wanted: number, isOneSilent: boolean): Promise<number[]> {
  let heard: number[] = [];
  for (let idle = 0; heard.length < wanted && idle < 50; idle += 1) {
    const delays = (await (await fetch(url)).json()) as Record<string, number[]>;
    const now = Object.entries(delays).flatMap(([path, own]) => (isOneSilent && path === '/0' ? [] : own));
    if (now.length > heard.length) idle = 0;
    heard = now;
    await sleep(200);
  }
  return heard;
}

/** By how much the p99 of the others may rise, in milliseconds. */
const riseAtMost = 1000;

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
    return {
      passed: dead.p99 - alive.p99 <= riseAtMost && alive.missing === 0 && dead.missing === 0,
      figures: {
        'deliveries a second, with a receiver that never answers': dead.perSecond,
        'p99 of the others, in ms': dead.p99,
        'rise of that p99 by the receiver that never answers, in ms': dead.p99 - alive.p99,
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
