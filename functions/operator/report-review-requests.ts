import { storeQuery } from '../../lib/chain/function.ts';
import { reportedWeek } from '../../lib/resources/review-requests/fields.ts';
import { reportReviewRequests, wrongPeriod } from '../../lib/resources/review-requests/functions.ts';
import * as weeks from '../../lib/resources/review-requests/week-records.ts';
import { invalidField } from '../../lib/schema/errors.ts';
import { show } from '../../lib/schema/field.ts';

export const handler = storeQuery(reportReviewRequests, async ({ store, payload: { from, to } }) => {
  if (to <= from) throw invalidField(wrongPeriod.message, 'to');

  const listed = await weeks.list(store.id, { from, to });
  return { data: listed.map((week) => show(reportedWeek, week)) };
});
