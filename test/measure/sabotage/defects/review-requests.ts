/** Emails that ask for reviews twice, or someone who is not to be asked. */
import { planted } from './planted.ts';

export const reviewRequests = planted`
test/resources/review-requests/review-requests.test.ts
  lib/work/send-review-requests.ts
    an email is sent before it is committed as sent
    - reply: { mail: await reviewRequestMail({ ...asked, order_id, step, now }) },
    + before: [async () => sendMailOnce(await reviewRequestMail({ ...asked, order_id, step, now }), undefined)], reply: {},
    the commit does not check the unsubscription
    - await unsubscriptions.checkAbsent(store, shopper),
    an unsubscribed address is asked
    - if (unsubscription) return 'unsubscribed' satisfies DropReason;
    the customer of the same id is asked about an order of a deleted one
    - !order || order.forgotten
    + !order
    a site that has stopped asking still asks
    - site?.reviews_enabled && site.review_requests.enabled
    + site?.reviews_enabled
    a refunded order is asked about
    - if (kept.length === 0) return 'refunded' satisfies DropReason;
    what is reviewed is listed again
    - product && !review ? nameWithVariant
    + product ? nameWithVariant
  lib/resources/review-requests/rules.ts
    the reminder counts from the fulfilment
    - send_at: daysAfter(now, remind_after_days)
    + send_at: daysAfter(request.send_at ?? now, remind_after_days - 1)
    a reminder is followed by another one
    - reminded_at: now, step: undefined, send_at: undefined };
    + reminded_at: now, send_at: daysAfter(now, 1) };
    refunded units are listed
    - unitsLeft(line) > 0
    + unitsLeft(line) >= 0
  lib/resources/customers/records.ts
    a banned author is asked
    - record.email_verified && record.standing !== 'banned'
    + record.email_verified
  lib/work/stop-review-requests.ts
    a link that is used again changes the order again
    - if (known) return { writes: [], reply: undefined };
    + if (known && request) return { writes: [requests.replace(store_id, request, request)], reply: undefined };
  lib/resources/review-requests/unsubscription-records.ts
    an unsubscription is stored with the digest of the address
    - .digest('base64url'));
    + .digest('base64url') && shopper);
  lib/mail/review-request-mail.ts
    the link of the email ends as soon as that of a page
    - secondsBefore(now, -limits.reviewLinkSeconds)
    + secondsBefore(now, -limits.shopperToken.usual)
    the page of the shop is ignored
    - site.review_requests.page_url ??
    + undefined ??
  lib/mail/send.ts
    an email that may have been sent is sent again
    - if (!isThrottled(error) || isShort(time)) throw withoutAddress(error);
    + if (isShort(time) || attempt > 2) throw withoutAddress(error);
  lib/work/write-reviews.ts
    a review with the link of an email is not counted
    - writes: [...writes, weeks.count(request.store.id, 'reviews', request.now)]
    + writes
`;
