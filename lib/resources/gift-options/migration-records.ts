/** What gift options of releases before 0.2.0 lack. */
import type { ItemMigration } from '../../table/items.ts';
import * as giftOptions from './records.ts';

/** The item on which a site's rules are judged had only a version, and no names. */
const siteNames: ItemMigration = {
  concerns: ({ sk, names }) => sk === 'GIFTOPTIONS' && names === undefined,
  async writes(store, { pk }) {
    const site = pk.split('#').at(-1) ?? '';
    const [read, options] = await Promise.all([giftOptions.getNames(store, site), giftOptions.list(store, site)]);
    return [giftOptions.nameAll(store, read, options)];
  },
};

export const itemMigrations: readonly ItemMigration[] = [siteNames];
