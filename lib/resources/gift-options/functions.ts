/** Storefront page: the gift options that a shopper may choose from. */
import { notFoundWhen } from '../../schema/errors.ts';
import { field, inputOf } from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { listOf } from '../../schema/paging.ts';
import { storeId } from '../stores/fields.ts';
import { giftOption } from './fields.ts';

export const listOfferedGiftOptions = invocable({
  name: 'list-offered-gift-options',
  group: 'storefront',
  summary: 'List the gift options offered at checkout',
  words: 'Returns the enabled gift options of a site, ordered by position, all in one page.',
  same: reads,
  payload: inputOf({
    store_id: storeId,
    site_id: field({ input: id('site_id', 'site'), words: 'The site of the checkout.', example: 'sit_demo' }),
  }),
  result: listOf(giftOption, { of: 'gift options, lowest `position` first' }),
  errors: [notFoundWhen('the site does not exist')],
  readOnly: true,
  reach: ['Query'],
});
