import { command } from '../../../lib/chain/endpoint.ts';
import { created } from '../../../lib/chain/reply.ts';
import { giftOption } from '../../../lib/resources/gift-options/fields.ts';
import { createGiftOption } from '../../../lib/resources/gift-options/operations.ts';
import * as giftOptions from '../../../lib/resources/gift-options/records.ts';
import { newGiftOption } from '../../../lib/resources/gift-options/rules.ts';
import { show } from '../../../lib/schema/field.ts';

export const handler = command(createGiftOption, async ({ store, path, body, now, newId }) => {
  const read = await giftOptions.getNames(store.id, path.site_id);

  const option = newGiftOption(read.names, body, { id: newId('giftOption'), now });

  return { writes: giftOptions.create(store.id, read, option), reply: created(show(giftOption, option)) };
});
