/** What each kind of mail announces, and how to see that it is true. */
import { readGiftCardMail } from './gift-card-mail.ts';
import type { MailMessage } from './message.ts';
import { readRestockMail } from './restock-mail.ts';
import type { Announcement } from './send.ts';

/** Looks, by strongly consistent reads, at what a message announces. */
export function readAnnouncement(message: MailMessage, now: string): Promise<Announcement> {
  switch (message.type) {
    case 'gift-card':
      return readGiftCardMail(message, now);
    case 'restock':
      return readRestockMail(message);
  }
}
