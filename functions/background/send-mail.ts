import { queueFunction, TooSoon } from '../../lib/invoke/queue.ts';
import { readAnnouncement } from '../../lib/mail/kinds.ts';
import type { QueuedMail } from '../../lib/mail/message.ts';
import { sendMail } from '../../lib/mail/send.ts';
import { log } from '../../lib/runtime/log.ts';
import { limits } from '../../lib/schema/limits.ts';
import { toSeconds } from '../../lib/schema/times.ts';

/** By then the function that queued the mail has ended, and as much again is for clocks that differ. */
const droppedAfterSeconds = 2 * limits.functionSeconds;

export const handler = queueFunction<QueuedMail>('send-mail', async ({ message, now, commit }) => {
  const { type, store_id, queued_at } = message;
  const announcement = await readAnnouncement(message, now);
  if (announcement.state === 'done') return;
  if (announcement.state === 'uncommitted') {
    if (toSeconds(now) < queued_at / 1000 + droppedAfterSeconds) throw new TooSoon('Nothing is committed yet');
    log('info', 'mail dropped', { type, store_id });
    return;
  }

  // In this order a mail is sent again where the function dies between the two, and never lost.
  await sendMail(announcement.mail);
  await commit(announcement.sent);
  log('info', 'mail sent', { type, store_id });
});
