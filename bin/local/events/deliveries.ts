/** The attempts of deliveries to webhooks that this server has made. */
import * as z from 'zod/mini';
import { type AttemptMade, attempts } from '../../../lib/delivery/post.ts';
import { Feed } from './feed.ts';

const attemptMade: z.ZodMiniType<AttemptMade> = z.object({
  store_id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  attempt: z.int(),
  at: z.string(),
  status: z.nullable(z.int()),
  failure: z.nullable(z.string()),
  next_at: z.nullable(z.string()),
});

/** `file` keeps what is listed over a restart. */
export function followDeliveries(file?: string): Feed<AttemptMade> {
  const feed = new Feed(file, attemptMade);
  attempts.subscribe((attempt) => feed.add(attempt as AttemptMade));
  return feed;
}
