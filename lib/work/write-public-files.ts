/**
 * Writes the public files of products (Storefront without a front-end team, "Files instead of requests"). The stored files are listed before
 * anything is read, and each file is put only in place of the one that was listed. So a file never replaces one that was made from later
 * reads, even if a function dies, or a message comes twice or late.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { deletePublic, hasContent, listPublic, replacePublic } from '../objects/public-objects.ts';
import { backoff, Conflict } from '../once/unit-of-work.ts';
import { type PublicFilesWork, queuePublicFiles } from '../queue/send.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as sites from '../resources/catalog/site-records.ts';
import { feedProductOf, reasonsOf } from '../resources/public-reviews/feed-rules.ts';
import type { LeftOutReason } from '../resources/public-reviews/fields.ts';
import { emptyPage, fileNames, filesOf, type PublishedReviews } from '../resources/public-reviews/file-rules.ts';
import { readPublished } from '../resources/public-reviews/published-records.ts';
import type { PublicFile, PublicSite } from '../resources/public-reviews/rules.ts';
import * as publicSites from '../resources/public-reviews/site-records.ts';
import * as batches from '../runtime/batches.ts';
import { sideBySide } from '../runtime/collections.ts';
import { objectKeys } from '../table/keys.ts';

/** What was done about the files of a product. */
export interface Written {
  /** Files that are there now. */
  files: number;
  removed: number;
}

interface WrittenOfProduct extends Written {
  /** Why some of its newest published reviews are in no feed. */
  left_out: readonly LeftOutReason[];
}

/** All attempts take less than a minute. */
const attemptsAtMost = 15;

/** Makes the files of a product equal to its published reviews, for each public site of the store. */
export async function writePublicFiles(store: string, product: string): Promise<WrittenOfProduct> {
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = performance.now();
    try {
      return await writeOnce(store, product);
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === attemptsAtMost) throw error;
      await sleep(backoff(attempt, performance.now() - startedAt));
    }
  }
}

interface Folder {
  path: string;
  /** ETags of the files that are stored, by their names. */
  stored: ReadonlyMap<string, string>;
}

async function writeOnce(store: string, product_id: string): Promise<WrittenOfProduct> {
  const ids = await publicSites.listIds(store);
  const folders = await Promise.all(ids.map((id) => folderOf(objectKeys.publicProduct(id, product_id))));
  const [found, product] = await Promise.all([sites.findMany(store, ids), products.find(store, product_id)]);
  const shown = found.flatMap((site, index) => {
    const folder = folders[index];
    return site && folder && publicSites.isPublic(site) ? [{ site, folder }] : [];
  });
  if (shown.length === 0) return { ...nothing, left_out: [] };
  if (!product) return { ...sum(await Promise.all(shown.map(({ folder }) => removeAll(folder)))), left_out: [] };

  const published = await readPublished(store, product_id);
  const due = shown.filter(({ folder }) => published.newest.length > 0 || folder.stored.size > 0);
  const written = await Promise.all(due.map(({ site, folder }) => write(folder, { site, product, published })));
  return { ...sum(written), left_out: reasonsOf(published.newest, feedProductOf(product)) };
}

const folderOf = async (path: string): Promise<Folder> => ({ path, stored: await listPublic(path) });

interface Content {
  site: PublicSite;
  product: products.Product;
  published: PublishedReviews;
}

async function write({ path, stored }: Folder, { site, product, published }: Content): Promise<Written> {
  const version = product.public_version ?? 0;
  const shown = { ...product, url: product.url ?? null, rating: product };
  const files = filesOf(version, site, shown, published);
  const current = new Set(files.map(({ name }) => name));
  const emptied = fileNames.filter((name) => stored.has(name) && !current.has(name));
  const all = [...emptied.map((name) => emptyPage(name, version, shown)), ...files];
  const put = async ({ name, ...content }: PublicFile) => {
    const etag = stored.get(name);
    if (!hasContent(etag, content.body)) await replacePublic({ key: `${path}${name}`, version, ...content }, etag);
  };
  await sideBySide(all.slice(0, -1), batches.publicFilesSideBySide.size, put);
  await Promise.all(all.slice(-1).map(put));
  const names = new Set(fileNames);
  const strange = [...stored.keys()].filter((name) => !names.has(name));
  await deletePublic(strange.map((name) => `${path}${name}`));
  return { files: all.length, removed: strange.length };
}

async function removeAll({ path, stored }: Folder): Promise<Written> {
  await deletePublic([...stored.keys()].map((name) => `${path}${name}`));
  return { files: 0, removed: stored.size };
}

const nothing: Written = { files: 0, removed: 0 };

export const sum = (each: readonly Written[]): Written => ({
  files: each.reduce((total, { files }) => total + files, 0),
  removed: each.reduce((total, { removed }) => total + removed, 0),
});

/** Queues the products of a store that have, or may have had, published reviews; after a number of pages, also the work on the rest. */
export async function queueProducts(store_id: string, begin: string | undefined): Promise<void> {
  let after = begin;
  for (let page = 1; page <= batches.pagesOfPublicProducts.size; page += 1) {
    const ids = await products.listIds(store_id, { after, limit: batches.publicProducts.size });
    const found = await products.findMany(store_id, ids);
    const reviewed = found.filter((product) => product && isReviewed(product));
    await queuePublicFiles(
      reviewed.flatMap((product) => (product ? [{ work: 'product', store_id, product_id: product.id }] : [])),
    );
    if (ids.length < batches.publicProducts.size) return;
    after = ids.at(-1);
  }
  await queuePublicFiles([{ work: 'products', store_id, after }] satisfies PublicFilesWork[]);
}

/** A product without a version may have reviews of a release before 0.7.0. */
const isReviewed = ({ public_version = 0, review_count }: products.Product): boolean =>
  public_version > 0 || review_count > 0;
