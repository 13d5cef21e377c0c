/**
 * Whether a request may be answered: its key is good (401), its window not used up (429), its permission enough (403). Nothing
 * waits for that but the answer and the commit: reads begin beside it, in the store that the key names.
 */

import { permits } from '../resources/stores/api-key-rules.ts';
import { isOff } from '../runtime/settings.ts';
import { ApiError, notFound } from '../schema/errors.ts';
import type { Operation } from '../schema/operation.ts';
import { identify, readCredentials } from './authentication.ts';
import type { Authorized, Credentials, Identity, Link, RateWindow, RequestContext } from './exchange.ts';
import { count, exhaustedWindow, refusal } from './rate-limit.ts';

/** Refuses at once what the key alone shows, and begins to check the rest. Its refusals come before all others, whatever else is wrong. */
export const admission = ({ permission, switch: name }: Operation): Link<RequestContext, Authorized> => ({
  async before(exchange, { event }) {
    // A switched-off part of the service does not exist, for anybody.
    if (name && isOff(name)) throw notFound();
    const credentials = await readCredentials(event);
    const known = exhaustedWindow(credentials);
    if (known) {
      exchange.window = known;
      throw refusal(known);
    }
    const identity = identify(credentials);
    const admitted = admit(exchange, { credentials, identity, permission });
    admitted.catch(() => undefined);
    return { credentials, identity, admitted };
  },

  after: putHeaders,

  async onError(exchange, request) {
    await exchange.admitted?.catch((refused: Error) => {
      request.error = refused;
    });
    putHeaders(exchange);
  },
});

interface Applicant extends Pick<Operation, 'permission'> {
  credentials: Credentials;
  identity: Promise<Identity>;
}

async function admit(exchange: RequestContext, { credentials, identity, permission }: Applicant): Promise<void> {
  const counted = count(credentials, identity);
  counted.catch(() => undefined);
  exchange.caller = await identity;
  exchange.window = await counted;
  const refused = refusal(exchange.window);
  if (refused) throw refused;
  if (!permits(exchange.caller.key.permission, permission)) throw new ApiError('FORBIDDEN', 'Insufficient permissions');
}

function putHeaders({ window, headers }: RequestContext): void {
  if (window) Object.assign(headers, headersOf(window));
}

const headersOf = ({ requests, remaining, reset }: RateWindow) => ({
  'X-Ratelimit-Limit': String(requests),
  'X-Ratelimit-Remaining': String(Math.max(0, remaining)),
  'X-Ratelimit-Reset': String(reset),
});
