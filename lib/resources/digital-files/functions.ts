/** Storefront page: downloads. */
import * as z from 'zod/mini';
import { notFoundWhen } from '../../schema/errors.ts';
import { id } from '../../schema/ids.ts';
import { invocable } from '../../schema/invocable.ts';
import { orderId } from '../orders/fields.ts';
import { storeId } from '../stores/fields.ts';
import { download } from './fields.ts';

export const createDownload = invocable({
  name: 'create-download',
  group: 'storefront',
  summary: 'Make a link to the digital file of a variant that was bought, valid one hour',
  payload: z.object({ store_id: storeId, order_id: orderId, variant_id: id('variant_id', 'variant') }),
  result: download,
  errors: [
    notFoundWhen('the order does not exist, lacks the variant, or the variant has no file'),
    { code: 'FORBIDDEN', message: 'The order is not paid', when: 'the order is pending' },
    { code: 'FORBIDDEN', message: 'The order is cancelled', when: 'the order is cancelled' },
  ],
  readOnly: true,
  reach: ['AssumeRole downloads'],
});
