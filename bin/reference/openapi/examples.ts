/** What a field looks like, for the reference: a tool that fills in requests would otherwise make up ids and times. */

import type * as z from 'zod/mini';
import { demoStore } from '../../../lib/resources/demo-store.ts';
import { idPattern, type Resource, resources } from '../../../lib/schema/ids.ts';

/** Of the local server's demo store, so that requests can be tried on it as they stand. */
const demoIds: Partial<Record<Resource, string>> = {
  customer: demoStore.customers.ada,
  address: demoStore.addresses.home,
  site: demoStore.site,
  giftOption: demoStore.giftOptions.box,
  image: demoStore.image,
  review: demoStore.reviews.published,
  product: demoStore.products.book,
  variant: demoStore.variants.book,
  digitalFile: demoStore.files.book,
  giftCard: demoStore.giftCards.birthday,
  order: demoStore.orders.paid,
  store: demoStore.store,
  apiKey: demoStore.keys.spare,
  upload: demoStore.uploads.file,
};

const exampleId = (resource: Resource): string =>
  demoIds[resource] ?? `${resources[resource].prefix}_01jz8m4q7v3k5x9w2t6r0ybncd`;

const idsByPattern = new Map(
  (Object.keys(resources) as Resource[]).map((resource) => [idPattern(resource).source, exampleId(resource)]),
);

const exampleTime = '2030-01-31T09:00:00Z';

/** The examples of a schema of its own, or none where any value of its type would do. */
export function examplesOf({ format, pattern = '' }: z.core.JSONSchema.BaseSchema): { examples?: string[] } {
  const example = format === 'date-time' ? exampleTime : idsByPattern.get(pattern);
  return example === undefined ? {} : { examples: [example] };
}
