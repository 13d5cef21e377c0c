/** The origins from which browsers may call with a shopper token: those of the store's sites, and the service's own (Storefront parts page, 3). */
import { header, type ProxyEvent } from '../chain/request.ts';
import * as sites from '../resources/catalog/site-records.ts';
import { originOf } from '../resources/shopper-tokens/rules.ts';
import { BoundedMap } from '../runtime/collections.ts';
import { limits } from '../schema/limits.ts';
import { viewerHostHeader } from '../schema/viewer.ts';
import { pagesOf } from '../table/reads.ts';

/** Whether an origin is the service's own: the host that the caller asked for. */
export function isOwnOrigin(origin: string, event: ProxyEvent): boolean {
  const host = header(event, viewerHostHeader);
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase();
}

/** The site that an origin was last seen to belong to, by store and origin. */
const remembered = new BoundedMap<string, string>(5000);

/**
 * The id of a site that may have the origin, or undefined. It is only a proposal, from memory or from an index: `confirm` judges it. No round
 * trip for an origin that this function has seen before.
 */
export const propose = async (store: string, origin: string): Promise<string | undefined> =>
  remembered.get(`${store} ${origin}`) ?? find(store, origin);

/** Whether the proposed site has the origin now, or else another site of the store. Strongly consistent. */
export async function confirm(store: string, origin: string, proposed: string): Promise<boolean> {
  if (await hasOrigin(store, proposed, origin)) return remember(store, origin, proposed);
  remembered.delete(`${store} ${origin}`);
  const other = await find(store, origin);
  return other !== undefined && (await hasOrigin(store, other, origin)) && remember(store, origin, other);
}

const hasOrigin = async (store: string, site: string, origin: string): Promise<boolean> => {
  const found = await sites.find(store, site);
  return found !== undefined && originOf(found.url) === origin;
};

function remember(store: string, origin: string, site: string): true {
  remembered.set(`${store} ${origin}`, site);
  return true;
}

async function find(store: string, origin: string): Promise<string | undefined> {
  const page = { limit: limits.pageMaximum };
  for await (const some of pagesOf(
    (next) => sites.list(store, next),
    ({ id }) => id,
    page,
  )) {
    const site = some.find(({ url }) => originOf(url) === origin);
    if (site) return site.id;
  }
  return undefined;
}
