import { deleteDigitalFile } from '../../../lib/contract/api/digital-files.ts';
import { notFound } from '../../../lib/contract/kinds/errors.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { noContent } from '../../../lib/http/reply.ts';
import { deleteObjects } from '../../../lib/objects/objects.ts';
import * as digitalFiles from '../../../lib/table/files/digital-files.ts';
import * as uploads from '../../../lib/table/files/uploads.ts';

export const handler = command(deleteDigitalFile, async ({ store, path, now, newId }) => {
  const file = await digitalFiles.find(store.id, path.id, path.variant_id);
  if (file?.id !== path.file_id) throw notFound();

  const removed = digitalFiles.objectsOf(store.id, file);

  return {
    writes: [
      digitalFiles.remove(store.id, path.id, path.variant_id, file),
      ...uploads.disown(store.id, removed, { id: newId('upload'), now }),
    ],
    reply: noContent(),
    after: [() => deleteObjects({ objects: removed })],
  };
});
