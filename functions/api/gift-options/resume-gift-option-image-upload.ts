import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { headOfSentPhoto } from '../../../lib/objects/completion.ts';
import { photoUploadLink } from '../../../lib/objects/links.ts';
import { resumeGiftOptionImageUpload } from '../../../lib/resources/gift-options/operations.ts';
import * as giftOptions from '../../../lib/resources/gift-options/records.ts';
import * as uploads from '../../../lib/resources/uploads/records.ts';

export const handler = query(resumeGiftOptionImageUpload, async ({ store, path, now }) => {
  // Look for the photo first: if the upload is still open afterwards, a missing photo has not arrived yet and was not deleted with the upload.
  const sent = await headOfSentPhoto(store.id, path.upload_id);
  const [, upload] = await Promise.all([
    giftOptions.get(store.id, path.site_id, path.gift_option_id),
    uploads.getForGiftOption(store.id, path, now),
  ]);

  const link = await photoUploadLink(upload, now);
  const arrived = sent?.size === upload.file_size;

  return ok({ id: upload.id, ...link, arrived, etag: arrived ? sent.etag : null, expires_at: upload.due_at });
});
