/** What shoppers and the store have done in the demo store: orders, gift cards, store credits, waiting, files, uploads that wait to be finished. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adjust } from '../../lib/ledger/hold-rules.ts';
import { digitalFilePlace, photoPlace, putObject, putPart, startMultipart } from '../../lib/objects/objects.ts';
import { demoStore, uploadedText } from '../../lib/resources/demo-store.ts';
import * as giftCards from '../../lib/resources/gift-cards/records.ts';
import * as giftOptions from '../../lib/resources/gift-options/records.ts';
import { newPhoto, photoKindOf, withPhoto } from '../../lib/resources/gift-options/rules.ts';
import * as orders from '../../lib/resources/orders/records.ts';
import * as uploads from '../../lib/resources/uploads/records.ts';
import * as unownedObjects from '../../lib/resources/uploads/unowned-object-records.ts';
import { timestampNow } from '../../lib/runtime/clock.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { secondsBefore, toTimestamp } from '../../lib/schema/times.ts';
import { objectKeys } from '../../lib/table/keys.ts';
import { circumstances, createFile, createGiftCard, createMissing, createStoreCredit } from './create.ts';
import { runFunction } from './functions.ts';

const { store, site, customers, products, variants } = demoStore;
const currency = 'USD';

/** Until the demo's open checkouts end, from its making. */
const checkoutMilliseconds = 4 * 365 * 86_400_000;

/** Creates what is missing. The store with its records must be there. */
export async function createDemoTrade(): Promise<void> {
  const isNew = !(await giftCards.find(store, demoStore.giftCards.birthday));
  await Promise.all([createCards(), createCredits(), ...files.map((file) => createFile(store, file)), createPhoto()]);
  if (isNew) await trade();
  await Promise.all([createFileUpload(demoStore.uploads.file), createFileUpload(demoStore.uploads.abandoned)]);
  await createPhotoUpload();
}

async function createCards(): Promise<void> {
  const { birthday, welcome, spent } = demoStore.giftCards;
  await createCard(birthday, demoStore.giftCardCode, {
    recipient_email: 'grace@example.com',
    message: 'Happy birthday, Grace!',
  });
  const issued = '2026-01-31T09:00:00Z';
  await createCard(welcome, 'WELC-TTEA-PTTE-APTT-EAPT-TEAP-DEM3', { note: 'For a teapot that arrived broken' }, issued);
  await createCard(spent, spentCode, { value: 1900, note: 'Spent on an order that is never paid' });
}

/** One after another: both are listed on one item of their customer. */
async function createCredits(): Promise<void> {
  const { goodwill, promotion, reward, apology } = demoStore.storeCredits;
  await createStoreCredit(store, { id: goodwill, customer_id: customers.ada, value: 2000, reason: 'goodwill' });
  await createStoreCredit(store, { id: promotion, customer_id: customers.ada, value: 1000, reason: 'promotion' });
  const ofGrace = { customer_id: customers.grace, value: 2000 };
  const inAYear = secondsBefore(timestampNow(), -365 * 86_400);
  await createStoreCredit(store, { ...ofGrace, id: reward, reason: 'reward', expires_at: inAYear });
  await createStoreCredit(store, { ...ofGrace, id: apology, reason: 'goodwill' });
}

const spentCode = 'SPNT-TTEA-PTTE-APTT-EAPT-TEAP-DEM4';

interface CardFields {
  value?: number;
  recipient_email?: string;
  message?: string;
  note?: string;
}

const createCard = (id: string, code: string, fields: CardFields, now?: string): Promise<void> =>
  createGiftCard(store, code, { id, value: 5000, site_id: site, ...fields }, now);

/** The birthday card's history, an order that is paid with it, one that is not paid yet, one that never will be, one that store credit pays for and that has a refunded unit, and shoppers who wait. */
async function trade(): Promise<void> {
  const run = (name: string, payload: object) => runFunction(name, { store_id: store, ...payload });
  const expires_at = toTimestamp(Date.now() + checkoutMilliseconds);
  const hold = (checkout_id: string, amount: number, code: string = demoStore.giftCardCode) =>
    run('hold-gift-card', { checkout_id, code, amount, currency, expires_at });
  const { paid, pending, abandoned, returned } = demoStore.orders;
  const order = { site_id: site, customer_id: customers.ada, currency };

  await hold('checkout_40', 2000);
  await run('record-order', {
    order: { ...order, id: paid, status: 'paid', lines: paidLines, checkout_id: 'checkout_40' },
  });
  await run('refund-order', { order_id: paid, refund_id: demoStore.refund, amount: 6500 });
  await createMissing(async () => {
    const [card, now] = [await giftCards.get(store, demoStore.giftCards.birthday), timestampNow()];
    const change = adjust(card, { amount: 1000, note: 'Sorry for the delay' }, circumstances(now));
    return giftCards.replace(store, card, change, now);
  });
  await hold(demoStore.checkouts.paying, 3000);
  await hold(demoStore.checkouts.leaving, 500);
  await run('record-order', { order: { ...order, id: pending, status: 'pending', lines: pendingLines } });
  await hold('checkout_39', 2400, spentCode);
  await run('record-order', {
    order: { ...order, id: abandoned, status: 'pending', lines: cupLines, checkout_id: 'checkout_39' },
  });
  const ofGrace = { customer_id: customers.grace, checkout_id: 'checkout_38' };
  // Only the first start holds the credit: the order is recorded once.
  if (!(await orders.find(store, returned))) {
    await run('hold-store-credit', { ...ofGrace, amount: 2400, currency, expires_at });
  }
  await run('record-order', {
    order: { ...order, ...ofGrace, id: returned, status: 'fulfilled', lines: cupLines },
  });
  await run('refund-order', { order_id: returned, refund_id: 'refund_cup', lines: [{ line: 0, quantity: 1 }] });
  await letWait(run);
}

