/** Staff console page, "What the API gains": the figures of a store at a glance. */
import * as z from 'zod/mini';
import { exampleTime, field, objectOf, shownInteger, shownOf } from '../../schema/field.ts';
import { timestamp } from '../../schema/times.ts';

const count = (words: string, example: number) => field({ shown: z.nullable(z.int()), words, example });

const reviewFigures = shownOf({
  published: shownInteger({ words: 'Reviews that shoppers see.', example: 3 }),
  hidden: shownInteger({ words: 'Reviews that staff have hidden.', example: 1 }),
  unanswered: shownInteger({ words: 'Published reviews without a reply.', example: 3 }),
});

const cards = 'Null for a key without the area `gift_cards`.';

/** The figures of a store that an API key may see. */
export const overview = objectOf('StoreFigures', {
  reviews: field({
    shown: z.nullable(reviewFigures),
    words: 'Numbers of reviews. Null for a key without the area `reviews`.',
    example: { published: 3, hidden: 1, unanswered: 3 },
  }),
  liability: count(
    `Balances of all gift cards that are not past their expiry, disabled ones included, in the smallest unit of the store's currency. Store credits are not included. ${cards}`,
    10500,
  ),
  waiting: count(
    'Shoppers who wait for a restock, once for each variant. Null for a key without the area `waitlist`.',
    3,
  ),
  scheduled_cards: count(`Gift cards that are emailed on a later date. ${cards}`, 0),
  failed_emails: count(`Gift cards with a present code that could not be emailed. ${cards}`, 0),
  as_of: field({
    shown: z.nullable(timestamp),
    words: 'Time of the newest change of a figure, in UTC; null if no figure has changed yet.',
    example: exampleTime,
  }),
});

export type Overview = z.output<typeof overview>;
