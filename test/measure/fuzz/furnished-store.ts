/** A store in which every kind of thing is there, so that payloads can be of it. */

import { createDownload } from '../../../lib/resources/digital-files/functions.ts';
import { uploadDigitalFile } from '../../../lib/resources/digital-files/operations.ts';
import { issueGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import { createGiftOption } from '../../../lib/resources/gift-options/operations.ts';
import { recordOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { deleteReview, editReview, postReview } from '../../../lib/resources/reviews/functions.ts';
import { restockVariant } from '../../../lib/resources/waitlist/functions.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import { call } from '../../support/http/call.ts';
import { multipart } from '../../support/http/multipart.ts';
import { invoke } from '../../support/invoke.ts';
import { lineOf, orderOf } from '../../support/world/checkout.ts';
import { reviewContent } from '../../support/world/reviews.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';
import { Seen } from './payloads.ts';

export interface FurnishedStore {
  id: string;
  seen: Seen;
}

export async function furnishedStore(): Promise<FurnishedStore> {
  const world = await newWorld();
  const { store, sites, customers, products, write: key, writeKeyId } = world;
  const [teapot, recordings] = products;
  const seen = new Seen();
  seen.collect([store, sites, customers, products, { id: writeKeyId }]);
  const make = async (invocable: Invocable, fields: object): Promise<Record<string, unknown>> => {
    const payload = { store_id: store.id, ...fields };
    const result = await succeeded(invoke(invocable, payload));
    seen.take(invocable.name, payload);
    seen.collect([payload, result]);
    return result;
  };

  const path = { id: recordings.id, variant_id: recordings.variants[0]?.id ?? '' };
  await call(uploadDigitalFile, { path, key, ...multipart([{ name: 'file', fileName: 'a.txt', content: 'Hello' }]) });
  const option = { path: { site_id: sites[0].id }, body: { name: 'Box', enabled: true }, key };
  seen.collect((await call(createGiftOption, option)).body);
  for (const value of [5000, 1]) seen.collect((await call(issueGiftCard, { body: { value }, key })).body);

  const lines = [teapot, recordings].map((product) => lineOf(product, { unit_price: 1000 }));
  const order = await make(recordOrder, { order: orderOf(world, { lines }) });
  await make(createDownload, { order_id: order.id, variant_id: path.variant_id });
  await make(refundOrder, { order_id: order.id, refund_id: 'a', amount: 100 });
  const author = { customer_id: customers[0].id };
  const review = await make(postReview, {
    ...author,
    site_id: sites[0].id,
    product_id: teapot.id,
    ...reviewContent,
  });
  await make(editReview, { ...author, review_id: review.id, ...reviewContent, rating: 5 });
  const other = await make(postReview, {
    ...author,
    site_id: sites[0].id,
    product_id: recordings.id,
    ...reviewContent,
  });
  await make(deleteReview, { ...author, review_id: other.id });
  await make(restockVariant, { product_id: teapot.id, variant_id: teapot.variants[0]?.id, restock_id: 'a' });
  return { id: store.id, seen };
}
