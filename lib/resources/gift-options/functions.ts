/** Storefront page: the gift options that a shopper may choose from. */
import * as z from 'zod/mini';
import { notFoundWhen } from '../../schema/errors.ts';
import { id } from '../../schema/ids.ts';
import { invocable } from '../../schema/invocable.ts';
import { listOf } from '../../schema/paging.ts';
import { storeId } from '../stores/fields.ts';
import { giftOption } from './fields.ts';

export const listOfferedGiftOptions = invocable({
  name: 'list-offered-gift-options',
  group: 'storefront',
  summary: 'List the enabled gift options of a site, by position',
  payload: z.object({ store_id: storeId, site_id: id('site_id', 'site') }),
  result: listOf(giftOption),
  errors: [notFoundWhen('the site does not exist')],
  readOnly: true,
  reach: ['Query'],
});
