/** Webhooks that were made before the table had a mark of the deployment's key. */
import { unseal } from '../delivery/secrets.ts';
import { mark } from '../resources/stores/deployment-key-records.ts';
import type { KeptSecret } from '../resources/webhooks/rules.ts';
import type { ItemMigration } from '../table/item-migration.ts';

/** A secret that can be read shows that the key is right, and leaves the mark. A webhook without any is one that could not be changed. */
export const markedKey: ItemMigration = {
  concerns: ({ sk }) => sk.startsWith('WEBHOOK#'),
  async writes(_, { id, secrets }) {
    await Promise.any((secrets as KeptSecret[]).map(({ sealed }) => unseal(String(id), sealed)));
    await mark();
    return [];
  },
};
