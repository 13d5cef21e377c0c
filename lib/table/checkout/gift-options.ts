/**
 * Gift options share their site's partition, so one query reads the site with all of them. Every change also changes one
 * version for the site, so that names, limit and default position hold under any concurrency.
 */

import type { GiftOption } from '../../contract/api/gift-options.ts';
import { notFound } from '../../contract/kinds/errors.ts';
import type { Stored, Write } from '../entities.ts';
import * as entities from '../entities.ts';
import { type Key, keys, objectKeys } from '../keys.ts';

/** All gift options of a site, in the order of their ids, with the version that they had when read. */
export interface SiteGiftOptions {
  site: string;
  options: Stored<GiftOption>[];
  version: { version: number } | undefined;
}

export const get = (store: string, site: string, id: string) =>
  entities.get<GiftOption>(keys.giftOption(store, site, id));

/** Throws 404 where the site has no such option. */
export async function getExisting(store: string, site: string, id: string): Promise<Stored<GiftOption>> {
  const option = await get(store, site, id);
  if (!option) throw notFound();
  return option;
}

/** The objects of an option's photo. */
export const photosOf = ({ image }: GiftOption): string[] => (image ? [objectKeys.photo(image)] : []);

/** Holds the commit to the option being there, unchanged. */
export const check = (store: string, site: string, option: Stored<GiftOption>): Write =>
  entities.check(keys.giftOption(store, site, option.id), option);

/** Throws 404 where the site does not exist. */
export async function list(store: string, site: string): Promise<SiteGiftOptions> {
  const { pk, sk } = keys.site(store, site);
  const items = await entities.list<GiftOption & Key>({ pk, prefix: '' });
  if (!items.some((item) => item.sk === sk)) throw notFound();
  const versionKey = keys.giftOptionsVersion(store, site);
  const optionPrefix = keys.giftOption(store, site, '').sk;
  return {
    site,
    options: items.filter((item) => item.sk.startsWith(optionPrefix)),
    version: items.find((item) => item.sk === versionKey.sk),
  };
}

/** The option with an id. Throws 404 where the site has none. */
export function find({ options }: SiteGiftOptions, id: string): Stored<GiftOption> {
  const option = options.find((candidate) => candidate.id === id);
  if (!option) throw notFound();
  return option;
}

export const create = (store: string, read: SiteGiftOptions, option: GiftOption): Write[] => [
  entities.create(keys.giftOption(store, read.site, option.id), option),
  ...raiseVersion(store, read),
];

export const replace = (
  store: string,
  read: SiteGiftOptions,
  option: Stored<GiftOption>,
  next: GiftOption,
): Write[] => [
  entities.replace(keys.giftOption(store, read.site, option.id), option, next),
  ...raiseVersion(store, read),
];

/** Replaces what no rule of the site's other options looks at: its image. */
export const replaceImage = (store: string, site: string, option: Stored<GiftOption>, next: GiftOption): Write =>
  entities.replace(keys.giftOption(store, site, option.id), option, next);

export const remove = (store: string, read: SiteGiftOptions, option: Stored<GiftOption>): Write[] => [
  entities.remove(keys.giftOption(store, read.site, option.id), option),
  ...raiseVersion(store, read),
];

const raiseVersion = (store: string, { site, version }: SiteGiftOptions): Write[] => [
  entities.createOrReplace(keys.giftOptionsVersion(store, site), version, {}),
];

/** The gift option as the contract shows it. */
export const view = (option: GiftOption): GiftOption => ({
  id: option.id,
  name: option.name,
  description: option.description,
  price: option.price,
  enabled: option.enabled,
  position: option.position,
  image: option.image,
  created_at: option.created_at,
  updated_at: option.updated_at,
});
