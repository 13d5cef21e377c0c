/** Storefront page: waitlists and restocks. */
import * as z from 'zod/mini';
import { duplicateWhen, notFoundWhen } from '../../schema/errors.ts';
import { exampleTime, field, inputOf, shownInteger, shownOf, shownText, times } from '../../schema/field.ts';
import { callersId, id } from '../../schema/ids.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { limits } from '../../schema/limits.ts';
import { timestamp } from '../../schema/times.ts';
import { optionalLocale } from '../../schema/values.ts';
import { storeId } from '../stores/fields.ts';
import { emailOf, notifyAtMost, restocked, restockedVariant, variantOfProduct, waitingShown } from './fields.ts';

const unknownVariant = notFoundWhen('the product does not exist, or has no such variant');

export const joinWaitlist = invocable({
  name: 'join-waitlist',
  group: 'storefront',
  summary: 'Add a shopper to a waitlist',
  words:
    'Adds an email address to the waitlist of a variant: the shopper gets one email when the variant is back in stock. An address counts once per variant, regardless of letter case.',
  same: 'With the same variant and email address, in any letter case, the shopper still counts once.',
  payload: inputOf({
    ...variantOfProduct('pro_teapot', 'prv_teapotsmall'),
    email: emailOf('Address to notify. The API never returns it, only counts.'),
    site_id: field({
      input: z.nullish(id('site_id', 'site')),
      words:
        "The site that the shopper joins from and the email is sent for; the latest value counts. If omitted, the store's first site.",
      example: undefined,
    }),
    locale: field({
      input: optionalLocale('locale'),
      words: 'Language of the email (BCP 47); the latest value counts. If omitted, the language of the site.',
      example: undefined,
    }),
  }),
  result: waitingShown(true, {
    variant: 'The variant of the waitlist.',
    waiting: 'Always `true`: the address is on the waitlist.',
  }),
  errors: [notFoundWhen('the product or the site does not exist, or the product has no such variant')],
  reach: ['PutItem', 'UpdateItem', 'SendMessage waitlist'],
});

export const leaveWaitlist = invocable({
  name: 'leave-waitlist',
  group: 'storefront',
  summary: 'Remove a shopper from a waitlist',
  words: 'Removes an email address from the waitlist of a variant.',
  same: 'With the same variant and email address, nothing changes: the address is no longer on the waitlist.',
  payload: inputOf({
    ...variantOfProduct('pro_teapot', 'prv_teapotsmall'),
    email: emailOf('Address to remove, in any letter case.'),
  }),
  result: waitingShown(false, {
    variant: 'The variant of the waitlist.',
    waiting: 'Always `false`: the address is not on the waitlist.',
  }),
  errors: [unknownVariant],
  reach: ['PutItem', 'UpdateItem', 'DeleteItem', 'SendMessage waitlist'],
});

const restockId = (words: string, example: string) =>
  field({ input: callersId('restock_id', limits.restockId), words, example });

export const restockVariant = invocable({
  name: 'restock-variant',
  group: 'storefront',
  summary: 'Notify the shoppers waiting for a variant',
  words:
    'Sends one email to every shopper waiting for the variant, in the background. With `notify_at_most`, only the shoppers who have waited longest get one; the others keep waiting. The waitlist count falls with each batch. `get-restock` returns the progress.',
  same: 'With the same `restock_id`, no shopper is emailed twice. With another variant or another `notify_at_most`, the call is refused with `DUPLICATE`.',
  payload: inputOf({
    ...variantOfProduct('pro_cup', 'prv_cup'),
    restock_id: restockId('Your own id of this restock, 1 to 255 characters.', 'delivery_7'),
    notify_at_most: notifyAtMost,
  }),
  result: restocked,
  errors: [unknownVariant, duplicateWhen('the restock was made with another variant or another `notify_at_most`')],
  reach: ['Query', 'PutItem', 'SendMessage waitlist'],
});

export const getRestock = invocable({
  name: 'get-restock',
  group: 'operator',
  summary: 'Get the progress of a restock',
  words: 'Returns the number of shoppers that a restock has notified, and whether it is done.',
  same: reads,
  payload: inputOf({
    store_id: storeId,
    restock_id: restockId('The `restock_id` sent to `restock-variant`.', 'delivery_6'),
  }),
  result: shownOf({
    restock_id: shownText({ words: 'Your own id of the restock.', example: 'delivery_6' }),
    ...restockedVariant('pro_teapot', 'prv_teapotlarge'),
    created_at: { ...times.created_at, words: 'When `restock-variant` was called.' },
    notifying: shownInteger({
      words: 'Number of shoppers waiting at that time, or `notify_at_most` if that is less.',
      example: 1,
    }),
    notified: shownInteger({ words: 'Number of emails queued so far.', example: 1 }),
    done: field({ shown: z.boolean(), words: 'Whether the last email has been queued.', example: true }),
    finished_at: field({
      shown: z.nullable(timestamp),
      words: 'When the last email was queued; null until then.',
      example: exampleTime,
    }),
  }),
  errors: [notFoundWhen('the store has no such restock')],
  readOnly: true,
  reach: ['Query'],
});
