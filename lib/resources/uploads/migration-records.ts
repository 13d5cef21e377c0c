/** What uploads in progress from before 0.2.0 lack. */

import type { ItemMigration } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import * as openUploads from './open-upload-records.ts';
import * as unownedObjects from './unowned-object-records.ts';

/** All uploads of a store were in one partition, and the open ones were not counted. */
const dividedUploads: ItemMigration = {
  concerns: ({ pk, sk }) => sk.startsWith('UPLOAD#') && pk.endsWith('#UPLOADS'),
  async writes(store, { pk, sk }) {
    const read = await unownedObjects.findAt<unownedObjects.UnownedObjects & { file_size?: number }>({ pk, sk });
    if (!read) return [];
    return [
      items.remove({ pk, sk }, read),
      unownedObjects.create({ ...read, feed_pk: undefined, feed_sk: undefined }),
      ...(read.ended || read.file_size === undefined ? [] : [openUploads.raise(store)]),
    ];
  },
};

export const itemMigrations: readonly ItemMigration[] = [dividedUploads];
