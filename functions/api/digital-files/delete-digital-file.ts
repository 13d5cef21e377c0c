import { command } from '../../../lib/chain/endpoint.ts';
import { noContent } from '../../../lib/chain/reply.ts';
import { discarding } from '../../../lib/objects/discard.ts';
import { deleteDigitalFile } from '../../../lib/resources/digital-files/operations.ts';
import * as digitalFiles from '../../../lib/resources/digital-files/records.ts';
import { notFound } from '../../../lib/schema/errors.ts';

export const handler = command(deleteDigitalFile, async ({ store, path, now, newId }) => {
  const file = await digitalFiles.find(store.id, path.id, path.variant_id);
  if (file?.id !== path.file_id) throw notFound();

  return discarding({ store, now, newId }, digitalFiles.objectsOf(store.id, file), {
    writes: [digitalFiles.remove(store.id, path.id, path.variant_id, file)],
    reply: noContent(),
  });
});
