import { command } from '../../../lib/chain/endpoint.ts';
import { noContent } from '../../../lib/chain/reply.ts';
import { discardUpload } from '../../../lib/objects/discard.ts';
import { abandonDigitalFileUpload } from '../../../lib/resources/digital-files/operations.ts';
import * as uploads from '../../../lib/resources/uploads/records.ts';

export const handler = command(abandonDigitalFileUpload, async ({ store, path, now }) => {
  const upload = await uploads.getForVariant(store.id, path, now);

  return { ...discardUpload(upload, now), reply: noContent() };
});
