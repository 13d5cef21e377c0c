import { completeDigitalFileUpload } from '../../../lib/contract/api/digital-files.ts';
import { newDigitalFile } from '../../../lib/domain/digital-file.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { created } from '../../../lib/http/reply.ts';
import { completionOf } from '../../../lib/objects/completion.ts';
import { discard } from '../../../lib/objects/discard.ts';
import * as digitalFiles from '../../../lib/table/files/digital-files.ts';
import * as unownedObjects from '../../../lib/table/files/unowned-objects.ts';
import * as uploads from '../../../lib/table/files/uploads.ts';

export const handler = command(completeDigitalFileUpload, async ({ store, path, body, cleared, now, newId }) => {
  const [variantFile, upload] = await Promise.all([
    digitalFiles.getVariantFile(store.id, path.id, path.variant_id),
    uploads.getForVariant(store.id, path, now),
    // What is announced is kept whatever becomes of the decision.
    cleared(),
  ]);

  const completion = await uploads.whileOpen(upload, now, () => completionOf(upload, body.parts));
  const file = newDigitalFile({ id: upload.file_id, name: upload.file_name, size: upload.file_size, now });
  const replaced = digitalFiles.objectsOf(store.id, variantFile.file);
  const discarded = discard(store.id, replaced, { id: newId('upload'), now });

  return {
    before: [completion.complete],
    writes: [
      ...digitalFiles.createOrReplace(store.id, variantFile, file),
      unownedObjects.claim(completion.upload),
      ...discarded.writes,
    ],
    reply: created(file),
    after: discarded.after,
  };
});
