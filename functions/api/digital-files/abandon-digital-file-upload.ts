import { abandonDigitalFileUpload } from '../../../lib/contract/api/digital-files.ts';
import { notFound } from '../../../lib/contract/kinds/errors.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { noContent } from '../../../lib/http/reply.ts';
import { discardUpload } from '../../../lib/objects/discard.ts';
import * as uploads from '../../../lib/table/files/uploads.ts';

export const handler = command(abandonDigitalFileUpload, async ({ store, path, now }) => {
  const upload = await uploads.findOpen<uploads.FileUpload>(store.id, path.upload_id, now);
  if (upload?.product_id !== path.id || upload.variant_id !== path.variant_id) throw notFound();

  return { ...discardUpload(upload, now), reply: noContent() };
});
