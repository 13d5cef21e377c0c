/**
 * Whether a request may be answered: its key is good (401), its window not used up (429), its permission enough (403). Nothing
 * waits for that but the answer and the commit: reads begin beside it, in the store that the key names.
 */

import { permits } from '../resources/stores/api-key-rules.ts';
import { isOff } from '../runtime/settings.ts';
import { ApiError, notFound } from '../schema/errors.ts';
import type { Operation } from '../schema/operation.ts';
import { identify, readCredentials } from './authentication.ts';
import type { ChainRequest, Exchange, RateWindow } from './exchange.ts';
import { count, recallUsedUp, refusal } from './rate-limit.ts';

/** A switched-off part of the service does not exist, for anybody: 404 before authentication. */
export function serviceSwitch({ switch: name }: Operation) {
  return {
    before() {
      if (name && isOff(name)) throw notFound();
    },
  };
}

/** Refuses what a key alone tells, and begins to find out the rest. Its refusals come before any other, whatever else is wrong. */
export function admission(operation: Operation) {
  return {
    async before({ event, context: { exchange } }: ChainRequest) {
      const credentials = await readCredentials(event);
      const known = recallUsedUp(credentials);
      if (known) {
        exchange.window = known;
        throw refusal(known);
      }
      exchange.credentials = credentials;
      exchange.identity = identify(credentials);
      exchange.admitted = admit(exchange, operation);
      exchange.admitted.catch(() => undefined);
    },
    after({ context: { exchange } }: ChainRequest) {
      putHeaders(exchange);
    },
    async onError(request: ChainRequest) {
      const { exchange } = request.context;
      await exchange?.admitted?.catch((refused: Error) => {
        request.error = refused;
      });
      if (exchange) putHeaders(exchange);
    },
  };
}

async function admit(exchange: Exchange, { permission }: Operation): Promise<void> {
  const { credentials, identity } = exchange;
  if (!credentials || !identity) throw new Error('The chain has not read the credentials of this request');
  const counted = count(credentials, identity);
  counted.catch(() => undefined);
  exchange.caller = await identity;
  exchange.window = await counted;
  const refused = refusal(exchange.window);
  if (refused) throw refused;
  if (!permits(exchange.caller.key.permission, permission)) throw new ApiError('FORBIDDEN', 'Insufficient permissions');
}

function putHeaders({ window, headers }: Exchange): void {
  if (window) Object.assign(headers, headersOf(window));
}

const headersOf = ({ requests, remaining, reset }: RateWindow) => ({
  'X-Ratelimit-Limit': String(requests),
  'X-Ratelimit-Remaining': String(Math.max(0, remaining)),
  'X-Ratelimit-Reset': String(reset),
});
