import { expect, test } from 'vitest';
import { measurePayments } from './payments.ts';

test('one gift card costs what it did before orders had several payments, and more payments add no round trip', async () => {
  const measured = await measurePayments();
  const figures = measured.map(({ name, roundTrips, writeUnits }) => [name, [roundTrips, writeUnits]]);

  expect(Object.fromEntries(figures)).toEqual({
    'hold-gift-card': [3, 6],
    'hold-gift-card with add, second card': [3, 5],
    'hold-store-credit': [3, 5],
    'record-order, no gift card': [3, 9],
    'record-order, one gift card': [4, 21],
    'record-order, ten gift cards': [4, 96],
    'record-order, one store credit': [4, 19],
    'refund-order, no gift card': [2, 6],
    'refund-order, one gift card': [3, 13],
    'refund-order, ten gift cards': [3, 70],
    'refund-order, one store credit': [3, 18],
    'refund-order to store credit, no gift card': [3, 17],
    'cancel-order, no gift card': [2, 1],
    'cancel-order, one gift card': [3, 9],
    'cancel-order, one store credit': [3, 11],
  });
});
