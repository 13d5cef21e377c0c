import * as contract from '../../../lib/resources/digital-files/operations.ts';
import { call } from '../http/call.ts';
import { multipart } from '../http/multipart.ts';
import type { World } from '../world/world.ts';
import type { Scenario } from './scenario.ts';

const variantOf = ({ products: [, digital] }: World) => ({
  id: digital.id,
  variant_id: digital.variants[0]?.id ?? '',
});

const fileBody = () =>
  multipart([{ name: 'file', fileName: 'manual.pdf', type: 'application/pdf', content: 'The manual' }]);

async function started(world: World) {
  const path = variantOf(world);
  const { body } = await call(contract.startDigitalFileUpload, {
    path,
    key: world.write,
    body: { file_name: 'manual.pdf', file_size: 10 },
  });
  return { path: { ...path, upload_id: String(body.id) }, url: String(body.parts[0].url) };
}

export const scenarios: readonly Scenario[] = [
  {
    operation: contract.uploadDigitalFile,
    prepare: async (world) => ({ path: variantOf(world), ...fileBody() }),
    // One of them says that the object is nobody's yet.
    roundTrips: 3,
  },
  {
    operation: contract.deleteDigitalFile,
    async prepare(world) {
      const path = variantOf(world);
      const { body } = await call(contract.uploadDigitalFile, { path, key: world.write, ...fileBody() });
      return { path: { ...path, file_id: String(body.id) } };
    },
    // The object goes once the deletion is committed.
    roundTrips: 3,
  },
  {
    operation: contract.startDigitalFileUpload,
    prepare: async (world) => ({ path: variantOf(world), body: { file_name: 'manual.pdf', file_size: 10 } }),
    // S3 gives the upload its id.
    roundTrips: 3,
  },
  {
    operation: contract.resumeDigitalFileUpload,
    prepare: async (world) => ({ path: (await started(world)).path }),
    // S3 lists the parts.
    roundTrips: 2,
  },
  {
    operation: contract.completeDigitalFileUpload,
    async prepare(world) {
      const { path, url } = await started(world);
      const { headers } = await fetch(url, { method: 'PUT', body: 'The manual' });
      return { path, body: { parts: [{ part_number: 1, etag: headers.get('etag') }] } };
    },
    // S3 lists the parts and puts them together.
    roundTrips: 4,
  },
  {
    operation: contract.abandonDigitalFileUpload,
    prepare: async (world) => ({ path: (await started(world)).path }),
    // The parts, and then the object, go once it is committed.
    roundTrips: 4,
  },
];
