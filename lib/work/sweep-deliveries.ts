import type { TimeLeft } from '../runtime/clock.ts';
import { probeWebhooks } from './probe-webhooks.ts';
import { runReplays } from './run-replays.ts';
import { type Round, sweep, totalOf } from './sweep.ts';
import { queueAgain } from './waiting-deliveries.ts';

/** Queues the deliveries of all stores whose pause is over, probes the webhooks that fail, and sees to replays. */
export async function sweepDeliveries(time?: TimeLeft): Promise<Round> {
  const rounds = [sweep('DELIVERIES', queueAgain, { time }), probeWebhooks(time), runReplays(time)];
  return totalOf(await Promise.allSettled(rounds));
}
