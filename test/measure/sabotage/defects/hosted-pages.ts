/** Hosted pages that lose what a shopper wrote, say nothing, or open to others; and a shop that gives its tokens away. */
import { planted } from './planted.ts';

export const hostedPages = planted`
test/bin/hosted-pages/link.test.ts
  bin/hosted-pages/browser/link.ts
    a token names a path in place of a store
    - return /^sto_[A-Za-z0-9]{1,64}$/.test(store) ? store : undefined;
    + return store;
    some tokens cannot be read
    - atob(statement.replaceAll('-', '+').replaceAll('_', '/'))
    + atob(statement)
    a page has a language that there are no texts in
    - (tag) => isLanguage(tag.split('-', 1)[0] ?? '')
    + (tag) => tag !== ''
test/bin/hosted-pages/files.test.ts
  bin/hosted-pages/files.ts
    search engines list the page of a link
    - <meta name="robots" content="noindex">
test/system/hosted-pages.test.ts
  bin/hosted-pages/browser/page.ts
    another link in the same tab is ignored
    -   addEventListener('hashchange', () => location.reload());
  bin/hosted-pages/browser/review.ts
    a token for something else ends in a vague error
    - code === 'FORBIDDEN' || code === 'NOT_FOUND' ? page.words.invalidLink :
    + code === 'NOT_FOUND' ? page.words.invalidLink :
    the focus stays on the button after an error
    -     form.querySelector<HTMLElement>('input[aria-invalid], textarea[aria-invalid], [aria-invalid] input')?.focus();
  bin/hosted-pages/browser/review-line.ts
    a review without stars is sent
    - if (written.rating === 0) {
    + if (written.rating < 0) {
    the error of a field is shown elsewhere
    - const marked = fields.filter((field) => this.#mark(field, wording.invalid));
    + const marked = fields.filter((field) => this.#mark(field + 's', wording.invalid));
    a review that has been posted is posted again in place of changed
    -     if (this.#review !== undefined) return this.#page.call('PUT',
    +     if (this.#review === '') return this.#page.call('PUT',
    a review that was posted elsewhere cannot be replaced
    - if (code === 'DUPLICATE' && (await this.#findReview())) {
    + if (code === '') {
    what a shopper wrote is lost with a reload
    - recall(this.#draft) ?? this.#stored
    + this.#stored
    what was sent stays in the tab
    -       if (!this.isDue) forget(this.#draft);
    a line does not say of which order it is
    - { order_id, product_id, ...written });
    + { product_id, ...written, last: order_id });
  bin/hosted-pages/browser/balance.ts
    an expired link asks a shopper to sign in
    - code in balanceFailures ?
    + code !== '' ?
  bin/hosted-pages/policy.ts
    pictures of products are not shown
    - "img-src 'self' https:",
    + "img-src 'self'",
test/resources/shopper-tokens/shop-calls.test.ts
  functions/shop/shop-post-review.ts
    a review is posted on the site of another customer's order
    - return order && order.customer_id === customerIn(claims) ?
    + return order ?
    a body chooses another order than the one of the token
    - const id = claims.order_id ?? order_id;
    + const id = order_id ?? claims.order_id;
test/infra/staff-console.test.ts
  infra/hosted-pages.ts
    the address of a hosted page is a folder
    - (parts.slice(2).join('/') || 'index.html');
    + parts.slice(2).join('/');
test/system/local-server.test.ts
  bin/local/pages/sites.ts
    a file of a hosted page has another policy on the local server
    - response.setHeader('Content-Security-Policy', hostedPagesPolicy);
test/system/demo-shop.test.ts
  bin/local/pages/demo-shop.ts
    a page of another origin gets a token of the demo shop
    - export function demoShop(storefrontKey: string): Mount {
    -   return {
    + export function demoShop(storefrontKey: string): Mount {
    +   return {
    +     pages: 'every',
    a link to the demo shop makes a token
    - path === '/demo-shop/token' ? method === 'POST' :
    + path === '/demo-shop/token' ? true :
    the demo shop and the service describe two products
    - '@id': 'https://teapots.example/teapot',
    + '@id': 'https://teapots.example/pot',
  lib/client/elements/fields.ts
    a form of an element opens without its stars
    - node('fieldset', { part: 'stars', role: 'radiogroup' }, node('legend', { part: 'label' }, rating), ...choices),
    + node('fieldset', { part: 'stars', role: 'radiogroup' }, node('legend', { part: 'label' }, rating)),
`;
