/** Queues mails. They are queued before the commit that makes them true, and wait long enough for it. */

import type { Effect } from '../once/unit-of-work.ts';
import { send } from '../queue/send.ts';
import type { MailMessage, QueuedMail } from './message.ts';

/** By then almost every commit has ended; one that has not is looked for again. */
const delaySeconds = 5;

/** The effects that queue these mails, to be done before the commit that makes them due. */
export const queueMails = (messages: readonly MailMessage[]): Effect[] =>
  messages.length === 0 ? [] : [() => send('mail', messages.map(queuedNow), delaySeconds)];

const queuedNow = (message: MailMessage): QueuedMail => ({ ...message, queued_at: Date.now() });
