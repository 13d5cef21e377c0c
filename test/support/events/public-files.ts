/** The public files that a store should have, made from everything in its table, without what the service reads to write them. */
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Item } from '../../../lib/events/item.ts';
import { objectBucket, s3 } from '../../../lib/objects/objects.ts';
import { emptyPage, filesOf } from '../../../lib/resources/public-reviews/file-rules.ts';
import type { PublicFile, PublicSite } from '../../../lib/resources/public-reviews/rules.ts';
import { type ReviewRecord, statusOf } from '../../../lib/resources/reviews/rules.ts';
import { objectAt } from '../aws/objects.ts';

type Stored = Item & Readonly<Record<string, unknown>>;

/** The bodies of all public files of these sites, by their names in the bucket. */
export async function publicFilesOf(sites: readonly { id: string }[]): Promise<Map<string, string>> {
  const keys = await Promise.all(sites.map(({ id }) => keysUnder(`public/${id}/products/`)));
  return new Map(
    await Promise.all(keys.flat().map(async (key) => [key, String((await objectAt(key))?.bytes)] as const)),
  );
}

async function keysUnder(Prefix: string): Promise<string[]> {
  const keys: string[] = [];
  let StartAfter: string | undefined;
  for (;;) {
    const { Contents = [], IsTruncated } = await s3().send(
      new ListObjectsV2Command({ Bucket: objectBucket(), Prefix, StartAfter }),
    );
    keys.push(...Contents.map(({ Key = '' }) => Key));
    StartAfter = keys.at(-1);
    if (!IsTruncated) return keys;
  }
}

/** What is wrong with the public files of the stores that these items belong to. `files` are those of `publicFilesOf`. */
export function wrongFiles(items: readonly Item[], files: ReadonlyMap<string, string>): string[] {
  const stored = items as readonly Stored[];
  const sites = stored.filter(({ sk }) => sk === 'SITE');
  return sites.flatMap((site) => {
    const store = site.pk.slice(0, site.pk.indexOf('#'));
    const own = stored.filter(({ pk }) => pk.startsWith(`${store}#`));
    const isOn = site.public_reviews === true && site.reviews_enabled !== false;
    const prefix = `public/${site.id}/products/`;
    const there = [...files].filter(([key]) => key.startsWith(prefix));
    if (!isOn) return there.map(([key]) => `${key} is there, but the site is off`);
    const products = own.filter(({ sk }) => sk === 'PRODUCT');
    const known = new Set(products.map(({ id }) => id));
    return [
      ...products.flatMap((product) => {
        const folder = `${prefix}${product.id}/`;
        return wrongOf(site, product, own, new Map(there.filter(([key]) => key.startsWith(folder))), folder);
      }),
      ...there
        .filter(([key]) => !known.has(key.slice(prefix.length).split('/')[0]))
        .map(([key]) => `${key} belongs to no product`),
    ];
  });
}

function wrongOf(
  site: Stored,
  product: Stored,
  own: readonly Stored[],
  there: ReadonlyMap<string, string>,
  folder: string,
) {
  const published = own
    .filter(({ sk, product_id, deleted_at }) => sk === 'REVIEW' && product_id === product.id && !deleted_at)
    .map((item) => ({ reply: null, ...item }) as unknown as ReviewRecord)
    .filter((review) => statusOf(review) === 'published')
    .toSorted((a, b) => (a.id < b.id ? 1 : -1));
  if (published.length === 0 && there.size === 0) return [];
  const due = dueFiles(site, product, published);
  const names = new Set(due.map(({ name }) => name));
  const version = Number(product.public_version ?? 0);
  const shown = productOf(product);
  const left = [...there.keys()].map((key) => key.slice(folder.length)).filter((name) => !names.has(name));
  const differences = [...due, ...left.map((name) => emptyPage(name, version, shown))].flatMap(({ name, body }) => {
    const is = there.get(`${folder}${name}`);
    return is === body ? [] : [`${folder}${name} is ${is === undefined ? 'missing' : different(is, body)}`];
  });
  return differences.length > 0 ? differences : wronglyShown(own, product, there, folder);
}

