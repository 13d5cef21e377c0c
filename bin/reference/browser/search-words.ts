/** What readers type, as the words that the pages have: stems, without the words that say nothing, with synonyms. */
import type { QueryCombination } from 'minisearch';
import { stemmer } from 'stemmer';

/** Words of questions, which no page is about. */
const idle = new Set(
  'a an and are can could do does for from how i if in into is it its me my of on or our please should that the there this to want what when where which why will with would you your'.split(
    ' ',
  ),
);

/** What readers say, and what the pages say for it: an alternative of several words has all of them. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  auth: ['authentication', 'api key'],
  authorisation: ['authentication', 'api key'],
  authorization: ['authentication', 'api key'],
  backorder: ['restock', 'waitlist'],
  backup: ['recovery'],
  birthday: ['send day'],
  braintree: ['payments'],
  bulk: ['many records'],
  callback: ['webhook'],
  catalog: ['import records', 'product'],
  catalogue: ['import records', 'product'],
  cors: ['cross-origin'],
  coupon: ['gift card'],
  double: ['idempotency'],
  ebook: ['digital file'],
  erase: ['delete'],
  duplicate: ['idempotency'],
  faq: ['common questions'],
  gdpr: ['export customer', 'delete customer'],
  giftcard: ['gift card'],
  history: ['transactions', 'changelog'],
  image: ['photo'],
  install: ['client package', 'start it'],
  later: ['send day'],
  login: ['authentication', 'api key'],
  metadata: ['custom fields'],
  moderate: ['moderation', 'hide'],
  multi: ['two', 'several'],
  multiple: ['two', 'several', 'many'],
  notify: ['email', 'restock'],
  npm: ['client package'],
  paging: ['pagination', 'cursor'],
  pdf: ['digital file'],
  picture: ['photo'],
  postman: ['openapi'],
  price: ['costs'],
  pricing: ['costs'],
  privacy: ['export customer', 'delete customer'],
  quota: ['rate limit'],
  redeem: ['hold', 'spend'],
  resend: ['replace code', 'email code'],
  retry: ['idempotency'],
  sandbox: ['test mode'],
  schedule: ['send day'],
  sdk: ['client package'],
  seo: ['stars google'],
  signature: ['verify', 'secret'],
  sla: ['uptime'],
  spend: ['hold', 'redeem'],
  staging: ['test mode'],
  stock: ['restock', 'waitlist'],
  subscribe: ['join waitlist'],
  swagger: ['openapi'],
  throttle: ['rate limit'],
  timezone: ['time zones'],
  token: ['api key'],
  twice: ['idempotency'],
  unhide: ['show hidden'],
  unsubscribe: ['leave waitlist'],
  upsert: ['import records'],
  void: ['disable'],
  voucher: ['gift card'],
};

const byStem = new Map(Object.entries(synonyms).map(([word, all]) => [stemmer(word), all]));

/** A word as the index has it, or null for a word that is dropped. */
export const stemOf = (word: string): string | null => {
  const lower = word.toLowerCase();
  return idle.has(lower) ? null : stemmer(lower);
};

/** A question as MiniSearch takes it: every word of it, or what the pages say for that word. */
export const queryOf = (question: string, combineWith: 'AND' | 'OR'): QueryCombination => ({
  combineWith,
  queries: (question.match(/[\p{L}\p{N}_.-]+/gu) ?? []).map((word) => ({
    combineWith: 'OR',
    queries: [word, ...(byStem.get(stemmer(word.toLowerCase())) ?? [])].map((each) => ({
      combineWith: 'AND',
      queries: each.split(' '),
    })),
  })),
});
