import { handler as create } from '../../../functions/api/gift-options/create-gift-option.ts';
import { handler as remove } from '../../../functions/api/gift-options/delete-gift-option.ts';
import { handler as get } from '../../../functions/api/gift-options/get-gift-option.ts';
import { handler as list } from '../../../functions/api/gift-options/list-gift-options.ts';
import { handler as update } from '../../../functions/api/gift-options/update-gift-option.ts';
import * as contract from '../../../lib/contract/gift-options.ts';
import { call } from '../call.ts';
import type { World } from '../world.ts';
import type { Scenario } from './scenario.ts';

export const giftOptionBody = { name: 'Gift wrapping', description: 'Recycled paper', price: 500, enabled: true };

async function existing({ sites: [site], write }: World) {
  const { body } = await call(create, contract.createGiftOption, {
    path: { site_id: site.id },
    body: giftOptionBody,
    key: write,
  });
  return { site_id: site.id, gift_option_id: String(body.id) };
}

export const scenarios: readonly Scenario[] = [
  {
    operation: contract.listGiftOptions,
    handler: list,
    prepare: async (world) => ({ path: { site_id: (await existing(world)).site_id } }),
  },
  {
    operation: contract.createGiftOption,
    handler: create,
    prepare: async ({ sites: [site] }) => ({ path: { site_id: site.id }, body: giftOptionBody }),
  },
  { operation: contract.getGiftOption, handler: get, prepare: async (world) => ({ path: await existing(world) }) },
  {
    operation: contract.updateGiftOption,
    handler: update,
    prepare: async (world) => ({ path: await existing(world), body: { name: 'Gift box', price: 700 } }),
  },
  {
    operation: contract.deleteGiftOption,
    handler: remove,
    prepare: async (world) => ({ path: await existing(world) }),
  },
];
