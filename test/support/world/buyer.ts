/** A customer who is known: one who waits, and has bought gift cards with a gift card. */
import { hold, orderOfGifts, record } from './checkout.ts';
import { issued } from './gift-cards.ts';
import { join } from './restocks.ts';
import { succeeded, type World } from './world.ts';

/** Lets a customer wait for the first product, and buy. */
export async function asBuyer(world: World, customer: { id: string; email: string }): Promise<void> {
  await join(world, customer.email);
  const { code } = await issued(world);
  await succeeded(hold(world, code, { checkout_id: 'spent' }));
  const order = orderOfGifts(world, { id: 'spent', status: 'paid' }, { customer_id: customer.id });
  await succeeded(record(world, order));
}
