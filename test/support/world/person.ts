/** Someone who has done everything that a shopper can do, and what is said of them: to be found before, and not after. */
import { vi } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { createCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import { uploadDigitalFile } from '../../../lib/resources/digital-files/operations.ts';
import { joinWaitlist } from '../../../lib/resources/waitlist/functions.ts';
import { queuedMails, queuedWork } from '../aws/queued-messages.ts';
import { call } from '../http/call.ts';
import { multipart } from '../http/multipart.ts';
import { invoke } from '../invoke.ts';
import type { Kept } from '../traces.ts';
import { hold, lineOf, orderOf, orderOfGifts, record } from './checkout.ts';
import { issued } from './gift-cards.ts';
import { join, notify, restock, variantOf } from './restocks.ts';
import { newReview } from './reviews.ts';
import { newCustomer, newWorld, succeeded, type World } from './world.ts';

export const friend = 'godchild@example.org';

/** What is said of the person, in the spelling of the request that said it. */
export const said = {
  first: 'Zdeňka',
  last: 'Ósvaldová',
  email: 'Zdenka.Osvald+shop@Example.com',
  street: '17 Quillfeather Row',
  flat: 'Garret 9b',
  city: 'Ambleford',
  review: 'Pours like a brook in spring',
  giftNote: 'For your eightieth, dear aunt Milada',
  message: 'Spend it on something unwise',
} as const;

export const words = [...Object.values(said), 'Quillfeather', 'Osvald', 'zdenka.osvald'];

/** Everything that is written to the log from now on. */
export function keepLog(): Kept[] {
  vi.stubEnv('LOG_LEVEL', 'debug');
  const lines: Kept[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => lines.push({ place: 'log', text: String(text) }) > 0);
  }
  return lines;
}

export const inQueues = (): Kept[] => [...queuedMails, ...queuedWork].map((text) => ({ place: 'message', text }));

export async function newPerson() {
  const world = await newWorld();
  const { store, products, write: key } = world;
  const [teapot, digital, giftCard] = products;
  const ada = newCustomer({ first_name: said.first, last_name: said.last, email: said.email });
  await succeeded(invoke(importRecords, { store_id: store.id, customers: [ada] }));
  const address = {
    ...{ first_name: said.first, last_name: said.last, street1: said.street, street2: said.flat },
    ...{ city: said.city, state: 'NY', country_id: 1 },
  };
  await call(createCustomerAddress, { path: { id: ada.id }, body: address, key, idempotencyKey: 'address' });
  await newReview(world, ada, teapot, { title: said.review, body: said.review });
  const file = multipart([{ name: 'file', fileName: 'manual.pdf', type: 'application/pdf', content: 'The manual' }]);
  const variant_id = digital.variants[0]?.id ?? '';
  await call(uploadDigitalFile, { path: { id: digital.id, variant_id }, key, ...file });

  // One is waited for, one was left, and the email of one is due.
  const joined = (variant: number, email: string) => ({ ...variantOf(world, variant), email });
  await succeeded(invoke(joinWaitlist, joined(0, said.email.toUpperCase())));
  await restock(world, 'due');
  await notify(world, 'due');
  await succeeded(invoke(joinWaitlist, joined(0, said.email.toLowerCase())));
  await succeeded(invoke(joinWaitlist, joined(1, said.email)));

  const payment = await issued(world, { value: 5000, recipient_email: said.email, message: said.message });
  await succeeded(hold(world, payment.code, { checkout_id: 'spent', amount: 1000 }));
  const cards = (fields: object) => lineOf(giftCard, { quantity: 2, unit_price: 700, ...fields });
  const order = (fields: object) => orderOf(world, { customer_id: ada.id, ...fields });
  const paid = order({
    gift_note: said.giftNote,
    checkout_id: 'spent',
    lines: [lineOf(teapot, { unit_price: 900 }), cards({ message: said.message }), cards({ recipient_email: friend })],
  });
  const pending = order({
    status: 'pending',
    gift_note: said.giftNote,
    lines: [
      cards({ message: said.message }),
      cards({ recipient_email: said.email.toUpperCase() }),
      cards({ recipient_email: friend, message: said.message }),
    ],
  });
  for (const each of [paid, pending]) await succeeded(record(world, each));
  return { world, ada, paid, pending, payment };
}

export type Person = Awaited<ReturnType<typeof newPerson>>;

/** Lets a customer wait for the first product, and buy. */
export async function asBuyer(world: World, customer: { id: string; email: string }): Promise<void> {
  await join(world, customer.email);
  const { code } = await issued(world);
  await succeeded(hold(world, code, { checkout_id: 'spent' }));
  const order = orderOfGifts(world, { id: 'spent', status: 'paid' }, { customer_id: customer.id });
  await succeeded(record(world, order));
}
