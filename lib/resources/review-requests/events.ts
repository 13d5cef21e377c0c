/** Events about emails that ask for reviews, and the rule that makes them. */
import * as z from 'zod/mini';
import type { DomainEvent, Rule } from '../../events/item.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { field, idOf, shownOf } from '../../schema/field.ts';
import type { ReviewRequest, Step } from './rules.ts';

export const object: EventObject = {
  resource: 'reviewRequest',
  title: 'Review request events',
  text: 'Emails that ask the buyer of an order for reviews. All emails of one order have the same id.',
};

const data = shownOf({
  order_id: idOf('order', { words: 'The order with the products to review.', example: 'ord_demo' }),
  step: field({
    shown: z.enum(['request', 'reminder']),
    words: {
      text: 'Which email of the order.',
      values: { request: 'The first one.', reminder: 'The reminder.' },
    },
    example: 'request',
  }),
});

const id = 'rrq_01khdq50328v3k5x9w2t6r0ybn';

export const eventTypes = {
  'review_request.sent': event({
    when: 'an email asked the buyer of an order for reviews, for the first time or as a reminder',
    text: 'Caused by time, not by a request. Sent when the service hands the email to Amazon SES.',
    by: [],
    data,
    example: { id, sequence: 2 },
  }),
  'review_request.unsubscribed': event({
    when: 'the link in such an email unsubscribed its reader',
    text: 'The address gets no more emails of the store that ask for reviews, for any order. Using the link again sends no event.',
    by: [],
    data,
    example: { id, sequence: 3 },
  }),
};

type OwnEvent = DomainEvent<typeof eventTypes>;

export const rule: Rule<ReviewRequest, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'ORDER' && kind === 'REVIEWREQUEST',

  toEvents(before, after) {
    if (!after) return [];
    const { id, order_id, unsubscribed } = after;
    const ownEvent = (type: OwnEvent['type'], step: Step): OwnEvent => ({ type, id, data: { order_id, step } });
    return [
      ...(after.requested_at && !before?.requested_at ? [ownEvent('review_request.sent', 'request')] : []),
      ...(after.reminded_at && !before?.reminded_at ? [ownEvent('review_request.sent', 'reminder')] : []),
      ...(unsubscribed && unsubscribed.at !== before?.unsubscribed?.at
        ? [ownEvent('review_request.unsubscribed', unsubscribed.step)]
        : []),
    ];
  },
};
