import type { MailMessage, QueuedMail } from '../mail/queue.ts';
import { type Announcement, sendMail } from '../mail/send.ts';
import type { Commit } from '../once/unit-of-work.ts';
import { log } from '../runtime/log.ts';
import { limits } from '../schema/limits.ts';
import { toSeconds } from '../schema/times.ts';

/** By then the function that queued the email has ended, and as much again is for clocks that differ. */
const droppedAfterSeconds = 2 * limits.functionSeconds;

interface Sending<M extends MailMessage> {
  message: QueuedMail<M>;
  now: string;
  commit: Commit;
  /** Reads what the message announces. */
  read(message: M, now: string): Promise<Announcement>;
}

/** Sends an email once its cause is committed, and drops it if that never will be. Returns `early` if it still may be. */
export async function sendQueuedMail<M extends MailMessage>(sending: Sending<M>): Promise<'early' | 'done'> {
  const { message, now, commit, read } = sending;
  const { type, store_id, queued_at } = message;
  const announcement = await read(message, now);
  if (announcement.state === 'done') return 'done';
  if (announcement.state === 'uncommitted') {
    if (toSeconds(now) < queued_at / 1000 + droppedAfterSeconds) return 'early';
    log('info', 'mail dropped', { type, store_id });
    return 'done';
  }

  // In this order an email is sent again where the function dies between the two, and never lost.
  await sendMail(announcement.mail);
  await commit(announcement.sent);
  log('info', 'mail sent', { type, store_id });
  return 'done';
}
