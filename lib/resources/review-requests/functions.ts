/** Storefront parts page, 4: what operators do about emails that ask for reviews. */
import * as z from 'zod/mini';
import { field, inputOf, shownOf } from '../../schema/field.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { timestampInput } from '../../schema/times.ts';
import { mailAddress } from '../../schema/values.ts';
import { storeId } from '../stores/fields.ts';
import { reportedWeek } from './fields.ts';

export const wrongPeriod = { message: 'to must be after from' } as const;

export const reportReviewRequests = invocable({
  name: 'report-review-requests',
  group: 'operator',
  summary: 'Report the emails that ask for reviews, by week',
  words:
    'Counts, for each week, the emails that asked for reviews and the reviews that were posted with their links. A week in which nothing happened is omitted. An email counts as sent when the service hands it to Amazon SES.',
  same: reads,
  payload: inputOf({
    store_id: storeId,
    from: field({
      input: timestampInput('from'),
      words: 'A time in the first week.',
      example: '2026-11-01T00:00:00Z',
    }),
    to: field({
      input: timestampInput('to'),
      words: 'The end of the last week, or a time in it. It must be after `from`.',
      example: '2026-12-01T00:00:00Z',
    }),
  }),
  result: shownOf({
    data: field({ shown: z.array(reportedWeek), words: 'The weeks, the oldest first.', example: [] }),
  }),
  errors: [{ code: 'INVALID_FIELD', message: wrongPeriod.message, when: '`to` is not after `from`' }],
  readOnly: true,
  reach: ['Query'],
});

export const resubscribe = invocable({
  name: 'resubscribe',
  group: 'operator',
  summary: 'Let an email address get emails that ask for reviews again',
  words:
    'Lets an unsubscribed email address get emails that ask for reviews again. Call it only if the owner of the address asks you to. Unsubscribing holds for the address in one store, and stays when its customer is deleted.',
  same: 'For an address that is not unsubscribed, the call changes nothing, and `resubscribed` is `false`.',
  payload: inputOf({
    store_id: storeId,
    email: field({
      input: mailAddress('email', 'email is required'),
      words: 'The address, in any letter case.',
      personal: true,
      example: 'grace@example.com',
    }),
  }),
  result: shownOf({
    resubscribed: field({
      shown: z.boolean(),
      words: 'Whether the address was unsubscribed until this call.',
      example: false,
    }),
  }),
  errors: [],
  reach: ['DeleteItem', 'GetSecretValue key'],
});
