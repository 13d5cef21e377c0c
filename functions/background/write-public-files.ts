import { queueFunction } from '../../lib/chain/background.ts';
import type { PublicFilesWork } from '../../lib/queue/send.ts';
import { carryOutSwitch } from '../../lib/work/switch-public-files.ts';
import { queueProducts, writePublicFiles } from '../../lib/work/write-public-files.ts';

export const handler = queueFunction<PublicFilesWork>('write-public-files', async ({ message }) => {
  switch (message.work) {
    case 'product':
      return writePublicFiles(message.store_id, message.product_id);
    case 'products':
      return queueProducts(message.store_id, message.after);
    case 'site':
      return carryOutSwitch(message.site_id, { isChanged: true });
    default:
      // Work of a later release: the message ends in the dead-letter queue, and can be redriven after the next upgrade.
      throw new Error(`Unknown work: ${(message as { work?: unknown }).work}`);
  }
});
