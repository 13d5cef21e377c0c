/** What readers type, as the words that the pages have: stems, without the words that say nothing, with synonyms. */
import { stemmer } from 'stemmer';

/** Words of questions, which no page is about. */
const idle = new Set(
  'a an and are can could do does for from how i if in into is it its me my of on or our please should that the there this to want what when where which why will with would you your'.split(
    ' ',
  ),
);

/** What readers say, and what the pages say for it. */
const synonyms: Readonly<Record<string, string>> = {
  giftcard: 'gift card',
  giftcards: 'gift card',
  voucher: 'gift card',
  coupon: 'gift card',
  resend: 'replace code mail',
  lost: 'replace code lost',
  login: 'authentication key',
  auth: 'authentication key',
  authenticate: 'authentication key',
  authorization: 'authentication key',
  authorisation: 'authentication key',
  token: 'key authentication',
  image: 'photo image',
  picture: 'photo',
  pdf: 'digital file',
  ebook: 'digital file',
  webhook: 'webhook',
  callback: 'webhook',
  throttle: 'rate limit',
  throttling: 'rate limit',
  quota: 'rate limit',
  pagination: 'pagination cursor',
  paging: 'pagination cursor',
  backorder: 'restock waitlist',
  stock: 'restock waitlist',
  notify: 'restock mail',
  subscribe: 'join waitlist',
  unsubscribe: 'leave waitlist',
  gdpr: 'export customer erase delete',
  privacy: 'export customer erase delete',
  erase: 'delete customer',
  catalogue: 'catalog import records product',
  catalog: 'catalog import records product',
  product: 'product',
  redeem: 'hold redeem order',
  spend: 'hold redeem order',
  moneyback: 'refund',
  return: 'refund',
  sdk: 'client package',
  deploy: 'deploy going live',
  duplicate: 'idempotency duplicate',
  retry: 'idempotency retry',
  unhide: 'show hidden review',
  moderate: 'moderation hide review',
};

/** A word as the index has it, or nothing for a word that is left out. */
export const stemOf = (word: string): string | null => {
  const lower = word.toLowerCase();
  return idle.has(lower) ? null : stemmer(lower);
};

/** A question in the words of the pages. */
export const withSynonyms = (question: string): string =>
  question.replaceAll(/[\w]+/g, (word) => synonyms[word.toLowerCase()] ?? word);
