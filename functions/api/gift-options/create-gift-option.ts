import { createGiftOption, giftOption } from '../../../lib/contract/api/gift-options.ts';
import { show } from '../../../lib/contract/kinds/show.ts';
import { newGiftOption } from '../../../lib/domain/gift-option.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { created } from '../../../lib/http/reply.ts';
import * as giftOptions from '../../../lib/table/checkout/gift-options.ts';

export const handler = command(createGiftOption, async ({ store, path, body, now, newId }) => {
  const read = await giftOptions.getNames(store.id, path.site_id);

  const option = newGiftOption(read.names, body, { id: newId('giftOption'), now });

  return { writes: giftOptions.create(store.id, read, option), reply: created(show(giftOption, option)) };
});
