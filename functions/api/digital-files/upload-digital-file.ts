import { created } from '../../../lib/chain/reply.ts';
import { upload } from '../../../lib/chain/upload.ts';
import { discarding } from '../../../lib/objects/discard.ts';
import { digitalFilePlace } from '../../../lib/objects/objects.ts';
import { uploadDigitalFile } from '../../../lib/resources/digital-files/operations.ts';
import * as digitalFiles from '../../../lib/resources/digital-files/records.ts';
import { newDigitalFile } from '../../../lib/resources/digital-files/rules.ts';

export const handler = upload(uploadDigitalFile, {
  read: ({ store, path }) => digitalFiles.getVariantFile(store.id, path.id, path.variant_id),

  place: ({ contentType }, { store, newId }) => digitalFilePlace(store.id, newId('digitalFile'), contentType),

  decide(variantFile, { place, name, size }, { store, now, newId }) {
    const file = newDigitalFile({ id: place.id, name, size, now });
    const replaced = digitalFiles.objectsOf(store.id, variantFile.file);

    return discarding({ store, now, newId }, replaced, {
      writes: digitalFiles.createOrReplace(store.id, variantFile, file),
      reply: created(file),
    });
  },
});
