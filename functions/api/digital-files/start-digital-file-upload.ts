import { command } from '../../../lib/chain/endpoint.ts';
import { created } from '../../../lib/chain/reply.ts';
import { partLinks } from '../../../lib/objects/links.ts';
import { digitalFilePlace, startMultipart } from '../../../lib/objects/objects.ts';
import { startDigitalFileUpload } from '../../../lib/resources/digital-files/operations.ts';
import * as digitalFiles from '../../../lib/resources/digital-files/records.ts';
import { cleanFileName } from '../../../lib/resources/digital-files/rules.ts';
import * as uploads from '../../../lib/resources/uploads/records.ts';
import { partSize } from '../../../lib/resources/uploads/rules.ts';
import { requireRoomForUpload } from '../../../lib/work/sweep-uploads.ts';

export const handler = command(startDigitalFileUpload, async ({ store, path, body, cleared, now, newId }) => {
  const place = digitalFilePlace(store.id, newId('digitalFile'), body.content_type);
  await Promise.all([
    digitalFiles.getVariantFile(store.id, path.id, path.variant_id),
    requireRoomForUpload(store.id, cleared),
    cleared(),
  ]);
  // One that is not committed holds nothing: the bucket's lifecycle aborts it.
  const multipartId = await startMultipart(place);

  const upload: uploads.FileUpload = {
    id: newId('upload'),
    store_id: store.id,
    objects: [place.key],
    multipart_id: multipartId,
    due_at: uploads.dueAfter(now),
    product_id: path.id,
    variant_id: path.variant_id,
    file_id: place.id,
    file_name: cleanFileName(body.file_name),
    file_size: body.file_size,
  };

  return {
    writes: uploads.open(upload),
    reply: created({
      id: upload.id,
      part_size: partSize,
      parts: await partLinks(upload, now),
      expires_at: upload.due_at,
    }),
  };
});
