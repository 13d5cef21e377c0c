import { handler as completeImage } from '../../../functions/api/gift-options/complete-gift-option-image-upload.ts';
import { handler as create } from '../../../functions/api/gift-options/create-gift-option.ts';
import { handler as remove } from '../../../functions/api/gift-options/delete-gift-option.ts';
import { handler as get } from '../../../functions/api/gift-options/get-gift-option.ts';
import { handler as list } from '../../../functions/api/gift-options/list-gift-options.ts';
import { handler as removeImage } from '../../../functions/api/gift-options/remove-gift-option-image.ts';
import { handler as setImage } from '../../../functions/api/gift-options/set-gift-option-image.ts';
import { handler as startImage } from '../../../functions/api/gift-options/start-gift-option-image-upload.ts';
import { handler as update } from '../../../functions/api/gift-options/update-gift-option.ts';
import * as contract from '../../../lib/contract/api/gift-options.ts';
import { call } from '../call.ts';
import { multipart, png } from '../multipart.ts';
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

const imageBody = () => multipart([{ name: 'image', fileName: 'photo.png', type: 'image/png', content: png() }]);

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
  {
    operation: contract.setGiftOptionImage,
    handler: setImage,
    prepare: async (world) => ({ path: await existing(world), ...imageBody() }),
    // One of them is the bytes.
    roundTrips: 3,
  },
  {
    operation: contract.removeGiftOptionImage,
    handler: removeImage,
    async prepare(world) {
      const path = await existing(world);
      await call(setImage, contract.setGiftOptionImage, { path, key: world.write, ...imageBody() });
      return { path };
    },
    // The object goes once the removal is committed.
    roundTrips: 3,
  },
  {
    operation: contract.startGiftOptionImageUpload,
    handler: startImage,
    prepare: async (world) => ({
      path: await existing(world),
      body: { content_type: 'image/png', file_size: png().length },
    }),
  },
  {
    operation: contract.completeGiftOptionImageUpload,
    handler: completeImage,
    async prepare(world) {
      const path = await existing(world);
      const { body } = await call(startImage, contract.startGiftOptionImageUpload, {
        path,
        key: world.write,
        body: { content_type: 'image/png', file_size: png().length },
      });
      await fetch(body.url, { method: 'PUT', headers: body.headers, body: png() });
      return { path: { ...path, upload_id: String(body.id) } };
    },
    // S3 copies the photo to its place, and forgets where it came from.
    roundTrips: 4,
  },
];
