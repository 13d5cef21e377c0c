import type { MailMessage, QueuedMail } from '../mail/queue.ts';
import { type Announcement, sendMail } from '../mail/send.ts';
import type { Commit } from '../once/unit-of-work.ts';
import { log } from '../runtime/log.ts';
import { limits } from '../schema/limits.ts';
import { toSeconds } from '../schema/times.ts';

/** After this time, the function that queued the email has ended, even if clocks differ by as much as its time limit. */
const droppedAfterSeconds = 2 * limits.functionSeconds;

interface Sending<M extends MailMessage> {
  message: QueuedMail<M>;
  now: string;
  commit: Commit;
  /** Whether the queue does not deliver the message again. */
  isLast: boolean;
  /** The type of the messages that the function sends. */
  type: M['type'];
  /** Reads what the message announces. */
  read(message: M, now: string): Promise<Announcement>;
}

/**
 * Sends an email once its cause is committed, and drops it if that never will be. Returns `early` if it still may be.
 * Throws for a message of another type, so that the message stays in the queue.
 */
export async function sendQueuedMail<M extends MailMessage>(sending: Sending<M>): Promise<'early' | 'done'> {
  const { message, now, commit, isLast, type, read } = sending;
  if (message.type !== type) throw new Error(`The message is not one of the type ${type}`);
  const { store_id, queued_at } = message;
  const announcement = await read(message, now);
  if (announcement.state === 'done') return 'done';
  if (announcement.state === 'uncommitted') {
    if (toSeconds(now) < queued_at / 1000 + droppedAfterSeconds) return 'early';
    log('info', 'mail dropped', { type, store_id });
    return 'done';
  }

  // In this order, no email is lost: if the function dies between the two steps, the email is sent again.
  await send(announcement, { commit, isLast });
  await commit(announcement.sent);
  log('info', 'mail sent', { type, store_id });
  return 'done';
}

/** Sends an email. If it fails with the last delivery of its message, this is recorded. Throws the failure. */
async function send(
  { mail, failed }: Extract<Announcement, { state: 'due' }>,
  { commit, isLast }: { commit: Commit; isLast: boolean },
): Promise<void> {
  try {
    await sendMail(mail);
  } catch (error) {
    if (isLast && failed) await commit(failed);
    throw error;
  }
}
