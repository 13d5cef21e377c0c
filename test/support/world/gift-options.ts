/** The gift options of a site, and the operations on them. */
import * as contract from '../../../lib/resources/gift-options/operations.ts';
import { call } from '../http/call.ts';
import { newWorld } from './world.ts';

export const giftOptionBody = { name: 'Gift wrapping', description: 'Recycled paper', price: 500, enabled: true };

/** Two sites of a new store; the operations are on the first one's options unless they name another. */
export async function newGiftOptions() {
  const world = await newWorld();
  const [{ id: site }, { id: other }] = world.sites;
  const key = world.write;
  return {
    other,
    create: (body: object, site_id = site) => call(contract.createGiftOption, { path: { site_id }, body, key }),
    get: (gift_option_id: string, site_id = site) =>
      call(contract.getGiftOption, { path: { site_id, gift_option_id }, key }),
    update: (gift_option_id: string, body: object, site_id = site) =>
      call(contract.updateGiftOption, { path: { site_id, gift_option_id }, body, key }),
    remove: (gift_option_id: string, site_id = site) =>
      call(contract.deleteGiftOption, { path: { site_id, gift_option_id }, key }),
    list: (site_id = site) => call(contract.listGiftOptions, { path: { site_id }, key }),
  };
}
