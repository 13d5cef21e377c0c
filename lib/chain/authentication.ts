/** Bearer authentication (contract, "Authentication"; decisions, "Authentication, permissions, rate limits"). */

import { hashApiKey, isWellFormed, readKey, storeOf } from '../resources/stores/api-key-records.ts';
import * as deploymentSecret from '../resources/stores/deployment-secret-records.ts';
import { read as readStore } from '../resources/stores/records.ts';
import {
  type ApiKeyRecord,
  hasEnded,
  missingArea,
  missingAreaMessage,
  permits,
  type Store,
} from '../resources/stores/rules.ts';
import { timestampNow } from '../runtime/clock.ts';
import { BoundedMap } from '../runtime/collections.ts';
import { isOff } from '../runtime/settings.ts';
import { ApiError, notFound } from '../schema/errors.ts';
import type { Area, Operation } from '../schema/operation.ts';
import * as items from '../table/items.ts';
import { keys } from '../table/keys.ts';
import { refusedFirst } from './chain.ts';
import type { Authorized, Credentials, Identity, Link, RateWindow, RequestContext } from './exchange.ts';
import { count, exhaustedWindow, refusal } from './rate-limit.ts';
import { bearerToken, header, type ProxyEvent, queryParameters } from './request.ts';

const unauthorized = (message = 'Invalid API key') =>
  new ApiError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } });

const wrongScheme = 'Send the API key as Authorization: Bearer sk_...';

/** Hashes of ended keys, which never become valid again. */
const ended = new BoundedMap<string, true>(5000);

/**
 * The claimed caller of a request. Throws 401, without a call to AWS, if the key is missing, was not made by this
 * deployment, or is known to have ended.
 */
async function readCredentials(event: ProxyEvent): Promise<Credentials> {
  const authorization = header(event, 'authorization');
  if (!authorization) throw unauthorized('Authentication required');
  if (!/^bearer\b/i.test(authorization)) throw unauthorized(wrongScheme);
  const apiKey = bearerToken(event);
  if (!apiKey || !isWellFormed(apiKey)) throw unauthorized();
  const secret = await deploymentSecret.find();
  const storeId = secret && storeOf(apiKey, secret);
  const keyHash = hashApiKey(apiKey);
  if (!storeId || ended.has(keyHash)) throw unauthorized();
  return { storeId, keyHash, apiKey };
}

/**
 * Verifies a key and reads its store. A key is found by its digest and never compared with another, so the lookup
 * time reveals nothing about any key. Throws 401 if the key has ended or is missing.
 */
async function identify({ storeId, keyHash }: Credentials): Promise<Identity> {
  const [key, store] = await items.findMany<ApiKeyRecord | Store>(
    [keys.apiKeyByHash(keyHash), keys.store(storeId)],
    (item) => (isKey(item) ? readKey(item) : readStore(item)),
  );
  if (!isKey(key) || !isStore(store)) throw unauthorized();
  if (hasEnded(key, timestampNow())) {
    ended.set(keyHash, true);
    throw unauthorized();
  }
  return { store, key };
}

const isKey = (item: ApiKeyRecord | Store | undefined): item is ApiKeyRecord => item !== undefined && 'hash' in item;

const isStore = (item: ApiKeyRecord | Store | undefined): item is Store => item !== undefined && 'currency' in item;

/**
 * Refuses a request at once if its key or known rate window is the reason, and starts the other checks. Its refusals come before all
 * others.
 */
export const admission = (operation: Operation): Link<RequestContext, Authorized> => ({
  async before(exchange, { event }) {
    // A switched-off part of the service does not exist, for any caller.
    if (operation.switch && isOff(operation.switch)) throw notFound();
    const credentials = await readCredentials(event);
    const known = exhaustedWindow(credentials);
    if (known) {
      exchange.window = known;
      throw refusal(known);
    }
    const identity = identify(credentials);
    const needed = [operation, ...expandedAreas(operation, event).map((area) => ({ area }))];
    const admitted = admit(exchange, { credentials, identity, operation, needed });
    admitted.catch(() => undefined);
    return { credentials, identity, admitted };
  },

  after: putRateHeaders,

  async onError(exchange, request) {
    await refusedFirst(exchange, request);
    putRateHeaders(exchange);
  },
});

interface Applicant {
  credentials: Credentials;
  identity: Promise<Identity>;
  operation: Operation;
  /** The areas that the request needs. */
  needed: readonly Pick<Operation, 'area' | 'alsoArea'>[];
}

async function admit(exchange: RequestContext, { credentials, identity, operation, needed }: Applicant): Promise<void> {
  const counted = count(credentials, identity);
  counted.catch(() => undefined);
  exchange.caller = await identity;
  exchange.window = await counted;
  const refused = refusal(exchange.window);
  if (refused) throw refused;
  const { key } = exchange.caller;
  if (!permits(key, operation)) throw new ApiError('FORBIDDEN', 'Insufficient permissions');
  const area = needed.map((each) => missingArea(key, each)).find((missing) => missing !== null);
  if (area) throw new ApiError('FORBIDDEN', missingAreaMessage(area));
}

/** The areas of what a request expands. */
function expandedAreas({ expand }: Operation, event: ProxyEvent): (Area | null)[] {
  const names = expand ? String(queryParameters(event).expand).split(',') : [];
  return Object.entries(expand ?? {}).flatMap(([name, area]) => (names.includes(name) ? [area] : []));
}

/** Adds the headers of the rate limit, once the request is counted. */
export function putRateHeaders({ window, headers }: RequestContext): void {
  if (window) Object.assign(headers, headersOf(window));
}

const headersOf = ({ requests, remaining, reset }: RateWindow) => ({
  'X-Ratelimit-Limit': String(requests),
  'X-Ratelimit-Remaining': String(Math.max(0, remaining)),
  'X-Ratelimit-Reset': String(reset),
});
