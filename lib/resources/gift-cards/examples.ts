import { exampleOutput, examplesOf, functionExamplesOf } from '../../schema/examples.ts';
import { demoStore } from '../demo-store.ts';
import * as contract from './fields.ts';
import * as functions from './functions.ts';
import * as operations from './operations.ts';

export { methods } from './operations.ts';

const ids = demoStore.giftCards;

const birthday = exampleOutput(contract.giftCard, {
  id: ids.birthday,
  last4: 'DEM2',
  balance: 5500,
  recipient_email: 'grace@example.com',
  message: 'Happy birthday, Grace!',
});
const later = { ...birthday, ...exampleOutput(contract.updateGiftCardInput) };

const welcome = exampleOutput(contract.giftCard, {
  id: ids.welcome,
  last4: 'DEM3',
  note: 'For a teapot that arrived broken',
});
const remailed = { ...welcome, last4: 'K7WN', ...exampleOutput(contract.replaceGiftCardCodeInput) };

const issue = exampleOutput(contract.issueGiftCardInput);

/** The card that a request issues. */
const issuedBy = ({ value, site_id: _, locale: __, ...said }: contract.IssueGiftCardInput) =>
  exampleOutput(contract.issuedGiftCard, { ...said, initial_value: value, balance: value } as object);

const entry = (given: Partial<contract.GiftCardTransaction>) => exampleOutput(contract.giftCardTransaction, given);

const refunded = entry({
  id: 'gct_01khdq50098v3k5x9w2t6r0ybn',
  type: 'refunded',
  amount: 1500,
  balance: 4500,
  order_id: demoStore.orders.paid,
  note: null,
  actor: { type: 'system', name: null },
});

export const examples = examplesOf(operations, {
  listGiftCards: {
    path: {},
    query: { status: 'active' },
    reply: { data: [welcome, birthday], has_more: false },
  },
  issueGiftCard: {
    path: {},
    body: issue,
    reply: issuedBy(issue),
  },
  getGiftCard: {
    path: { gift_card_id: ids.birthday },
    query: { expand: 'order' },
    reply: { ...birthday, order: null },
  },
  updateGiftCard: {
    path: { gift_card_id: ids.birthday },
    body: exampleOutput(contract.updateGiftCardInput),
    reply: later,
  },
  adjustGiftCard: {
    path: { gift_card_id: ids.birthday },
    body: exampleOutput(contract.adjustGiftCardInput),
    reply: { ...later, balance: 6000 },
  },
  replaceGiftCardCode: {
    path: { gift_card_id: ids.welcome },
    body: exampleOutput(contract.replaceGiftCardCodeInput),
    reply: { ...remailed, code: '9QXE-H4UT-B2MC-ZR6A-WD8Y-P3FJ-K7WN' },
  },
  disableGiftCard: {
    path: { gift_card_id: ids.welcome },
    reply: { ...remailed, status: 'disabled', disabled_at: remailed.created_at },
  },
  enableGiftCard: { path: { gift_card_id: ids.welcome }, reply: remailed },
  listGiftCardTransactions: {
    path: { gift_card_id: ids.birthday },
    query: { limit: '3' },
    reply: {
      data: [
        entry({}),
        entry({ id: 'gct_01khdq50088v3k5x9w2t6r0ybn', amount: 1000, balance: 5500, note: 'Sorry for the delay' }),
        refunded,
      ],
      has_more: true,
    },
  },
});

export const functionExamples = functionExamplesOf(functions, {
  holdGiftCard: {},
  getGiftCardBalance: {},
  releaseGiftCard: {},
  reportLiability: {},
  reportMovements: {},
  exportGiftCards: {
    result: {
      data: [
        {
          gift_card: { ...later, balance: 6000 },
          transactions: [
            entry({ type: 'issued', amount: 5000, balance: 5000, note: null }),
            entry({
              id: 'gct_01khdq50088v3k5x9w2t6r0ybn',
              type: 'redeemed',
              amount: -2000,
              balance: 3000,
              order_id: demoStore.orders.paid,
              note: null,
              actor: { type: 'customer', name: 'ada@example.com' },
            }),
            refunded,
            entry({ id: 'gct_01khdq500a8v3k5x9w2t6r0ybn', amount: 1000, balance: 5500, note: 'Sorry for the delay' }),
            entry({ id: 'gct_01khdq500b8v3k5x9w2t6r0ybn' }),
          ],
        },
      ],
    },
  },
  auditLedger: {},
});
