/** What requests of a checkout and its order take of the tables, by the payments of the order. */
import { cancelOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, orderOf, record } from '../../support/world/checkout.ts';
import { granted, holdCredit } from '../../support/world/credit-checkout.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';
import { type Situation, situationOf } from './situations.ts';

type Send = () => Promise<object>;

/** Makes ready one request in a new store. */
type Prepare = (world: World) => Promise<Send>;

/** Holds 100 of so many cards for the checkout. */
async function holdCards(world: World, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { code } = await issued(world, { value: 100 });
    await succeeded(hold(world, code, { shopper: `shopper ${index}`, add: true }));
  }
}

async function holdOneCredit(world: World): Promise<void> {
  await granted(world, 500);
  await succeeded(holdCredit(world));
}

/** Holds what pays for an order of 2333. */
const payments = {
  'no gift card': async () => undefined,
  'one gift card': (world) => holdCards(world, 1),
  'ten gift cards': (world) => holdCards(world, 10),
  'one store credit': holdOneCredit,
} as const satisfies Record<string, (world: World) => Promise<unknown>>;

type Payments = keyof typeof payments;

const orderBy = (world: World, by: Payments, fields: object = {}) =>
  orderOf(world, { checkout_id: by === 'no gift card' ? undefined : 'checkout', ...fields });

const recording =
  (by: Payments): Prepare =>
  async (world) => {
    await payments[by](world);
    return () => record(world, orderBy(world, by));
  };

/** A refund of the whole order, or a cancellation. */
const returning =
  (of: typeof refundOrder | typeof cancelOrder, by: Payments, fields: object = {}): Prepare =>
  async (world) => {
    await payments[by](world);
    const status = of === cancelOrder ? 'pending' : 'paid';
    const { id: order_id } = await succeeded(record(world, orderBy(world, by, { status })));
    const refund = of === refundOrder ? { refund_id: 'refund', amount: 2333 } : {};
    return () => invoke(of, { store_id: world.store.id, order_id, ...refund, ...fields });
  };

const situations: Readonly<Record<string, Prepare>> = {
  'hold-gift-card': async (world) => {
    const { code } = await issued(world);
    return () => hold(world, code);
  },
  'hold-gift-card with add, second card': async (world) => {
    await holdCards(world, 1);
    const { code } = await issued(world);
    return () => hold(world, code, { add: true });
  },
  'hold-store-credit': async (world) => {
    await granted(world, 500);
    return () => holdCredit(world);
  },
  'record-order, no gift card': recording('no gift card'),
  'record-order, one gift card': recording('one gift card'),
  'record-order, ten gift cards': recording('ten gift cards'),
  'record-order, one store credit': recording('one store credit'),
  'refund-order, no gift card': returning(refundOrder, 'no gift card'),
  'refund-order, one gift card': returning(refundOrder, 'one gift card'),
  'refund-order, ten gift cards': returning(refundOrder, 'ten gift cards'),
  'refund-order, one store credit': returning(refundOrder, 'one store credit'),
  'refund-order to store credit, no gift card': returning(refundOrder, 'no gift card', { to: 'store_credit' }),
  'cancel-order, no gift card': returning(cancelOrder, 'no gift card'),
  'cancel-order, one gift card': returning(cancelOrder, 'one gift card'),
  'cancel-order, one store credit': returning(cancelOrder, 'one store credit'),
};

/** What each request takes, in a function that is warm. Throws if one is refused. */
export async function measurePayments(): Promise<Situation[]> {
  const measured: Situation[] = [];
  for (const [name, prepare] of Object.entries(situations)) {
    // The first call of a process reads its configuration.
    await (await prepare(await newWorld()))();
    const send = await prepare(await newWorld());
    measured.push(situationOf(name, await watch(() => succeeded(send())), () => 200));
  }
  return measured;
}