/** From a little before the first difference on. */
function different(is: string, due: string): string {
  const first = is.split('').findIndex((character, index) => character !== due[index]);
  const begin = Math.max(0, (first === -1 ? is.length : first) - 60);
  const shown = (text: string) => text.slice(begin, begin + 200);
  return `wrong: …${shown(is)}…, not …${shown(due)}…`;
}

interface DataFile {
  version: number;
  data: readonly (Readonly<Record<string, unknown>> & { id: string })[];
  next: string | null;
}

/**
 * What readers find wrong who follow `next`. By the stored attributes, not by the service's rules, which the comparison of whole files shares
 * with the service.
 */
function wronglyShown(
  own: readonly Stored[],
  product: Stored,
  there: ReadonlyMap<string, string>,
  folder: string,
): string[] {
  const standings = new Map(own.filter(({ sk }) => sk === 'CUSTOMER').map(({ id, standing }) => [id, standing]));
  const due = own
    .filter((item) => item.sk === 'REVIEW' && item.product_id === product.id && !item.deleted_at && !item.hidden_at)
    .filter((item) => (standings.get(item.customer_id) ?? item.author_standing) === 'good')
    .toSorted((a, b) => (String(a.id) < String(b.id) ? 1 : -1))
    .map(({ id }) => String(id));
  const inPages = due.slice(0, 1000).join();
  const read = (name: string) => {
    const body = there.get(`${folder}${name}`);
    return body === undefined ? undefined : (JSON.parse(body) as DataFile);
  };
  const wrong: string[] = [];
  const found: string[] = [];
  for (let name: string | null = 'reviews.json'; name !== null; ) {
    const file: DataFile | undefined = read(name);
    if (!file) return [...wrong, `${folder}${name} is not there, but a file leads to it`];
    if (file.data.some((review) => 'customer_id' in review)) wrong.push(`${folder}${name} shows the id of an author`);
    found.push(...file.data.map(({ id }) => id));
    name = file.next;
  }
  if (found.join() !== inPages) wrong.push(`${folder} shows the reviews ${found}, not ${inPages}`);
  const names = [...there.keys()].filter((key) => key.endsWith('.json')).map((key) => key.slice(folder.length));
  const shown = new Set(due);
  for (const name of names) {
    const strange = read(name)?.data.find(({ id }) => !shown.has(id));
    if (strange) wrong.push(`${folder}${name} shows ${strange.id}, which is not published`);
  }
  return wrong;
}

/** Files that show something else than before under the same version, or an older one. */
export function unversionedChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].flatMap(([key, body]) => {
    const was = before.get(key);
    if (was === undefined || was === body || !key.endsWith('.json')) return [];
    return versionOf(body) > versionOf(was) ? [] : [`${key}, ${different(body, was)}`];
  });
}

const versionOf = (body: string): number => (JSON.parse(body) as DataFile).version;

function dueFiles(site: Stored, product: Stored, published: readonly ReviewRecord[]): PublicFile[] {
  const ofStars = (stars: number) => published.filter(({ rating }) => rating === stars).slice(0, 50);
  const byStars = { 1: ofStars(1), 2: ofStars(2), 3: ofStars(3), 4: ofStars(4), 5: ofStars(5) };
  const shownSite = { locale: 'en', ...site } as unknown as PublicSite;
  const reviews = { newest: published.slice(0, 1000), byStars };
  return filesOf(Number(product.public_version ?? 0), shownSite, productOf(product), reviews);
}

function productOf(product: Stored) {
  const counts = { review_count: 0, rating_sum: 0, stars_1: 0, stars_2: 0, stars_3: 0, stars_4: 0, stars_5: 0 };
  return {
    id: String(product.id),
    name: String(product.name),
    url: (product.url as string | undefined) ?? null,
    rating: { ...counts, ...product },
  };
}
