/**
 * Gift options share their site's partition, so one query reads the site with all of them. Every change also changes one
 * version for the site, so that names, limit and default position hold under any concurrency.
 */
import type { GiftOption } from '../../contract/api/gift-options.ts';
import { notFound } from '../../contract/kinds/errors.ts';
import type { Stored, Write } from '../items.ts';
import * as items from '../items.ts';
import { type Key, keys, objectKeys } from '../keys.ts';

/** All gift options of a site, in the order of their ids, with the version that they had when read. */
export interface SiteGiftOptions {
  site: string;
  options: Stored<GiftOption>[];
  version: { version: number } | undefined;
}

/** The option, or undefined. */
export const find = (store: string, site: string, id: string) =>
  items.find<GiftOption>(keys.giftOption(store, site, id));

/** The option. Throws 404 where the site has none with this id. */
export const get = async (store: string, site: string, id: string) => items.orNotFound(await find(store, site, id));

/** The objects of an option's photo. */
export const photosOf = ({ image }: GiftOption): string[] => (image ? [objectKeys.photo(image)] : []);

/** Holds the commit to the option being there, unchanged. */
export const check = (store: string, site: string, option: Stored<GiftOption>): Write =>
  items.check(keys.giftOption(store, site, option.id), option);

/** Throws 404 where the site does not exist. */
export async function list(store: string, site: string): Promise<SiteGiftOptions> {
  const { pk, sk } = keys.site(store, site);
  const found = await items.list<GiftOption & Key>({ pk, prefix: '' });
  if (!found.some((item) => item.sk === sk)) throw notFound();
  const versionKey = keys.giftOptionsVersion(store, site);
  const optionPrefix = keys.giftOption(store, site, '').sk;
  return {
    site,
    options: found.filter((item) => item.sk.startsWith(optionPrefix)),
    version: found.find((item) => item.sk === versionKey.sk),
  };
}

/** The option with an id, of those that were read. Throws 404 where there is none. */
export const getFrom = ({ options }: SiteGiftOptions, id: string): Stored<GiftOption> =>
  items.orNotFound(options.find((option) => option.id === id));

export const create = (store: string, read: SiteGiftOptions, option: GiftOption): Write[] => [
  items.create(keys.giftOption(store, read.site, option.id), option),
  ...raiseVersion(store, read),
];

export const replace = (
  store: string,
  read: SiteGiftOptions,
  option: Stored<GiftOption>,
  next: GiftOption,
): Write[] => [items.replace(keys.giftOption(store, read.site, option.id), option, next), ...raiseVersion(store, read)];

/** Replaces what no rule of the site's other options looks at: its image. */
export const replaceImage = (store: string, site: string, option: Stored<GiftOption>, next: GiftOption): Write =>
  items.replace(keys.giftOption(store, site, option.id), option, next);

export const remove = (store: string, read: SiteGiftOptions, option: Stored<GiftOption>): Write[] => [
  items.remove(keys.giftOption(store, read.site, option.id), option),
  ...raiseVersion(store, read),
];

const raiseVersion = (store: string, { site, version }: SiteGiftOptions): Write[] => [
  items.createOrReplace(keys.giftOptionsVersion(store, site), version, {}),
];
