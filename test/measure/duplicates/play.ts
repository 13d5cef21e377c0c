/**
 * Clients that raise a gift card's balance, each request under an idempotency key of its own, while functions die, calls time out
 * and requests come twice; then what has become of each request. All implementations meet the same clients, and faults drawn
 * from the same seed.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { onOwnAccount } from '../../stage/engine/account.ts';
import { enterStage, playClient } from '../../stage/engine/aws.ts';
import { attempts, type Deed, type Surroundings, within } from '../../stage/engine/client.ts';
import { clock } from '../../stage/engine/clock.ts';
import type { FaultKind } from '../../stage/engine/faults.ts';
import { type Random, seeded } from '../../stage/engine/random.ts';
import type { Request } from '../../stage/engine/requests.ts';
import { Scheduler } from '../../stage/engine/scheduler.ts';
import { Run } from '../../stage/random/run.ts';
import { cacheAfter, cacheBefore } from './implementations/cache.ts';
import { here } from './implementations/here.ts';
import type { Endpoint, Implementation } from './implementations/implementation.ts';
import { dynamodb } from './implementations/plain-card.ts';
import { powertools } from './implementations/powertools.ts';

export const implementations: readonly Implementation[] = [here, powertools, cacheAfter, cacheBefore];

/** Requests, by what has become of them. */
export interface Tally {
  requests: number;
  /** The effect is there more than once. */
  twice: number;
  /** A client was told of an effect that is not there. */
  lost: number;
  /** No client was told of a success, though nothing failed any more at the end. */
  stuck: number;
  /** Clients were told of two different successes. */
  differing: number;
  /** Faults that AWS calls met. */
  faults: number;
}

const kinds: readonly [FaultKind, ...FaultKind[]] = [
  'death before the effect',
  'death after the effect',
  'time-out before the effect',
  'time-out after the effect',
  'frozen before the effect',
];

const clients = 3;
const requestsOfClient = 2;

/** Longer than a function lives and a claim of its request lasts: the pauses between them come to two minutes. */
const attemptsOfRequest = 8;

let isEntered = false;

/** Puts the clients of all implementations under the simulation. */
async function enter(): Promise<void> {
  if (isEntered) return;
  isEntered = true;
  await enterStage();
  playClient(dynamodb);
  const run = new Run(seeded(0));
  const scheduler = new Scheduler(seeded(0), run);
  // A client's first call reads its configuration, for however long that takes.
  const Key = { pk: 'nothing', sk: 'nothing' };
  const first = () => dynamodb.send(new GetCommand({ TableName: process.env.STORE_TABLE, Key }));
  await within({ run, scheduler, random: seeded(0), faults: undefined }, first);
}

/** Plays a seed on one implementation. */
export async function play(seed: number, implementation: Implementation): Promise<Tally> {
  await enter();
  clock.start();
  try {
    return await onOwnAccount(() => tell(seeded(seed), implementation));
  } finally {
    clock.stop();
  }
}

async function tell(random: Random, { open }: Implementation): Promise<Tally> {
  const run = new Run(random.fork());
  const scheduler = new Scheduler(random.fork(), run);
  const calm: Surroundings = { run, scheduler, random, faults: undefined };
  const endpoint = await within(calm, open);
  const played = Array.from({ length: clients }, (_, name): [number, Surroundings] => {
    const choices = random.fork();
    return [name, { ...calm, random: choices, faults: () => ({ random: choices.fork(), intensity: 1, kinds }) }];
  });
  const deeds = await within(calm, () =>
    Promise.all(played.map(([name, surroundings]) => client(`client-${name}`, endpoint, surroundings))),
  );
  const { notes } = await within(calm, () => endpoint.ledger());
  const requests = deeds.flat().map((deed) => ({
    done: notes.filter((note) => note === deed.key).length,
    told: deed.attempts.flatMap(({ answer }) => (answer?.ok ? [answer.body.balance] : [])),
  }));
  const those = (is: (request: (typeof requests)[number]) => boolean) => requests.filter(is).length;
  return {
    requests: requests.length,
    twice: those(({ done }) => done > 1),
    lost: those(({ done, told }) => told.length > 0 && done === 0),
    stuck: those(({ told }) => told.length === 0),
    differing: those(({ told }) => new Set(told).size > 1),
    faults: kinds.reduce((sum, kind) => sum + (run.events.get(kind) ?? 0), 0),
  };
}

/** Makes one request after the other, each until it gets a success, and then again. */
async function client(name: string, endpoint: Endpoint, surroundings: Surroundings): Promise<Deed[]> {
  const deeds: Deed[] = [];
  for (let request = 0; request < requestsOfClient; request += 1) {
    const deed: Deed = { request: adjusting(endpoint), key: `${name}-${request}`, attempts: [] };
    deeds.push(deed);
    for (let tried = 1; tried <= attemptsOfRequest; tried += 1) {
      const isLast = tried === attemptsOfRequest;
      const answers = await attempts(deed, surroundings, isLast);
      if (answers.some((answer) => answer?.ok)) break;
      await surroundings.scheduler.pause(1000 * 2 ** tried);
    }
    await attempts(deed, surroundings, true);
  }
  return deeds;
}

const adjusting = (endpoint: Endpoint): Request => ({
  name: 'adjust',
  input: { kind: 'adjust' },
  identity: 'adjust',
  keyed: true,
  async send(idempotencyKey = '') {
    const { status, balance } = await endpoint.adjust({ idempotencyKey, amount: 1, note: idempotencyKey });
    return status === 200 ? { ok: true, body: { balance } } : { ok: false, code: String(status) };
  },
});
