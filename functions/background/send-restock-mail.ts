import { queueFunction, TooSoon } from '../../lib/chain/background.ts';
import type { QueuedMail } from '../../lib/mail/queue.ts';
import { sendQueuedMail } from '../../lib/work/send-queued-mail.ts';

export const handler = queueFunction<QueuedMail>('send-restock-mail', async ({ message, now, commit }) => {
  const outcome = await sendQueuedMail(commit, message, now);
  if (outcome === 'early') throw new TooSoon('Nothing is committed yet');
});
