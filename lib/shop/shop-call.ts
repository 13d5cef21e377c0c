/**
 * The chain of the calls with a shopper token (Storefront parts page, 3). The first link checks the origin, the second the token: a call from
 * another origin has no effect. Every response to the origin of a site has CORS headers, refusals too.
 */
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { putRateHeaders } from '../chain/authentication.ts';
import { chain, type Handler, refusedFirst } from '../chain/chain.ts';
import type { Admitted, Link, RequestContext } from '../chain/exchange.ts';
import { answer, type Work } from '../chain/function.ts';
import { httpCodec } from '../chain/http-codec.ts';
import type { Answerable, Codec } from '../chain/outcome.ts';
import { refusal } from '../chain/rate-limit.ts';
import { noContent, ok } from '../chain/reply.ts';
import { header, type ProxyEvent } from '../chain/request.ts';
import { ignoredParameters, readBody, reportUnknownFields } from '../chain/validation.ts';
import * as customers from '../resources/customers/records.ts';
import { verify } from '../resources/shopper-tokens/records.ts';
import { type Claims, customerIn, notAllowed, refuseOtherScopes } from '../resources/shopper-tokens/rules.ts';
import * as stores from '../resources/stores/records.ts';
import { lastStepAfterMilliseconds, stepsWithin, timestampNow } from '../runtime/clock.ts';
import { isOff } from '../runtime/settings.ts';
import { ApiError, notFound, parse } from '../schema/errors.ts';
import { inputOf, tableOf } from '../schema/field.ts';
import { isPublicId } from '../schema/ids.ts';
import { type PayloadOf, unfinished } from '../schema/invocable.ts';
import type { ShopCall } from '../schema/shop-call.ts';
import type { StorefrontInvocable } from '../schema/storefront.ts';
import { countCall, namesOf } from './caller.ts';
import { confirm, isOwnOrigin, propose } from './origins.ts';

/** The shopper of a call. */
interface Shopper {
  claims: Claims;
  /** Names of the shopper, under which unknown codes are counted. */
  names: readonly string[];
}

interface Steps<I extends StorefrontInvocable> {
  work(shopper: Shopper): Work<I>;
  /** Fields of the payload that a body may omit, from what the token and the body contain. */
  complete?(claims: Claims, body: Readonly<Record<string, unknown>>): Promise<Partial<PayloadOf<I>>>;
  /** Throws `FORBIDDEN` if the token is not for this payload. It runs in parallel with the work, and the commit waits for it. */
  permit?(claims: Claims, payload: PayloadOf<I>): Promise<void>;
}

/** A call that does the work of a storefront function. */
export function shopFunction<I extends StorefrontInvocable>(
  call: ShopCall<I>,
  { work, complete, permit }: Steps<I>,
): Handler {
  const { of } = call;
  if (!of) throw new Error(`${call.name} has no function`);
  const requested = chain({ ...call, failure }, shopCodec)
    .use(fromSite)
    .use(shopper(call))
    .use(payloadOf(call, of, complete))
    .handler(async (exchange, { context, signal }) => {
      const { claims, payload } = exchange;
      exchange.admitted = Promise.all([exchange.admitted, permit?.(claims, payload as PayloadOf<I>)]);
      exchange.admitted.catch(() => undefined);
      let working: Promise<unknown> | undefined;
      const time = stepsWithin(lastStepAfterMilliseconds, context);
      const run: Work<I> = (request) => {
        const result = work(exchange)(request);
        working = result;
        return result;
      };
      try {
        return await answer<I>({ work: run, payload, exchange, time, signal });
      } finally {
        // A refused call takes back the code that it has counted.
        await Promise.allSettled([working]);
      }
    });
  return orPreflight(call, requested);
}

/** A call that only reads, without a storefront function. */
export function shopRead(call: ShopCall, read: (store: string, claims: Claims) => Promise<object>): Handler {
  const requested = chain({ ...call, failure }, shopCodec)
    .use(fromSite)
    .use(shopper(call))
    .handler(async (exchange, { event }) => {
      const { admitted, claims } = exchange;
      exchange.unknownFields = ignoredParameters(event);
      const [found] = await Promise.all([read(claims.store_id, claims), admitted]);
      reportUnknownFields(exchange);
      return ok(found);
    });
  return orPreflight(call, requested);
}

