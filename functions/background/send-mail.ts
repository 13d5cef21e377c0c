import { queueFunction, TooSoon } from '../../lib/chain/background.ts';
import { readGiftCardMail } from '../../lib/mail/gift-card-mail.ts';
import type { GiftCardMessage, QueuedMail } from '../../lib/mail/queue.ts';
import { sendQueuedMail } from '../../lib/work/send-queued-mail.ts';

export const handler = queueFunction<QueuedMail<GiftCardMessage>>('send-mail', async (delivery) => {
  const outcome = await sendQueuedMail({ ...delivery, type: 'gift-card', read: readGiftCardMail });
  if (outcome === 'early') throw new TooSoon('Nothing is committed yet');
});
