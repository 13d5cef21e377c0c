/** Storefront page: who waits for a variant, and restocks. */
import * as z from 'zod/mini';
import { duplicateWhen, notFoundWhen } from '../../schema/errors.ts';
import { exampleTime, field, inputOf, shownInteger, shownOf, shownText, times } from '../../schema/field.ts';
import { callersId, id } from '../../schema/ids.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { limits } from '../../schema/limits.ts';
import { timestamp } from '../../schema/times.ts';
import { storeId } from '../stores/fields.ts';
import { emailOf, restockedVariant, variantOfProduct, waitingShown } from './fields.ts';

const unknownVariant = notFoundWhen('the product does not exist, or has no such variant');

export const joinWaitlist = invocable({
  name: 'join-waitlist',
  group: 'storefront',
  summary: 'Let a shopper wait for a variant; an address waits once, whatever its letter case',
  words: {
    text: 'Lets a shopper be told by mail when the variant is back.',
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
  summary: 'Let a shopper wait no longer',
  words: {
    text: 'Lets a shopper wait no longer.',
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
  summary: 'Email every shopper waiting for a variant once; each stops being counted as their mail is sent',
  words: {
    text: 'Mails every shopper who waits for the variant, once each, in the background; each is counted no longer as their mail is sent. `get-restock` tells how far it has come.',
    same: 'The same `restock_id`: nobody is mailed twice. Of another variant it is `DUPLICATE`.',
  },
  payload: inputOf({
    ...variantOfProduct('pro_cup', 'prv_cup'),
    restock_id: restockId('Your own id of this restock, 1 to 255 characters.', 'delivery_7'),
  }),
  result: shownOf({
    ...restockedVariant('pro_cup', 'prv_cup'),
    notifying: shownInteger({ words: 'Shoppers who were waiting when it was announced.', example: 2 }),
  }),
  errors: [unknownVariant, duplicateWhen('the restock has been of another variant')],
  reach: ['Query', 'PutItem', 'SendMessage waitlist'],
});

export const getRestock = invocable({
  name: 'get-restock',
  group: 'operator',
  summary: 'Tell how far the notification of a restock has come',
  words: {
    text: 'Tells how far the mails of a restock have come.',
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
    notifying: shownInteger({ words: 'Shoppers who were waiting then.', example: 1 }),
    notified: shownInteger({ words: 'Shoppers whose mail has been queued so far.', example: 1 }),
    done: field({ shown: z.boolean(), words: 'Whether all of them have been notified.', example: true }),
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
