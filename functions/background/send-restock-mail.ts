import { queueFunction, TooSoon } from '../../lib/chain/background.ts';
import type { QueuedMail, RestockMessage } from '../../lib/mail/queue.ts';
import { readRestockMail } from '../../lib/mail/restock-mail.ts';
import { sendQueuedMail } from '../../lib/work/send-queued-mail.ts';

export const handler = queueFunction<QueuedMail<RestockMessage>>('send-restock-mail', async (delivery) => {
  const outcome = await sendQueuedMail({ ...delivery, type: 'restock', read: readRestockMail });
  if (outcome === 'early') throw new TooSoon('Nothing is committed yet');
});
