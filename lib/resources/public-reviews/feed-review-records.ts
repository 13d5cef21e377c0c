/**
 * Reads all reviews of a store for its feeds, in the order of their products and ids. Marks list them and each one is read by its key, so
 * none is missing, and a review that was deleted before it is read is in no feed.
 */
import * as batches from '../../runtime/batches.ts';
import { chunksOf } from '../../runtime/collections.ts';
import { pagesOf } from '../../table/reads.ts';
import * as products from '../catalog/product-records.ts';
import * as reviews from '../reviews/records.ts';
import type { ReviewRecord } from '../reviews/rules.ts';
import type { Position } from './feed-records.ts';

/** Some reviews of one product, with any status. */
interface Reviewed {
  product: products.Product;
  reviews: readonly ReviewRecord[];
  /** The last of them. */
  position: Position;
}

/** All reviews of a store after a position, a few hundred at a time. */
export async function* reviewsOfStore(store: string, begin: Position | undefined): AsyncGenerator<Reviewed> {
  const first = begin?.review === undefined ? undefined : await products.find(store, begin.product);
  if (first) yield* reviewsOf(store, first, await readPage(store, first.id, begin?.review));

  const list = (page: Parameters<typeof products.listIds>[1]) => products.listIds(store, page);
  const pages = pagesOf(list, (id) => id, { after: begin?.product, limit: batches.feedProducts.size });
  for await (const ids of pages) {
    const found = (await products.findMany(store, ids)).filter(
      (product) => product !== undefined && isReviewed(product),
    );
    for (const portion of chunksOf(found, batches.feedProductsSideBySide.size)) {
      const begun = await Promise.all(
        portion.flatMap((product) =>
          product ? [readPage(store, product.id).then((page) => ({ product, page }))] : [],
        ),
      );
      for (const { product, page } of begun) yield* reviewsOf(store, product, page);
    }
  }
}

const isReviewed = ({ review_count }: products.Product): boolean => review_count > 0;

/** The first page of a product is read with those of others. */
async function* reviewsOf(store: string, product: products.Product, first: Page): AsyncGenerator<Reviewed> {
  for (let page = first; ; page = await readPage(store, product.id, page.last)) {
    const { found, last } = page;
    yield {
      product,
      reviews: found,
      position: { product: product.id, ...(last === undefined ? {} : { review: last }) },
    };
    if (last === undefined) return;
  }
}

interface Page {
  found: readonly ReviewRecord[];
  /** The last review of the page; undefined if it is the last page. */
  last: string | undefined;
}

async function readPage(store: string, product: string, after?: string): Promise<Page> {
  const { size: limit } = batches.feedReviews;
  const ids = await reviews.listIds(store, product, { after, limit });
  return { found: await reviews.findMany(store, ids), last: ids.length === limit ? ids.at(-1) : undefined };
}
