import { startReplay, stateOfReplay } from '../bus/replays.ts';
import { commitUnitOfWork, writing } from '../once/unit-of-work.ts';
import * as replays from '../resources/webhooks/replay-records.ts';
import { type Replay, statusOf } from '../resources/webhooks/replay-rules.ts';
import { dueIn } from '../resources/webhooks/rules.ts';
import { type TimeLeft, timestampNow } from '../runtime/clock.ts';
import type { Stored } from '../table/items.ts';
import type { Key } from '../table/keys.ts';
import { probeWebhooks, queueAgain } from './probe-webhooks.ts';
import { type Round, type Shard, sweep, totalOf } from './sweep.ts';

/** Queues the deliveries of all stores after their pause, probes the failing webhooks, and continues replays. */
export async function sweepDeliveries(time?: TimeLeft, of?: Partial<Shard>): Promise<Round> {
  const bounds = { time, of };
  const rounds = [sweep('DELIVERIES', queueAgain, bounds), probeWebhooks(bounds), sweep('REPLAYS', goOnWith, bounds)];
  return totalOf(await Promise.allSettled(rounds));
}

/** Seconds until a waiting or running replay is checked again. */
const lookedAtEvery = 30;

async function goOnWith(key: Key): Promise<void> {
  const replay = await replays.findAt(key);
  if (!replay) return;
  if (replay.status === 'running') return follow(replay);
  const isItsTurn = await take(key);
  if (isItsTurn) await startReplay(replay);
}

/** Marks the replay as running, unless another one is running. Returns whether it did. */
const take = (key: Key): Promise<boolean> =>
  commitUnitOfWork({
    async decide({ now }) {
      const [replay, running] = await Promise.all([replays.findAt(key), replays.findRunning()]);
      if (replay?.status !== 'waiting') return { writes: [], reply: false };
      const later = dueIn(lookedAtEvery, now);
      if (running) return { writes: [replays.postpone(replay, 'waiting', later)], reply: false };
      return { writes: [replays.setRunning(replay), replays.postpone(replay, 'running', later)], reply: true };
    },
  });

async function follow(replay: Stored<Replay>): Promise<void> {
  const state = await stateOfReplay(replay.id);
  // The function that marked the replay as running died before it started the replay.
  if (state === undefined) return startReplay(replay);
  const status = statusOf(state);
  const running = await replays.findRunning();
  const writes =
    status === 'running'
      ? [replays.postpone(replay, status, dueIn(lookedAtEvery, timestampNow()))]
      : [replays.end(replay, status), ...(running?.replay_id === replay.id ? [replays.endRunning(running)] : [])];
  await commitUnitOfWork(writing(writes));
}