const paidLines = [
  { product_id: products.teapot, variant_id: variants.teapotSmall, quantity: 1, unit_price: 4800, tax: 400 },
  { product_id: products.book, variant_id: variants.book, quantity: 1, unit_price: 1800 },
];

const pendingLines = [
  {
    product_id: products.giftCard,
    variant_id: variants.giftCard,
    quantity: 1,
    unit_price: 2500,
    recipient_email: 'alan@example.com',
    message: 'For your tea break',
  },
];

const cupLines = [{ product_id: products.cup, variant_id: variants.cup, quantity: 2, unit_price: 1200 }];

/** One of them has been notified that the large teapot is back. */
async function letWait(run: (name: string, payload: object) => Promise<unknown>): Promise<void> {
  const large = { product_id: products.teapot, variant_id: variants.teapotLarge };
  const cup = { product_id: products.cup, variant_id: variants.cup };
  await run('join-waitlist', { ...large, email: 'barbara@example.com' });
  await run('restock-variant', { ...large, restock_id: demoStore.restock });
  for (const email of ['edsger@example.com', 'barbara@example.com']) await run('join-waitlist', { ...cup, email });
  await run('join-waitlist', { ...large, variant_id: variants.teapotSmall, email: 'alan@example.com' });
}

const fileOfBook = (id: string, variant_id: string, file_name: string) => ({
  id,
  product_id: products.book,
  variant_id,
  file_name,
  contentType: 'application/pdf',
  text: `%PDF-1.4\n% ${file_name}\n`,
});

const files = [
  fileOfBook(demoStore.files.book, variants.book, 'the-art-of-tea.pdf'),
  fileOfBook(demoStore.files.sampler, variants.sampler, 'the-art-of-tea-sampler.pdf'),
];

const png = photoKindOf('image/png');

/** `npm run measure -- pictures` draws it from the SVG of the same name. */
const pixels = readFileSync(join(import.meta.dirname, 'demo-photo.png'));

async function createPhoto(): Promise<void> {
  const photo = newPhoto(demoStore.image, png);
  await putObject(photoPlace(photo, png), pixels);
  await createMissing(async () => {
    const option = await giftOptions.find(store, site, demoStore.giftOptions.wrapping);
    // One that has been changed keeps what it has.
    if (!option || option.image || option.updated_at !== option.created_at) return [];
    return [giftOptions.replaceImage(store, site, option, { ...withPhoto(option, photo, option.created_at) })];
  });
}

/** An upload straight to the bucket with its one part arrived. */
async function createFileUpload(id: string): Promise<void> {
  if (await unownedObjects.find(store, id)) return;
  const [content, now] = [Buffer.from(uploadedText), timestampNow()];
  const place = digitalFilePlace(store, newId('digitalFile'), 'application/epub+zip');
  const multipart_id = await startMultipart(place);
  const part = { key: place.key, multipartId: multipart_id, partNumber: 1 };
  await putPart(part, content, AbortSignal.timeout(10_000));
  const upload: uploads.FileUpload = {
    id,
    store_id: store,
    objects: [place.key],
    multipart_id,
    due_at: uploads.dueAfter(now),
    product_id: products.book,
    variant_id: variants.epub,
    file_id: place.id,
    file_name: 'the-art-of-tea-2.epub',
    file_size: content.length,
  };
  await createMissing(async () => [unownedObjects.create(upload)]);
}

async function createPhotoUpload(): Promise<void> {
  const [id, now] = [demoStore.uploads.photo, timestampNow()];
  if (await unownedObjects.find(store, id)) return;
  const image = newPhoto(newId('image'), png);
  const pending = objectKeys.pending(store, id);
  await putObject({ key: pending, contentType: png.contentType }, pixels);
  const upload: uploads.PhotoUpload = {
    id,
    store_id: store,
    objects: [pending, objectKeys.photo(image)],
    due_at: uploads.dueAfter(now),
    gift_option_id: demoStore.giftOptions.box,
    image,
    content_type: png.contentType,
    file_size: pixels.length,
  };
  await createMissing(async () => [unownedObjects.create(upload)]);
}
