/** Storefront page: who waits for a variant, and restocks. */
import * as z from 'zod/mini';
import { duplicateWhen, notFoundWhen } from '../../schema/errors.ts';
import { exampleTime, field, inputOf, shownInteger, shownOf, shownText, times } from '../../schema/field.ts';
import { callersId, id } from '../../schema/ids.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { limits } from '../../schema/limits.ts';
import { timestamp } from '../../schema/times.ts';
import { integer, optionalLocale } from '../../schema/values.ts';
import { storeId } from '../stores/fields.ts';
import { emailOf, restockedVariant, variantOfProduct, waitingShown } from './fields.ts';

const unknownVariant = notFoundWhen('the product does not exist, or has no such variant');

export const joinWaitlist = invocable({
  name: 'join-waitlist',
  group: 'storefront',
  summary: 'Add a shopper to a waitlist',
  words: {
    text: 'Adds an email address to the waitlist of a variant: the shopper gets one email when it is back. An address is counted once per variant, regardless of letter case.',
    same: 'The same variant and mail address, whatever its letter case: they wait once.',
  },
  payload: inputOf({
    ...variantOfProduct('pro_teapot', 'prv_teapotsmall'),
    email: emailOf('Address to notify; told to nobody, the API shows counts alone.'),
    site_id: field({
      input: z.nullish(id('site_id', 'site')),
      words:
        "The site they join from, for which the mail will speak; the last one counts. Left out: the store's first.",
      example: undefined,
    }),
    locale: field({
      input: optionalLocale('locale'),
      words: 'Language of the mail (BCP 47); the last one counts. Left out: that of the site.',
      example: undefined,
    }),
  }),
  result: waitingShown(true, {
    variant: 'The variant that is waited for.',
    waiting: 'Always `true`: the address waits now.',
  }),
  errors: [notFoundWhen('the product or the site does not exist, or the product has no such variant')],
  reach: ['PutItem', 'UpdateItem', 'SendMessage waitlist'],
});

export const leaveWaitlist = invocable({
  name: 'leave-waitlist',
  group: 'storefront',
  summary: 'Remove a shopper from a waitlist',
  words: {
    text: 'Removes an email address from the waitlist of a variant.',
    same: 'The same variant and mail address: who does not wait does not wait.',
  },
  payload: inputOf({
    ...variantOfProduct('pro_teapot', 'prv_teapotsmall'),
    email: emailOf('Address that waits, in any letter case.'),
  }),
  result: waitingShown(false, {
    variant: 'The variant that was waited for.',
    waiting: 'Always `false`: the address waits no longer.',
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
  words: {
    text: 'Sends one email to every shopper who waits for the variant, in the background. With `notify_at_most`, only to the shoppers who have waited longest; the others keep waiting. The waitlist count falls with each batch. `get-restock` returns the progress.',
    same: 'The same `restock_id`: nobody is mailed twice. With another variant or another `notify_at_most` it is `DUPLICATE`.',
  },
  payload: inputOf({
    ...variantOfProduct('pro_cup', 'prv_cup'),
    restock_id: restockId('Your own id of this restock, 1 to 255 characters.', 'delivery_7'),
    notify_at_most: field({
      input: z.nullish(
        integer({
          label: 'notify_at_most',
          min: 1,
          max: limits.notifiedAtMost,
          outside: `notify_at_most must be between 1 and ${limits.notifiedAtMost}`,
        }),
      ),
      words:
        'How many shoppers to notify, 1 to 1,000,000: those who joined first. A shopper who leaves before their turn makes room for the next one. Left out: everybody.',
      example: undefined,
    }),
  }),
  result: shownOf({
    ...restockedVariant('pro_cup', 'prv_cup'),
    notifying: shownInteger({
      words: 'Shoppers who were waiting when it was announced, or `notify_at_most` if that is less.',
      example: 2,
    }),
  }),
  errors: [unknownVariant, duplicateWhen('the restock has been of another variant, or of another number')],
  reach: ['Query', 'PutItem', 'SendMessage waitlist'],
});

export const getRestock = invocable({
  name: 'get-restock',
  group: 'operator',
  summary: 'Get the progress of a restock',
  words: {
    text: 'Returns how many shoppers a restock has notified, and whether it is done.',
    same: reads,
  },
  payload: inputOf({
    store_id: storeId,
    restock_id: restockId('The id that the restock was announced with.', 'delivery_6'),
  }),
  result: shownOf({
    restock_id: shownText({ words: 'Your own id of the restock.', example: 'delivery_6' }),
    ...restockedVariant('pro_teapot', 'prv_teapotlarge'),
    created_at: { ...times.created_at, words: 'When the restock was announced.' },
    notifying: shownInteger({ words: 'Shoppers who were waiting then, or its `notify_at_most`.', example: 1 }),
    notified: shownInteger({ words: 'Shoppers whose mail has been queued so far.', example: 1 }),
    done: field({ shown: z.boolean(), words: 'Whether the last email has been queued.', example: true }),
    finished_at: field({
      shown: z.nullable(timestamp),
      words: 'When the last mail was queued; null until then.',
      example: exampleTime,
    }),
  }),
  errors: [notFoundWhen('the store has no such restock')],
  readOnly: true,
  reach: ['Query'],
});
