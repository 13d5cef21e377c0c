import { command } from '../../../lib/chain/endpoint.ts';
import { created } from '../../../lib/chain/reply.ts';
import { completionOf } from '../../../lib/objects/completion.ts';
import { discarding } from '../../../lib/objects/discard.ts';
import { completeDigitalFileUpload } from '../../../lib/resources/digital-files/operations.ts';
import * as digitalFiles from '../../../lib/resources/digital-files/records.ts';
import { newDigitalFile } from '../../../lib/resources/digital-files/rules.ts';
import * as uploads from '../../../lib/resources/uploads/records.ts';
import * as unownedObjects from '../../../lib/resources/uploads/unowned-object-records.ts';

export const handler = command(completeDigitalFileUpload, async ({ store, path, body, cleared, now, newId }) => {
  const [variantFile, upload] = await Promise.all([
    digitalFiles.getVariantFile(store.id, path.id, path.variant_id),
    uploads.getForVariant(store.id, path, now),
    // An announced object is kept, however the decision ends.
    cleared(),
  ]);

  const completion = await uploads.whileOpen(upload, now, () => completionOf(upload, body.parts));
  const file = newDigitalFile({ id: upload.file_id, name: upload.file_name, size: upload.file_size, now });
  const replaced = digitalFiles.objectsOf(store.id, variantFile.file);

  return discarding({ store, now, newId }, replaced, {
    before: [completion.complete],
    writes: [...digitalFiles.createOrReplace(store.id, variantFile, file), unownedObjects.claim(completion.upload)],
    reply: created(file),
  });
});
