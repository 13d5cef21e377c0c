import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import { dueAfter, type FileUpload } from '../../../lib/resources/uploads/records.ts';
import * as unownedObjects from '../../../lib/resources/uploads/unowned-object-records.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import * as items from '../../../lib/table/items.ts';
import { keys } from '../../../lib/table/keys.ts';

const write = (writes: items.Write[]) => commitUnitOfWork(writing(writes));

/** So many open uploads, as their Starts have left them. */
export async function opened(store: string, count: number): Promise<FileUpload[]> {
  const now = timestampNow();
  const uploads = Array.from({ length: count }, (): FileUpload => {
    const id = newId('upload');
    const file = { product_id: 'pro_1', variant_id: 'prv_1', file_id: id, file_name: 'a', file_size: 1 };
    return {
      id,
      store_id: store,
      objects: [`files/${store}/${id}`],
      due_at: dueAfter(now),
      multipart_id: 'none',
      ...file,
    };
  });
  for (let from = 0; from < count; from += 100) {
    await write(uploads.slice(from, from + 100).map((upload) => unownedObjects.create(upload)));
  }
  await write([items.update(keys.openUploads(store), { added: { at_most: count, version: 1 } })]);
  return uploads;
}
