/** A fixed window for each store and API key (contract, "Limits"; decisions, "Authentication, permissions, rate limits"). */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ApiError } from '../contract/kinds/errors.ts';
import { describeError, log } from '../runtime/log.ts';
import { dynamodb, requestTable } from '../table/client.ts';
import { type Caller, type ChainRequest, callerOf, type Exchange, type RateWindow } from './exchange.ts';

/**
 * Starts the count without waiting for it: `admit` waits, beside the reads. The three headers go on every response to
 * an authenticated request, and a request over the limit is a 429 whatever else is wrong with it.
 */
export function rateLimit() {
  return {
    before({ context: { exchange } }: ChainRequest) {
      exchange.rateWindow = count(callerOf(exchange), Math.floor(Date.now() / 1000));
    },
    async after({ context: { exchange } }: ChainRequest) {
      await putHeaders(exchange);
    },
    async onError(request: ChainRequest) {
      const { exchange } = request.context;
      if (!exchange?.rateWindow) return;
      await putHeaders(exchange);
      request.error = refusal(await exchange.rateWindow) ?? request.error ?? null;
    },
  };
}

/** Throws 429 where the request is over its store's limit. */
export async function admit({ rateWindow }: Exchange): Promise<void> {
  const refused = rateWindow && refusal(await rateWindow);
  if (refused) throw refused;
}

function refusal({ used, requests, reset }: RateWindow): ApiError | undefined {
  if (used <= requests) return undefined;
  const seconds = Math.max(1, reset - Math.floor(Date.now() / 1000));
  return new ApiError('RATE_LIMIT_EXCEEDED', 'Rate limit exceeded', { headers: { 'Retry-After': String(seconds) } });
}

async function putHeaders(exchange: Exchange): Promise<void> {
  if (!exchange.rateWindow) return;
  const { requests, used, reset } = await exchange.rateWindow;
  Object.assign(exchange.headers, {
    'X-Ratelimit-Limit': String(requests),
    'X-Ratelimit-Remaining': String(Math.max(0, requests - used)),
    'X-Ratelimit-Reset': String(reset),
  });
}

async function count({ store, key }: Caller, now: number): Promise<RateWindow> {
  const { requests, window_seconds } = store.rate_limit;
  const start = now - (now % window_seconds);
  const reset = start + window_seconds;
  try {
    const { Attributes } = await dynamodb.send(
      new UpdateCommand({
        TableName: requestTable(),
        Key: { pk: `${store.id}#RATE#${key.id}#${start}` },
        UpdateExpression: 'ADD used :one SET expires_at = :reset',
        ExpressionAttributeValues: { ':one': 1, ':reset': reset },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return { requests, window_seconds, used: Number(Attributes?.used), reset };
  } catch (error) {
    // The limit protects the service; a limit that cannot be counted must not take the store down with it.
    log('warn', 'rate limit not counted', { store_id: store.id, key_id: key.id, error: describeError(error) });
    return { requests, window_seconds, used: 0, reset };
  }
}
