import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { arrivedParts } from '../../../lib/objects/completion.ts';
import { partLinks } from '../../../lib/objects/links.ts';
import { resumeDigitalFileUpload } from '../../../lib/resources/digital-files/operations.ts';
import * as uploads from '../../../lib/resources/uploads/records.ts';
import { partSize } from '../../../lib/resources/uploads/rules.ts';

export const handler = query(resumeDigitalFileUpload, async ({ store, path, now }) => {
  const upload = await uploads.getForVariant(store.id, path, now);

  const [links, etags] = await Promise.all([partLinks(upload, now), arrivedParts(upload, now)]);
  const parts = links.map((link) => {
    const etag = etags.get(link.part_number) ?? null;
    return { ...link, arrived: etag !== null, etag };
  });

  return ok({ id: upload.id, part_size: partSize, parts, expires_at: upload.due_at });
});
