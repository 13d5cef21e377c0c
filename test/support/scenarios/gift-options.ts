import * as contract from '../../../lib/resources/gift-options/operations.ts';
import { call } from '../http/call.ts';
import { multipart, png } from '../http/multipart.ts';
import type { World } from '../world/world.ts';
import type { Scenario } from './scenario.ts';

export const giftOptionBody = { name: 'Gift wrapping', description: 'Recycled paper', price: 500, enabled: true };

async function existing({ sites: [site], write }: World) {
  const { body } = await call(contract.createGiftOption, {
    path: { site_id: site.id },
    body: giftOptionBody,
    key: write,
  });
  return { site_id: site.id, gift_option_id: String(body.id) };
}

async function startedPhoto(world: World) {
  const path = await existing(world);
  const { body } = await call(contract.startGiftOptionImageUpload, {
    path,
    key: world.write,
    body: { content_type: 'image/png', file_size: png().length },
  });
  return { path: { ...path, upload_id: String(body.id) }, link: body };
}

const imageBody = () => multipart([{ name: 'image', fileName: 'photo.png', type: 'image/png', content: png() }]);

export const scenarios: readonly Scenario[] = [
  {
    operation: contract.listGiftOptions,
    prepare: async (world) => ({ path: { site_id: (await existing(world)).site_id } }),
  },
  {
    operation: contract.createGiftOption,
    prepare: async ({ sites: [site] }) => ({ path: { site_id: site.id }, body: giftOptionBody }),
  },
  { operation: contract.getGiftOption, prepare: async (world) => ({ path: await existing(world) }) },
  {
    operation: contract.updateGiftOption,
    prepare: async (world) => ({ path: await existing(world), body: { name: 'Gift box', price: 700 } }),
  },
  {
    operation: contract.deleteGiftOption,
    prepare: async (world) => ({ path: await existing(world) }),
  },
  {
    operation: contract.setGiftOptionImage,
    prepare: async (world) => ({ path: await existing(world), ...imageBody() }),
    // One of them says that the object is nobody's yet.
    roundTrips: 3,
  },
  {
    operation: contract.removeGiftOptionImage,
    async prepare(world) {
      const path = await existing(world);
      await call(contract.setGiftOptionImage, { path, key: world.write, ...imageBody() });
      return { path };
    },
    // The object goes once the removal is committed.
    roundTrips: 3,
  },
  {
    operation: contract.startGiftOptionImageUpload,
    prepare: async (world) => ({
      path: await existing(world),
      body: { content_type: 'image/png', file_size: png().length },
    }),
  },
  {
    operation: contract.resumeGiftOptionImageUpload,
    prepare: async (world) => ({ path: (await startedPhoto(world)).path }),
    // S3 tells whether the photo is there.
    roundTrips: 2,
  },
  {
    operation: contract.completeGiftOptionImageUpload,
    async prepare(world) {
      const { path, link } = await startedPhoto(world);
      await fetch(link.url, { method: 'PUT', headers: link.headers, body: png() });
      return { path };
    },
    // S3 copies the photo to its place, and forgets where it came from.
    roundTrips: 4,
  },
];
