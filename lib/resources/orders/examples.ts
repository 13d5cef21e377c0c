import { exampleOutput, examplesOf, functionExamplesOf } from '../../schema/examples.ts';
import { demoStore } from '../demo-store.ts';
import { cardPayment, creditPayment, order, orderDetails, orderLine, refundOfOrder } from './fields.ts';
import * as functions from './functions.ts';
import * as operations from './operations.ts';

export { methods } from './operations.ts';

const products = demoStore.products;
const variants = demoStore.variants;
const orders = demoStore.orders;
const giftCards = demoStore.giftCards;

/** An order that costs only its lines. */
const plain = { gift_option: null, gift_note: null, shipping: 0, shipping_tax: 0, tax: 0 };

const line = (given: Parameters<typeof exampleOutput<typeof orderLine>>[1]) =>
  exampleOutput(orderLine, { discount: 0, tax: 0, ...given });

/** The demo's paid order, as it is recorded. */
const paid = {
  ...plain,
  id: orders.paid,
  lines: [
    line({ variant_id: variants.teapotSmall, unit_price: 4800, tax: 400 }),
    line({ product_id: products.book, variant_id: variants.book, unit_price: 1800 }),
  ],
  checkout_id: 'checkout_40',
  tax: 400,
  total: 7000,
  paid_by_gift_card: 2000,
  paid_by_card: 5000,
  gift_card_id: giftCards.birthday,
  payments: [exampleOutput(cardPayment, { amount: 2000, refunded: 1500 })],
};

/** The same order after its refund. */
const refunded = { ...paid, refunded: 6500 };

const refunds = [
  exampleOutput(refundOfOrder, {
    refund_id: demoStore.refund,
    to_card: 5000,
    to_gift_card: 1500,
    tax: 371,
    amount: 6500,
  }),
];

export const examples = examplesOf(operations, {
  getRecordedOrder: { path: { id: orders.paid }, reply: exampleOutput(orderDetails, { ...refunded, refunds }) },
});

/** The demo's order with a refunded unit, which store credit paid for. */
export const returned = exampleOutput(order, {
  ...plain,
  id: orders.returned,
  customer_id: demoStore.customers.grace,
  status: 'fulfilled',
  lines: [
    line({ product_id: products.cup, variant_id: variants.cup, quantity: 2, unit_price: 1200, refunded_quantity: 1 }),
  ],
  checkout_id: 'checkout_38',
  total: 2400,
  paid_by_gift_card: 0,
  paid_by_store_credit: 2400,
  paid_by_card: 0,
  gift_card_id: null,
  refunded: 1200,
  payments: [
    exampleOutput(creditPayment, { store_credit_id: demoStore.storeCredits.reward, amount: 2000, refunded: 800 }),
    exampleOutput(creditPayment, { store_credit_id: demoStore.storeCredits.apology, amount: 400, refunded: 400 }),
  ],
});

export const functionExamples = functionExamplesOf(functions, {
  recordOrder: {},
  payOrder: {
    result: {
      ...plain,
      id: orders.pending,
      lines: [
        line({
          product_id: products.giftCard,
          variant_id: variants.giftCard,
          unit_price: 2500,
          recipient_email: 'alan@example.com',
          message: 'For your tea break',
        }),
      ],
      checkout_id: null,
      total: 2500,
      paid_by_gift_card: 0,
      paid_by_card: 2500,
      gift_card_id: null,
      payments: [],
    },
  },
  fulfilOrder: { result: { ...refunded, status: 'fulfilled' } },
  getOrder: { result: { ...refunded, status: 'fulfilled', refunds } },
  cancelOrder: {
    result: {
      ...plain,
      id: orders.abandoned,
      status: 'cancelled',
      lines: [line({ product_id: products.cup, variant_id: variants.cup, quantity: 2, unit_price: 1200 })],
      checkout_id: 'checkout_39',
      total: 2400,
      paid_by_gift_card: 1900,
      paid_by_card: 500,
      gift_card_id: giftCards.spent,
      payments: [exampleOutput(cardPayment, { gift_card_id: giftCards.spent, amount: 1900, refunded: 1900 })],
    },
  },
  refundOrder: {},
});
