/** What each kind of mail announces, and how to see that it is true. */
import type { Write } from '../store/entities.ts';
import { readGiftCardMail } from './gift-card-mail.ts';
import type { MailMessage } from './message.ts';
import { readRestockMail } from './restock-mail.ts';
import type { Mail } from './send.ts';

/**
 * What a message has come to: nothing has been committed that it announces (yet), its mail has been sent or need not be,
 * or its mail is due; `sent` is then written when it has gone out.
 */
export type Announcement = { state: 'uncommitted' } | { state: 'done' } | { state: 'due'; mail: Mail; sent: Write[] };

/** Looks, by strongly consistent reads, at what a message announces. */
export function readAnnouncement(message: MailMessage, now: string): Promise<Announcement> {
  switch (message.type) {
    case 'gift-card':
      return readGiftCardMail(message, now);
    case 'restock':
      return readRestockMail(message, now);
  }
}