const failure: Answerable['failure'] = {
  code: 'INTERNAL_ERROR',
  message: 'Internal server error. Send the request again',
};

/** Adds the preflight of browsers: it needs no token and is not counted. */
function orPreflight(
  call: ShopCall,
  requested: (event: unknown, context?: Partial<Context>) => Promise<APIGatewayProxyResult>,
): Handler {
  const preflight = chain(call, shopCodec)
    .use(fromSite)
    .handler(async (exchange) => {
      if (await exchange.accepted) {
        Object.assign(exchange.headers, {
          'Access-Control-Allow-Methods': call.method,
          'Access-Control-Allow-Headers': 'Authorization, Content-Type',
          'Access-Control-Max-Age': String(secondsOfPreflight),
        });
      }
      return noContent();
    });
  return (event, context) => (event.httpMethod === 'OPTIONS' ? preflight(event, context) : requested(event, context));
}

/** Each call is checked again, so a browser may keep the answer. */
const secondsOfPreflight = 3600;

const exposedHeaders = [
  'Link',
  'Retry-After',
  'X-Error-Field',
  'X-Ratelimit-Limit',
  'X-Ratelimit-Remaining',
  'X-Ratelimit-Reset',
  'X-Request-Id',
  'X-Unknown-Fields',
].join(', ');

const base = httpCodec({ Vary: 'Origin' });

const shopCodec: Codec<APIGatewayProxyResult> = {
  ...base,
  unfinished: unfinished.http,
  subjectOf: ({ headers, storeId }) => ({ request_id: headers['X-Request-Id'], store_id: storeId }),
};

/** A call with a checked origin. */
interface FromSite {
  /** Fulfilled once the origin is accepted: true for a site of the store. Rejected with 403 for another origin. */
  accepted: Promise<boolean>;
}

const fromSite: Link<RequestContext, FromSite> = {
  async before({ headers }, { event }) {
    const origin = header(event, 'origin');
    if (origin === undefined || isOwnOrigin(origin, event)) return { accepted: Promise.resolve(false) };
    const store = event.pathParameters?.store_id;
    const proposed = isPublicId('store', store) ? await propose(store, origin) : undefined;
    if (!isPublicId('store', store) || proposed === undefined) throw foreign();
    // Set at once, so that the page can also read a failure to read its site.
    Object.assign(headers, {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': exposedHeaders,
    });
    const accepted = confirm(store, origin, proposed).then((isConfirmed) => {
      if (isConfirmed) return true;
      delete headers['Access-Control-Allow-Origin'];
      delete headers['Access-Control-Expose-Headers'];
      throw foreign();
    });
    accepted.catch(() => undefined);
    return { accepted };
  },

  async onError({ accepted }, request) {
    await accepted?.catch((refused: Error) => {
      request.error = refused;
    });
  },
};

const foreign = (): ApiError =>
  notAllowed('Pages of this origin may not call the store: it is not the origin of a site');

const unauthorized = (message = 'Invalid shopper token') =>
  new ApiError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Shopper' } });

/** The claims of the token in a request. Throws 401, without a call to AWS, if the token is missing, forged, expired, or another store's. */
async function claimsOf(event: ProxyEvent): Promise<Claims> {
  const authorization = header(event, 'authorization');
  if (!authorization) throw unauthorized('Authentication required');
  if (!/^shopper\b/i.test(authorization)) {
    throw unauthorized('Send the shopper token as Authorization: Shopper <token>');
  }
  const [, token = ''] = /^shopper +(\S+) *$/i.exec(authorization) ?? [];
  const claims = await verify(token, timestampNow());
  if (claims?.store_id !== event.pathParameters?.store_id || !claims) throw unauthorized();
  return claims;
}

