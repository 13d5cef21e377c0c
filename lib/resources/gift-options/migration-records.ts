/** Completes gift options of releases before 0.2.0. */
import type { ItemMigration } from '../../table/items.ts';
import * as giftOptions from './records.ts';

/** In these releases, the item with the names of a site's options contained only a version. */
const siteNames: ItemMigration = {
  concerns: ({ sk, names }) => sk === 'GIFTOPTIONS' && names === undefined,
  async writes(store, { pk }) {
    const site = pk.split('#').at(-1) ?? '';
    const [read, options] = await Promise.all([giftOptions.getNames(store, site), giftOptions.list(store, site)]);
    return [giftOptions.nameAll(store, read, options)];
  },
};

export const itemMigrations: readonly ItemMigration[] = [siteNames];
