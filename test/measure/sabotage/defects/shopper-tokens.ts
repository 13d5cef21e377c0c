/** A bad token is accepted, or a call does more than its token allows. */
import { planted } from './planted.ts';

export const shopperTokens = planted`
test/resources/shopper-tokens
  lib/resources/shopper-tokens/records.ts
    a forged token is accepted
    - if (!timingSafeEqual(Buffer.from(hmac), Buffer.from(expected))) return undefined;
    a token never expires
    - if (!subject || expires <= seconds || !isPublicId
    + if (!subject || !isPublicId
    a token works a second longer than it says
    - expires <= seconds
    + expires < seconds
    tokens are signed with the key that hides shoppers
    - { sht1: 'shopper-tokens' }
    + { sht1: 'shoppers' }
  lib/resources/shopper-tokens/rules.ts
    a shopper without an account gets a token for reviews
    - if (scopes.includes('review') && !('customer_id' in subject)) {
    + if (scopes.length > 99) {
    a token may name several shoppers
    - if (!name || named.length > 1) {
    + if (!name) {
    the scope of a token is ignored
    - if (!scopes.includes(scope)) throw
    + if (scopes.length === 0) throw
    a token for an order reviews any product
    - if (!isOwn || !order.lines.some(({ product_id }) => product_id === product)) {
    + if (!isOwn) {
    a token for an order of another customer reviews its products
    - const isOwn = order !== undefined && order.customer_id === customerIn(claims);
    + const isOwn = order !== undefined;
    an address of a large network is another caller each time
    - .slice(0, 4).join(':')}::/64
    + .join(':')}
  lib/shop/shop-call.ts
    the token of another store is accepted
    - if (claims?.store_id !== event.pathParameters?.store_id || !claims) throw
    + if (!claims) throw
    the customer of a token may be banned
    - customers.isDeleted(record) || record.standing === 'banned') throw
    + customers.isDeleted(record)) throw
    the page of a site cannot read the answer
    - 'Access-Control-Allow-Origin': origin,
    an answer is kept for the pages of other origins
    - httpCodec({ Vary: 'Origin' });
    + httpCodec();
    a page of another origin learns whether its token is good
    -       request.error = refused;
    a call is not counted
    - if (refused) throw refused;
    an order of the token is not looked at
    - Promise.all([exchange.admitted, permit?.(claims, payload as PayloadOf<I>)]);
    + Promise.all([exchange.admitted]);
    the customer that a body names posts the review
    - ...completed, ...determined, store_id: claims.store_id };
    + ...completed, ...determined, ...body, store_id: claims.store_id };
    the address in a body joins the waitlist
    - const schema = 'visitor' in claims ? bodies.visitor : bodies.known;
    + const schema = bodies.visitor;
    a preflight may be sent from anywhere
    - if (!isPublicId('store', store) || proposed === undefined) throw foreign();
    + if (!isPublicId('store', store) || proposed === undefined) return { accepted: Promise.resolve(true) };
    the reviewable products are shown to the page of any origin
    - if (isConfirmed) return true;
    + if (origin) return true;
  lib/shop/origins.ts
    a page of the same host on another port passes for a page of the service
    - URL.parse(origin)?.host === host.toLowerCase()
    + URL.parse(origin)?.hostname.endsWith(host.toLowerCase().slice(1))
    an origin is accepted after its site has another
    - return found !== undefined && originOf(found.url) === origin;
    + return found !== undefined;
  lib/shop/caller.ts
    guesses under new tokens of new visitors are not counted for the address
    - networkOf(address)
    + nameOfSubject(claims)
    the limit of the address is the one of a shopper
    - limits.addressRateLimit
    + limits.shopperRateLimit
  functions/shop/shop-get-balance.ts
    a body chooses the name under which codes are counted
    - payload: { ...payload, shoppers: names }
    + payload
  functions/shop/shop-edit-review.ts
    a token for an order edits the review of any product
    - if (review) refuseOtherProducts(
    + if (review && !order) refuseOtherProducts(
  functions/storefront/create-shopper-token.ts
    a token is made for an order of another customer
    - if (order && order.customer_id !== customer) throw notFound();
  lib/work/list-reviewable.ts
    an order that is not paid can be reviewed
    - && isPaid(order) ? productsOf
    + ? productsOf
  lib/resources/shopper-tokens/reviewable-rules.ts
    a product of two lines is shown twice
    - if (!first.has(product_id)) first.set(product_id,
    + first.set(first.size + product_id,
test/infra/front.test.ts
  infra/distribution.ts
    a caller writes the address that is counted
    - responseHeadersPolicy: this.apiHeaders('ShopHeaders', 'shop', 'Shopper', options),
    -       ...viewerDescribed,
    + responseHeadersPolicy: this.apiHeaders('ShopHeaders', 'shop', 'Shopper', options),
    a caller writes the host that is the service's own
    - { value: headers.host.value };
    + headers['x-viewer-host'] || { value: headers.host.value };
test/system/local-server.test.ts
  bin/local/pages/shop-calls.ts
    the page of a site is refused by the local server
    - pages: 'every',
    a caller writes the host that is the local server's own
    - headers: { ...others(event.headers), ...seen },
    + headers: { ...event.headers, ...seen },
`;