interface Authorized extends Admitted, Shopper {
  /** The customer of the token, if it has one. Rejected with 401 if the customer is deleted or banned. */
  customer: Promise<customers.Customer | undefined>;
  wholeStore(): ReturnType<typeof stores.get>;
}

/** Refuses a bad token at once, and starts the other checks, which run in parallel with the reads of the work. */
const shopper = ({
  switch: setting,
  scope,
}: Pick<ShopCall, 'switch' | 'scope'>): Link<RequestContext & FromSite, Authorized> => ({
  async before(exchange, { event }) {
    if (setting && isOff(setting)) throw notFound();
    const claims = await claimsOf(event);
    exchange.storeId = claims.store_id;
    const names = namesOf(claims, event);
    const customer = customerOf(claims);
    customer.catch(() => undefined);
    const admitted = admit(exchange, { claims, names, customer, scope });
    admitted.catch(() => undefined);
    return { claims, names, customer, admitted, wholeStore: () => stores.get(claims.store_id) };
  },

  after: putRateHeaders,

  async onError(exchange, request) {
    await refusedFirst(exchange, request);
    putRateHeaders(exchange);
  },
});

async function customerOf(claims: Claims): Promise<customers.Customer | undefined> {
  const id = customerIn(claims);
  if (id === undefined) return undefined;
  const record = await customers.findRecord(claims.store_id, id);
  if (!record || customers.isDeleted(record) || record.standing === 'banned') throw unauthorized();
  return record;
}

interface Applicant extends Pick<Authorized, 'claims' | 'customer'>, Pick<ShopCall, 'scope'> {
  names: ReturnType<typeof namesOf>;
}

async function admit(
  exchange: RequestContext & FromSite,
  { claims, names, customer, scope }: Applicant,
): Promise<void> {
  const counting = countCall(claims.store_id, names);
  counting.catch(() => undefined);
  await exchange.accepted;
  await customer;
  exchange.window = await counting;
  const refused = refusal(exchange.window);
  if (refused) throw refused;
  refuseOtherScopes(claims, scope);
}

/** The body as a payload of the function, completed from the token and the path. */
function payloadOf<I extends StorefrontInvocable>(
  { given = [], more }: ShopCall<I>,
  { name, payload }: I,
  complete?: Steps<I>['complete'],
): Link<RequestContext & Authorized, { payload: unknown }> {
  const { fields: { store_id: _, ...fields } = {} } = tableOf(payload) ?? {};
  if (!_) throw new Error(`${name} has no store_id`);
  const bodyWithout = (names: readonly string[]) =>
    inputOf({ ...Object.fromEntries(Object.entries(fields).filter(([each]) => !names.includes(each))), ...more });
  const bodies = { known: bodyWithout(given), visitor: bodyWithout(given.filter((each) => each !== 'email')) };

  return {
    async before(exchange, { event }) {
      const { claims } = exchange;
      exchange.unknownFields = ignoredParameters(event);
      const schema = 'visitor' in claims ? bodies.visitor : bodies.known;
      const body = readBody(schema, event, exchange);
      const known = Object.entries(body).filter(([each]) => Object.hasOwn(schema.shape, each));
      const determined = await determinedBy(given, exchange, event);
      const completed = await complete?.(claims, Object.fromEntries(known));
      const whole = { ...Object.fromEntries(known), ...completed, ...determined, store_id: claims.store_id };
      return { payload: parse(payload, whole, 'INVALID_FIELD', { all: true }) };
    },

    after: reportUnknownFields,
  };
}

/** The fields of a payload that the token and the path determine. */
async function determinedBy(
  given: NonNullable<ShopCall['given']>,
  { claims, customer }: Authorized,
  event: ProxyEvent,
): Promise<object> {
  const review_id = event.pathParameters?.review_id;
  if (given.includes('review_id') && !isPublicId('review', review_id)) throw notFound();
  return {
    ...(given.includes('customer_id') && { customer_id: customerIn(claims) }),
    ...(given.includes('review_id') && { review_id }),
    ...(given.includes('email') &&
      !('visitor' in claims) && { email: 'email' in claims ? claims.email : (await customer)?.email }),
  };
}
