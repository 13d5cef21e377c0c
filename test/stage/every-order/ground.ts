/** What the commands of a pair meet: a store in which every kind of thing is there once, so that both turn to the same. */

import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { createCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import { startDigitalFileUpload, uploadDigitalFile } from '../../../lib/resources/digital-files/operations.ts';
import { holdGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import { issueGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import {
  createGiftOption,
  setGiftOptionImage,
  startGiftOptionImageUpload,
} from '../../../lib/resources/gift-options/operations.ts';
import { recordOrder } from '../../../lib/resources/orders/functions.ts';
import { postReview } from '../../../lib/resources/reviews/functions.ts';
import { createStoreCredit } from '../../../lib/resources/store-credits/operations.ts';
import { createApiKey, createStore } from '../../../lib/resources/stores/functions.ts';
import { joinWaitlist } from '../../../lib/resources/waitlist/functions.ts';
import { createWebhook } from '../../../lib/resources/webhooks/functions.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { keepEvent } from '../../../lib/work/record-attempts.ts';
import type { CallInput } from '../../support/http/call.ts';
import { multipart, png } from '../../support/http/multipart.ts';
import { addressBody } from '../../support/world/customer-addresses.ts';
import { giftOptionBody } from '../../support/world/gift-options.ts';
import { newEvent } from '../../support/world/webhooks.ts';
import { newCustomer, newProduct, newSite, newVariant, type World } from '../../support/world/world.ts';
import { begin } from '../engine/clock.ts';
import { receiveAt } from '../engine/served.ts';
import { type Message, Sent } from './actor.ts';
import { ask } from './request.ts';

/** The time in all plays, and that of the ground's making. */
export const playTime = begin;
export const groundTime = playTime - 2 * 3_600_000;

const hours = (count: number): string => toTimestamp(playTime + count * 3_600_000);

export const tomorrow = hours(24);
export const anHourAgo = hours(-1);

export const fileBody = (content = 'The manual') =>
  multipart([{ name: 'file', fileName: 'manual.pdf', type: 'application/pdf', content }]);
export const photoBody = (bytes?: number) =>
  multipart([{ name: 'image', fileName: 'photo.png', type: 'image/png', content: png(bytes) }]);

/** Who makes a request: the first or the second of a pair. */
export interface Client {
  key: string;
  keyId: string;
  /** The other one's. */
  otherKeyId: string;
}

export type SharedFixture = Awaited<ReturnType<typeof prepareFixture>>;

export async function prepareFixture() {
  const { id: store_id } = await ask({ to: createStore, payload: { name: 'Store', currency: 'USD' } });
  const newKey = async (name: string): Promise<{ key_id: string; api_key: string }> =>
    ask({ to: createApiKey, payload: { store_id, name, permission: 'Write' } });
  const [first, second] = [await newKey('First'), await newKey('Second')];
  const clients: readonly [Client, Client] = [
    { key: first.api_key, keyId: first.key_id, otherKeyId: second.key_id },
    { key: second.api_key, keyId: second.key_id, otherKeyId: first.key_id },
  ];

  const site = newSite();
  const [ada, grace] = [newCustomer(), newCustomer({ first_name: 'Grace', last_name: 'Hopper' })];
  const [small, large] = [newVariant('Small'), newVariant('Large')];
  const teapot = newProduct({ variants: [small, large] });
  const recording = newVariant('Recording');
  const recordings = newProduct({ name: 'Field recordings', delivery: 'digital', variants: [recording] });
  const voucher = newVariant('Voucher');
  const vouchers = newProduct({ name: 'Gift card', delivery: 'gift_card', variants: [voucher] });
  const products = [teapot, recordings, vouchers];
  await ask({ to: importRecords, payload: { store_id, sites: [site], customers: [ada, grace], products } });

  const call = (to: Operation, input: CallInput, outbox = new Sent()) =>
    ask({ to, input: { ...input, key: first.api_key } }, { outbox });

  const event = { ...newEvent({ store: { id: store_id } } as World), id: 'evt_0' };
  await keepEvent(event);
  receiveAt('ground.receiver', { answer: () => ({ status: 204 }), asked: () => undefined });
  const { webhook_id } = await ask({ to: createWebhook, payload: { store_id, url: 'http://ground.receiver/' } });
  const { id: address_id } = await call(createCustomerAddress, { path: { id: ada.id }, body: addressBody });
  const atSite = { site_id: site.id };
  const wrapping = await call(createGiftOption, { path: atSite, body: giftOptionBody });
  const box = await call(createGiftOption, { path: atSite, body: { name: 'Box', enabled: true } });
  await call(setGiftOptionImage, { path: { ...atSite, gift_option_id: wrapping.id }, ...photoBody() });
  const photoUpload = await call(startGiftOptionImageUpload, {
    path: { ...atSite, gift_option_id: wrapping.id },
    body: { content_type: 'image/png', file_size: png(120).length },
  });
  await fetch(photoUpload.url, { method: 'PUT', headers: photoUpload.headers, body: png(120) });

  const ofRecording = { id: recordings.id, variant_id: recording.id };
  const file = await call(uploadDigitalFile, { path: ofRecording, ...fileBody() });
  const fileUpload = await call(startDigitalFileUpload, {
    path: ofRecording,
    body: { file_name: 'new.pdf', file_size: uploadedPart.length },
  });
  const [{ url }] = fileUpload.parts;
  await fetch(url, { method: 'PUT', body: uploadedPart });

  const credit = await call(createStoreCredit, { path: { id: ada.id }, body: { value: 1000, reason: 'goodwill' } });

  const card: { id: string; code: string } = await call(issueGiftCard, { body: { value: 1100 } });
  const otherCard: { id: string; code: string } = await call(issueGiftCard, { body: { value: 500 } });
  // It has expired when the plays begin, and no sweep has handled it.
  await call(issueGiftCard, { body: { value: 100, expires_at: anHourAgo } });
  const mailed = new Sent();
  const toBeMailed = await call(issueGiftCard, { body: { value: 100, recipient_email: 'grace@example.com' } }, mailed);

  const hold = (checkout_id: string, code: string, amount: number, expires_at: string) =>
    ask({ to: holdGiftCard, payload: { store_id, checkout_id, code, amount, currency: 'USD', expires_at } });
  const line = { product_id: teapot.id, variant_id: large.id, quantity: 1, unit_price: 500 };
  const recordingLine = { product_id: recordings.id, variant_id: recording.id, quantity: 1, unit_price: 100 };
  const order = { site_id: site.id, currency: 'USD', status: 'paid', lines: [line] };
  const record = (fields: object) => ask({ to: recordOrder, payload: { store_id, order: { ...order, ...fields } } });

  await hold('checkout-of-ada', card.code, 300, tomorrow);
  const paid = { id: 'ord_paid', customer_id: ada.id, lines: [line, recordingLine], checkout_id: 'checkout-of-ada' };
  await record(paid);
  await record({ id: 'ord_ofgrace', customer_id: grace.id });
  const voucherLine = { product_id: vouchers.id, variant_id: voucher.id, quantity: 1, unit_price: 400 };
  const pending = { id: 'ord_pending', customer_id: ada.id, status: 'pending', lines: [line, voucherLine] };
  await hold('checkout-pending', card.code, 100, tomorrow);
  await record({ ...pending, checkout_id: 'checkout-pending' });
  await hold('checkout', card.code, 300, tomorrow);
  await hold('checkout-lapsed', card.code, 50, anHourAgo);

  const { id: review_id } = await ask({
    to: postReview,
    payload: { store_id, ...atSite, customer_id: ada.id, product_id: teapot.id, rating: 5, title: 'Pours' },
  });
  const waiting = { store_id, product_id: teapot.id, variant_id: small.id };
  for (const email of ['zoe@example.com', 'yan@example.com']) {
    await ask({ to: joinWaitlist, payload: { ...waiting, email } });
  }

  return {
    ...{ store_id, clients, site, ada, grace, teapot, small, large, recordings, recording, vouchers, voucher },
    ...{
      webhook_id: String(webhook_id),
      event,
      address_id: String(address_id),
      store_credit_id: String(credit.id),
      review_id: String(review_id),
      card,
      otherCard,
      order,
      line,
      waiting,
    },
    ...{ wrapping: String(wrapping.id), box: String(box.id), file: String(file.id), toBeMailed: String(toBeMailed.id) },
    photoUpload: String(photoUpload.id),
    fileUpload: {
      id: String(fileUpload.id),
      key: decodeURIComponent(new URL(url).pathname).split('/').slice(2).join('/'),
    },
    /** An email that is due. */
    cardMail: mailed.messages,
    /** What has been queued in the situation at hand. */
    queued: [] as readonly Message[],
  };
}

/** What a client has sent of the file with an upload in progress. */
export const uploadedPart = Buffer.from('The new manual');
