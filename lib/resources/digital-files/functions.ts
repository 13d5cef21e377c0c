/** Storefront page: downloads. */
import { notFoundWhen } from '../../schema/errors.ts';
import { field, inputOf } from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { invocable } from '../../schema/invocable.ts';
import { orderId } from '../orders/fields.ts';
import { storeId } from '../stores/fields.ts';
import { download } from './fields.ts';

export const createDownload = invocable({
  name: 'create-download',
  group: 'storefront',
  summary: 'Create a download link',
  words:
    'Creates a link to the current file of the variant for a buyer, valid for one hour. The order must be paid and contain the variant.',
  same: 'Each call creates another link; earlier links work until they expire.',
  payload: inputOf({
    store_id: storeId,
    order_id: orderId('The id that the order was recorded with.', 'ord_demo'),
    variant_id: field({
      input: id('variant_id', 'variant'),
      words: 'The variant to download; the order must contain it.',
      example: 'prv_book',
    }),
  }),
  result: download,
  errors: [
    notFoundWhen('the order does not exist or lacks the variant, or the variant has no file'),
    { code: 'FORBIDDEN', message: 'The order is not paid', when: 'the order is pending' },
    { code: 'FORBIDDEN', message: 'The order is cancelled', when: 'the order is cancelled' },
    { code: 'FORBIDDEN', message: 'This was refunded', when: 'all units of the variant in the order are refunded' },
  ],
  readOnly: true,
  reach: ['AssumeRole downloads'],
});
