/** What a report shows of emails that ask for reviews. */
import * as z from 'zod/mini';
import { field, shownInteger, shownOf } from '../../schema/field.ts';

export const reportedWeek = shownOf({
  week: field({
    shown: z.string().check(z.regex(/^\d{4}-W\d{2}$/)),
    words: 'The week in UTC, Monday to Sunday, as ISO 8601 names it.',
    example: '2026-W48',
  }),
  sent: shownInteger({ words: 'Orders for which an email asked for reviews.', example: 40, absent: 0 }),
  reminded: shownInteger({ words: 'Orders for which a reminder was sent.', example: 25, absent: 0 }),
  reviews: shownInteger({
    words: 'Reviews that were posted with the link of one of these emails, of any week.',
    example: 12,
    absent: 0,
  }),
});

export type Week = z.output<typeof reportedWeek>;
