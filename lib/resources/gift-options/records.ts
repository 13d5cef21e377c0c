/**
 * Gift options share their site's partition, so one query lists them. The rules are judged on one item with the names and positions of all
 * options, which every change replaces, because a query does not show one moment.
 */

import { readerOf } from '../../schema/field.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys, objectKeys } from '../../table/keys.ts';
import * as sites from '../catalog/site-records.ts';
import { type GiftOption, giftOption } from './fields.ts';
import type { PlacedName } from './rules.ts';

/** The names and positions of all options of a site. */
interface SiteNames {
  site: string;
  names: readonly PlacedName[];
  /** The item as it was read; undefined before the first option. */
  stored: Stored<object> | undefined;
}

const read = readerOf(giftOption);

/** The option, or undefined. */
export const find = (store: string, site: string, id: string) =>
  items.find<GiftOption>(keys.giftOption(store, site, id), read);

/** The option. Throws 404 if the site has no option with this id. */
export const get = async (store: string, site: string, id: string) => items.orNotFound(await find(store, site, id));

/** The objects of an option's photo. */
export const photosOf = ({ image }: GiftOption): string[] => (image ? [objectKeys.photo(image)] : []);

/** All options of a site, ordered by id, for display: the rules use `getNames` instead. Throws 404 for an unknown site. */
export async function list(store: string, site: string): Promise<Stored<GiftOption>[]> {
  const { pk, sk } = keys.site(store, site);
  const found = await items.list<GiftOption & Key>({ pk, prefix: '', read });
  items.orNotFound(found.find((item) => item.sk === sk));
  const prefix = keys.giftOption(store, site, '').sk;
  return found.filter((item) => item.sk.startsWith(prefix));
}

/** The names and positions of a site's options. Throws 404 if the site does not exist. */
export async function getNames(store: string, site: string): Promise<SiteNames> {
  const [stored] = await Promise.all([
    items.find<{ names: readonly PlacedName[] }>(keys.giftOptionNames(store, site), items.rawItem),
    sites.get(store, site),
  ]);
  return { site, names: stored?.names ?? [], stored };
}

export const create = (store: string, read: SiteNames, option: GiftOption): Write[] => [
  items.create(keys.giftOption(store, read.site, option.id), option),
  replaceNames(store, read, [...read.names, placedName(option)]),
];

export const replace = (store: string, read: SiteNames, option: Stored<GiftOption>, next: GiftOption): Write[] => [
  items.change(keys.giftOption(store, read.site, option.id), option, next),
  replaceNames(
    store,
    read,
    read.names.map((each) => (each.id === next.id ? { ...each, ...placedName(next) } : each)),
  ),
];

/** Replaces the image of an option. No rule depends on the image, so the site's names stay unchanged. */
export const replaceImage = (store: string, site: string, option: Stored<GiftOption>, next: GiftOption): Write =>
  items.change(keys.giftOption(store, site, option.id), option, next);

export const remove = (store: string, read: SiteNames, option: Stored<GiftOption>): Write[] => [
  items.remove(keys.giftOption(store, read.site, option.id), option),
  replaceNames(
    store,
    read,
    read.names.filter(({ id }) => id !== option.id),
  ),
];

/** Writes the names and positions of these options to the site's item. */
export const nameAll = (store: string, read: SiteNames, options: readonly GiftOption[]): Write =>
  replaceNames(store, read, options.map(placedName));

const placedName = ({ id, name, position }: GiftOption): PlacedName => ({ id, name, position });

const replaceNames = (store: string, { site, stored }: SiteNames, names: readonly PlacedName[]): Write =>
  items.createOrChange(keys.giftOptionNames(store, site), stored, { names });
