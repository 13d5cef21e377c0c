/** The chain of the pages for shoppers: the token in the link authorizes the request, and every reply is HTML. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { chain, type Handler } from '../chain/chain.ts';
import type { Link, RequestContext } from '../chain/exchange.ts';
import { httpCodec } from '../chain/http-codec.ts';
import type { Codec } from '../chain/outcome.ts';
import { countShopper, refusal } from '../chain/rate-limit.ts';
import { ok } from '../chain/reply.ts';
import { header, queryParameters } from '../chain/request.ts';
import { readUnsubscribeToken, type UnsubscribeClaims } from '../mail/unsubscribe-token.ts';
import { type Commit, commitUnitOfWork, inTime } from '../once/unit-of-work.ts';
import * as stores from '../resources/stores/records.ts';
import { timestampNow } from '../runtime/clock.ts';
import { ApiError } from '../schema/errors.ts';
import { isLanguage, type Language } from '../schema/languages.ts';
import type { ShopperPage } from '../schema/shopper-page.ts';
import { pageHeaders } from './document.ts';
import { refusalPage } from './unsubscribe-page.ts';

interface Linked {
  claims: UnsubscribeClaims;
  /** The name of the store. */
  store: string;
}

/** The argument of a page's `show`. */
interface PageRequest extends Linked {
  method: string;
  commit: Commit;
}

/** A page: `show` returns its HTML. A request with an invalid token gets a 401. */
export const page = ({ name }: ShopperPage, show: (request: PageRequest) => Promise<string>): Handler =>
  chain({ name }, pageCodec)
    .use(link)
    .handler(async (exchange, { event, context, signal }) => {
      const commit: Commit = (step) =>
        commitUnitOfWork({
          ...step,
          signal,
          onConflict: () => {
            exchange.reruns += 1;
          },
        });
      const { claims, store } = exchange;
      return ok(await show({ claims, store, method: event.httpMethod ?? 'GET', commit: inTime(commit, context) }));
    });

/** The claims of the link's token. A malformed, forged or expired token is refused before anything is read or counted. */
const link: Link<RequestContext, Linked> = {
  async before(exchange, { event }) {
    const { t = '' } = queryParameters(event);
    const claims = typeof t === 'string' ? await readUnsubscribeToken(t, timestampNow()) : undefined;
    if (!claims) throw badToken();
    exchange.storeId = claims.store_id;
    exchange.headers['Content-Language'] = claims.language;

    const [window, store] = await Promise.all([
      countShopper(claims.store_id, claims.shopper),
      stores.find(claims.store_id),
    ]);
    const refused = refusal(window);
    if (refused) throw refused;
    if (!store) throw badToken();
    return { claims, store: store.name };
  },
};

const badToken = (): ApiError => new ApiError('UNAUTHORIZED', 'The link is not valid');

const base = httpCodec(pageHeaders);

const pageCodec: Codec<APIGatewayProxyResult> = {
  ...base,

  /** Until the token is read, the page uses the browser's language. */
  open: (request) => ({
    ...base.open(request),
    'Content-Language': preferredLanguage(header(request.event, 'accept-language')),
  }),

  subjectOf: ({ headers, storeId }) => ({ request_id: headers['X-Request-Id'], store_id: storeId }),

  answer: ({ status, body }, { headers }) => ({ statusCode: status, headers, body: String(body) }),

  refuse: (error, { headers }) => ({
    statusCode: error.status,
    headers: { ...headers, ...error.headers },
    body: refusalPage(error, preferredLanguage(headers['Content-Language'])),
  }),
};

/** The first language in `Accept-Language` that emails are available in, or English. */
function preferredLanguage(accepted = ''): Language {
  const subtags = accepted.split(',').map((each) => /^\s*([a-z]+)/i.exec(each)?.[1]?.toLowerCase() ?? '');
  return subtags.find(isLanguage) ?? 'en';
}
