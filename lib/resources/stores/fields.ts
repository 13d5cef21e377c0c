/** Storefront page: what a store and its API keys hold. */
import * as z from 'zod/mini';
import { oneOf } from '../../schema/choices.ts';
import { id, replyId } from '../../schema/ids.ts';
import { text } from '../../schema/text.ts';
import { timestamp } from '../../schema/times.ts';

export const storeId = id('store_id', 'store');

export const name = text({ label: 'name', max: 255 });

/** A store as its operator is shown it. */
export const store = z.object({
  id: replyId('store'),
  name: z.string(),
  currency: z.string(),
  rate_limit: z.object({ requests: z.int(), window_seconds: z.int() }),
  created_at: timestamp,
});

export const permission = oneOf(['Read', 'Write'], {
  required: 'permission is required',
  wrong: 'permission must be Read or Write',
});

/** What may be shown of an API key: neither the key nor its hash. */
export const apiKey = z.object({
  key_id: replyId('apiKey'),
  name: z.string(),
  permission,
  created_at: timestamp,
  expires_at: z.nullable(timestamp),
  /** Past or to come. */
  revoked_at: z.nullable(timestamp),
});

export type ApiKey = z.output<typeof apiKey>;
