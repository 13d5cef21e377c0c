/** Moving in: each record is imported exactly once, also with concurrent imports of the same identity. */
import { listCustomerAddresses } from '../../lib/resources/customer-addresses/operations.ts';
import { auditLedger, getGiftCardBalance } from '../../lib/resources/gift-cards/functions.ts';
import {
  importCustomerAddresses,
  importGiftCards,
  importReviews,
  importStoreCredits,
  importWaitlistEntries,
  listImportedGiftCards,
} from '../../lib/resources/move-in/functions.ts';
import { auditRatings, listCustomerReviews } from '../../lib/resources/reviews/functions.ts';
import { listStoreCredits } from '../../lib/resources/store-credits/operations.ts';
import { getProductWaitlist } from '../../lib/resources/waitlist/operations.ts';
import { apply, begin, type Fixture, nothing } from '../models/move-in.ts';
import { type Answer, unexplained } from '../stage/engine/history.ts';
import { first, type Random } from '../stage/engine/random.ts';
import { invocation, type Request, request } from '../stage/engine/requests.ts';
import { type Command, invoked } from '../stage/every-order/command.ts';
import type { SharedFixture } from '../stage/every-order/ground.ts';
import { addressBody } from '../support/world/customer-addresses.ts';
import { importedCard } from '../support/world/move-in.ts';
import { reviewContent } from '../support/world/reviews.ts';
import { area, type Row } from './table.ts';

const created_at = '2025-03-01T12:00:00Z';

const codes = ['OLDSHOP-0001', 'OLDSHOP-0002'] as const;

const exportedAt = (day: number): string => `2025-03-0${day}T12:00:00Z`;

const importingCard = ({ store_id }: Fixture, random: Random): Request => {
  const [code, day, update] = [random.pick([...codes]), 1 + random.below(3), random.chance(0.5)];
  const balance = 100 * day;
  const record = { code, currency: 'USD', balance, initial_value: 500, exported_at: exportedAt(day) };
  const input = { kind: 'card', of: `card ${code}`, record: String(day), balance, update };
  return invocation(importGiftCards, input, { store_id, records: [record], update });
};

const balanceOf = ({ store_id }: Fixture, code: string, random?: Random): Request =>
  invocation(
    getGiftCardBalance,
    { kind: 'balance', of: `card ${code}` },
    { store_id, code, ...(random && { shopper: `shopper ${random.below(1e9)}` }) },
  );

const rows: readonly Row<Fixture>[] = [
  {
    of: importGiftCards,
    after: [],
    own: ['imported', 'unchanged'],
    ask: ({ store_id }) => {
      const records = [importedCard({ initial_value: 5000, disabled: true }), importedCard()];
      return invocation(importGiftCards, { kind: 'cards' }, { store_id, records });
    },
  },
  { of: importGiftCards, weight: 20, ask: importingCard },
  {
    of: getGiftCardBalance,
    weight: 10,
    ask: (fixture, random) => balanceOf(fixture, random.pick([...codes]), random),
  },
  {
    of: getGiftCardBalance,
    weight: 40,
    ask({ store_id }, random, phase) {
      const shopper = `mallory ${phase}`;
      const code = random.pick(['OLDSHOP-0003', 'OLDSHOP-0003-0004', 'no code']);
      const asked = invocation(getGiftCardBalance, { kind: 'guess', of: shopper }, { store_id, code, shopper });
      // A refusal is an answer here: the client does not come again.
      const asAnswer = (answer: Answer): Answer =>
        answer.code === 'RATE_LIMIT_EXCEEDED' ? { ok: true, body: { judged: false }, replayed: false } : answer;
      return { ...asked, send: async () => asAnswer(await asked.send()) };
    },
  },
  {
    of: listImportedGiftCards,
    weight: 10,
    after: [(fixture) => importingCard(fixture, first).send()],
    ask({ store_id }, random) {
      const code = random.pick([...codes]);
      return invocation(listImportedGiftCards, { kind: 'sum', of: `card ${code}` }, { store_id, codes: [code] });
    },
  },
  {
    of: importStoreCredits,
    weight: 10,
    after: [],
    own: ['imported', 'unchanged'],
    ask({ store_id, customer }, random) {
      const [external_id, value] = [`old ${random.below(2)}`, 1 + random.below(2)];
      const record = { external_id, customer_id: customer.id, value, reason: 'refund' };
      const input = { kind: 'credit', of: `credit ${external_id}`, record: String(value) };
      return invocation(importStoreCredits, input, { store_id, records: [record] });
    },
  },
  {
    of: importReviews,
    weight: 10,
    after: [],
    own: ['imported', 'unchanged'],
    ask({ store_id, customer, product }, random) {
      const rating = 1 + random.below(2);
      const record = { customer_id: customer.id, product_id: product.id, ...reviewContent, rating, created_at };
      const input = { kind: 'review', of: 'review', record: String(rating) };
      return invocation(importReviews, input, { store_id, records: [record] });
    },
  },
  {
    of: importCustomerAddresses,
    weight: 10,
    after: [],
    own: ['imported', 'unchanged'],
    ask({ store_id, customer }, random) {
      const [id, country_id] = [`cad_old${random.below(2)}`, 1 + random.below(2)];
      const record = { ...addressBody, customer_id: customer.id, id, country_id, created_at };
      const input = { kind: 'address', of: `address ${id}`, record: String(country_id) };
      return invocation(importCustomerAddresses, input, { store_id, records: [record] });
    },
  },
  {
    of: importWaitlistEntries,
    weight: 10,
    after: [],
    own: ['imported', 'unchanged'],
    ask({ store_id, product }, random) {
      const email = random.pick(['alan@example.com', 'ALAN@example.com', 'edith@example.com']);
      const record = { product_id: product.id, variant_id: product.variants[0]?.id, email, joined_at: created_at };
      const input = { kind: 'waitlist', of: `waiting ${email.toLowerCase()}`, record: '' };
      return invocation(importWaitlistEntries, input, { store_id, records: [record] });
    },
  },
  { of: auditLedger },
  { of: auditRatings },
  { of: listCustomerReviews },
  { of: listCustomerAddresses },
  { of: listStoreCredits },
  { of: getProductWaitlist },
];

