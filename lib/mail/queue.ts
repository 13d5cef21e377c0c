/** Queues mails. They are queued before the commit that makes them true, and wait long enough for it. */

import type { Effect } from '../once/unit-of-work.ts';
import { send } from '../queue/send.ts';
import type { MailMessage, QueuedMail } from './message.ts';

/** By then almost every commit has ended; one that has not is looked for again. */
const delaySeconds = 5;

/** The effects that queue these mails, to be done before the commit that makes them due. */
export const queueMails = (messages: readonly MailMessage[]): Effect[] =>
  (['mail', 'restockMail'] as const).flatMap((queue) => {
    const own = messages.filter(({ type }) => queueOf[type] === queue);
    return own.length === 0 ? [] : [() => send(queue, own.map(queuedNow), delaySeconds)];
  });

/** The last release queues all of them as `mail`: what sends the mails of gift cards sends those of restocks, too. */
const queueOf = { 'gift-card': 'mail', restock: 'restockMail' } as const satisfies Record<MailMessage['type'], string>;

const queuedNow = (message: MailMessage): QueuedMail => ({ ...message, queued_at: Date.now() });
