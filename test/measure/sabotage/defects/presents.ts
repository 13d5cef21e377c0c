/** Restocks that notify a few, and gift cards that are bought for a day. */
import { planted } from './planted.ts';

export const presents = planted`
test/resources/waitlist/restocks-of-a-few.test.ts
  lib/resources/waitlist/rules.ts
    of shoppers who joined in the same second the last comes first
    - (a.id < b.id ? -1 : 1)
    + (a.id < b.id ? 1 : -1)
  lib/resources/waitlist/longest-waiting-records.ts
    who joined in the same second as the last that is known is not read
    - 'joined_at <= :latest'
    + 'joined_at < :latest'
    shoppers are taken as they are read
    - this.#turns.toSorted(inOrderOfTurns).slice(0, this.#limit);
    + this.#turns.slice(0, this.#limit).toSorted(inOrderOfTurns);
    a restock of a few takes whom it has taken before
    - notified_by !== restock_id));
    + notified_by !== ''));
  lib/resources/waitlist/restock-rules.ts
    a restock of a few forgets how many it has notified
    - (restock.notify_at_most ?? 0) - (progress?.notified ?? 0);
    + (restock.notify_at_most ?? 0) - Math.min(0, progress?.notified ?? 0);
  lib/resources/waitlist/records.ts
    who leaves and joins again keeps their turn
    - isWaiting(entry) && entry.id === turns[index]?.id,
    + isWaiting(entry) && turns[index] !== undefined,
    who joins again is not known to have been notified
    - { ...entry, notified_by: read?.notified_by }
    + entry
    who leaves once more is not known to have been notified
    -   notified_by,
    -   left_at: toSeconds(now)
    +   left_at: toSeconds(now)
    who was notified by a restock of a few cannot be imported
    - left?.imported === true && left.left_at
    + left !== undefined && left.left_at
  lib/resources/waitlist/restock-records.ts
    a restock id answers for another number
    - notify_at_most === asked.notify_at_most);
    + asked.notify_at_most !== undefined);
  functions/operator/get-restock.ts
    a restock of a few is never done
    - restocks.isOfFew(found.restock) ? 1 : allParts.length;
    + allParts.length;
  functions/background/work-on-waitlist.ts
    work that only a later release knows is lost
    - throw new Error(
    + return String(
test/resources/gift-cards/days.test.ts
  lib/resources/gift-cards/rules.ts
    a card is mailed when one clock has passed its time
    - send_at > certainlyPast(now);
    + send_at > now;
    the address of a recipient goes with the buyer
    - unsent_code_hash !== undefined && !isOwn(recipient_email)
    + unsent_code_hash === '' && !isOwn(recipient_email)
    the address of a deleted buyer stays on a card for themselves
    - unsent_code_hash !== undefined && !isOwn(recipient_email)
    + unsent_code_hash !== undefined && isOwn !== undefined
  lib/work/issue-due-cards.ts
    a card that waits for its day is mailed at once
    - card.recipient_email !== null && !isScheduled(card))
    + card.recipient_email !== null)
  lib/work/sweep-gift-cards.ts
    a card whose code was replaced is mailed again on its day
    - if (!card || !isScheduled(card)) return
    + if (!card) return
    a card that is not active is mailed on its day
    - statusOf(card, now) !== 'active' || card.recipient_email === null
    + card.recipient_email === null
  lib/mail/gift-card-mail.ts
    the address of a recipient stays when the mail has gone out
    - if (mailed.unsent_code_hash === undefined) return [];
    + if (mailed.unsent_code_hash !== '') return [];
  lib/resources/orders/rules.ts
    a card for a day needs no recipient
    - if (recipient_email === null) throw missingField
    + if (recipient_email === '') throw missingField
    a card can be bought for any day
    - -limits.sendAtDays * 86_400
    + -limits.sendAtDays * 864_000
  lib/runtime/batches.ts
    as many cards that wait are issued at once as others
    - export const datedCards: Batch = { size: 19 };
    + export const datedCards: Batch = { size: 24 };
test/resources/customers/forget-address.test.ts
  lib/resources/gift-cards/rules.ts
    a message stays on a card that has forgotten its recipient
    - return { ...card, recipient_email: null, message: null, locales: [], updated_at: now };
    + return { ...card, recipient_email: null, locales: [], updated_at: now };
  lib/work/forget-address.ts
    an address is forgotten in the very letters alone
    - shopperOf(address) === shopper;
    + address === address.toUpperCase() && shopperOf(address) === shopper;
    only the first page of the table is read
    - if (!after) return forgotten;
    + if (after || !after) return forgotten;
  lib/resources/customers/forgetting-records.ts
    a walk that was interrupted an hour ago goes on past new cards
    - found && found.begun_at > secondsBefore(now, continuedSeconds)
    + found && found.begun_at > secondsBefore(now, 99 * continuedSeconds)
test/contract/time-left.test.ts
  lib/resources/customers/forgetting-records.ts
    an interrupted walk begins at the start each time
    - if (next.after) return [
    + if (!next) return [
`;