const listed = ({ data }: { data: unknown[] }) => data.length;

export const moveIn = area({
  name: 'moving in',
  begin,
  rows,
  judge: (_, history) => unexplained(nothing, history, apply),
  last: (fixture) => {
    const { store_id, key, customer, product } = fixture;
    const found = ({ findings = [], drifts = [] }: { findings?: []; drifts?: [] }) => findings.length + drifts.length;
    return [
      () => [
        ...codes.map((code) => balanceOf(fixture, code)),
        ...[auditLedger, auditRatings].map((audit) => invocation(audit, { kind: 'audit', found }, { store_id })),
        invocation(
          listCustomerReviews,
          { kind: 'count', of: 'review', counted: listed },
          { store_id, customer_id: customer.id },
        ),
        request(
          listCustomerAddresses,
          { kind: 'count', of: 'address', counted: listed },
          { path: { id: customer.id }, key },
        ),
        request(listStoreCredits, { kind: 'count', of: 'credit', counted: listed }, { path: { id: customer.id }, key }),
        request(
          getProductWaitlist,
          {
            kind: 'count',
            of: 'waiting',
            counted: ({ data }: { data: { waiting_count: number } }) => data.waiting_count,
          },
          { path: { product_id: product.id }, key },
        ),
      ],
    ];
  },
});

const ofAda = ({ ada }: SharedFixture) => ({ customer_id: ada.id });

/** What two clients ask of the same things at once: each its own record of the same identity. */
export const commands: readonly Command[] = [
  invoked(importGiftCards, (_, which) => ({
    records: [{ code: codes[0], currency: 'USD', balance: 100 + which, initial_value: 500 }],
  })),
  invoked(listImportedGiftCards, () => ({ codes: [codes[0]] })),
  invoked(importStoreCredits, (ground, which) => ({
    records: [{ ...ofAda(ground), external_id: 'old', value: 1 + which, reason: 'refund' }],
  })),
  invoked(importReviews, (ground, which) => ({
    records: [{ ...ofAda(ground), product_id: ground.recordings.id, rating: 1 + which }],
  })),
  invoked(importCustomerAddresses, (ground, which) => ({
    records: [{ ...addressBody, ...ofAda(ground), id: 'cad_old', country_id: 1 + which }],
  })),
  invoked(importWaitlistEntries, ({ teapot, small }, which) => ({
    records: [{ product_id: teapot.id, variant_id: small.id, email: which ? 'ada@example.com' : 'ADA@example.com' }],
  })),
];
