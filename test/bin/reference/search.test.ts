/** What readers find with the search of the reference. */
import { expect, test } from 'vitest';
import { searchIn } from '../../../bin/reference/browser/search-index.ts';
import { pages, searchIndex } from '../../../bin/reference/site.ts';

const find = searchIn(searchIndex(pages()));

const found = (question: string, first: number): string[] =>
  find(question)
    .slice(0, first)
    .map(({ id }) => id.replace('/docs/', ''));

const questions = 'guides/questions.html';

test.each([
  ['How do I refund part of an order?', 'functions/refund-order.html'],
  ['How do I verify a webhook?', 'guides/events.html#verify'],
  ['How do I erase a customer (GDPR)?', 'guides/catalogue.html#remove-a-customer'],
  ['lost code', 'guides/gift-cards.html#replace-a-lost-code'],
  ['Can a card be sent on a birthday?', 'guides/gift-cards.html#send-it-on-a-day'],
  ['What does it cost a month?', 'guides/costs.html#what-a-month-costs'],
  ['How do I install the SDK?', 'guides/first-request.html#with-the-client-package'],
  ['Which country_id is Germany?', `${questions}#countries`],
  ['How do I show stars in Google?', `${questions}#stars-in-google`],
  ['Is there a test mode?', `${questions}#test-mode`],
  ['How do I read an order back?', `${questions}#read-an-order-back`],
  ['Who changed this card?', `${questions}#who-changed-a-gift-card`],
  ['Why did the email not arrive?', 'guides/console.html#find-out-why-an-email-did-not-arrive'],
  ['How do I hide several reviews?', 'guides/console.html#hide-several-reviews'],
  ['email the shoppers who wait', 'guides/console.html#email-the-shoppers-who-wait'],
  ['find a card by its last four characters', 'guides/console.html#find-a-customer-a-card-or-an-order'],
  ['key for a moderator', 'guides/console-keys.html#limit-a-key-to-a-job'],
])('the answer to %j is one of the first three results', (question, address) => {
  expect(found(question, 3)).toContain(address);
});

test.each([
  ['bulk', `${questions}#many-records-at-once`],
  ['upsert', `${questions}#many-records-at-once`],
  ['install', `${questions}#sdks`],
  ['sdk', `${questions}#sdks`],
  ['python', 'guides/any-language.html#in-python'],
  ['stripe', `${questions}#payments-stripe-paypal-and-others`],
  ['sandbox', `${questions}#test-mode`],
  ['timezone', `${questions}#time-zones`],
  ['void', 'api/disable-gift-card.html'],
  ['unsubscribe', 'guides/restock-mails.html#unsubscribe'],
  ['leave a waitlist', 'functions/leave-waitlist.html'],
  ['gdpr', 'functions/export-customer.html'],
  ['refund', 'guides/refunds.html'],
  ['aggregateRating', `${questions}#stars-in-google`],
  ['resend', 'api/replace-gift-card-code.html'],
  ['giftcard', 'api/gift-cards.html'],
  ['refunding orders', 'functions/refund-order.html'],
  ['unhide a review', 'api/show-review.html'],
  ['webhook signature', 'guides/events.html#verify'],
  ['gift_card.redeemed', 'events/gift-card.html#gift_card.redeemed'],
  ['adjust balance', 'api/adjust-gift-card.html'],
  ['IDEMPOTENCY_KEY_REUSED', 'errors.html#IDEMPOTENCY_KEY_REUSED'],
  ['too many requests', 'guides/rate-limits.html#when-you-reach-the-limit'],
  ['delete a store', `${questions}#delete-or-close-a-store`],
  ['list orders', `${questions}#list-orders-customers-or-products`],
  ['metadata', `${questions}#custom-fields-metadata-`],
  ['cors', `${questions}#requests-from-a-browser-cors-`],
  ['sla', `${questions}#uptime-monitoring-and-support`],
  ['monitoring', `${questions}#uptime-monitoring-and-support`],
  ['next page', 'guides/pagination.html#get-the-next-page'],
  ['double charge', 'guides/idempotency.html'],
  ['postman', `${questions}#python-ruby-php-and-other-languages`],
  ['terraform', `${questions}#terraform-and-cloudformation`],
  ['multiple currencies', `${questions}#currencies-and-amounts`],
])('%j finds its page among the first three results, in other words too', (question, address) => {
  expect(found(question, 3)).toContain(address);
});

test.each(['refund', 'webhook', 'idempotency', 'upload', 'gift card', 'review', 'hold', 'retry', 'api key'])(
  'a guide or an operation is above every page of the project for %j',
  (question) => {
    const all = find(question).map(({ id }) => id.split('/')[2]);
    const firstOfProject = all.findIndex((folder) => folder === 'project' || folder === 'decisions');

    expect(all.slice(0, 3).join()).toMatch(/guides|api|functions|errors/);
    expect(firstOfProject === -1 || firstOfProject >= 3).toBe(true);
  },
);

test('a result shows where its page has the words', () => {
  const [first] = find('how do I refund an order');

  expect(first?.excerpt.some(({ text, isMatch }) => isMatch && /refund|order/i.test(text))).toBe(true);
});

test('a word that no page has finds nothing', () => {
  expect(find('zebra')).toEqual([]);
});
