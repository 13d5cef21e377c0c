import { expect, test } from 'vitest';
import { newAddressBook } from '../../support/world/customer-addresses.ts';

test('pages by id: every address once, has_more until the last page', async () => {
  const { create, list, remove } = await newAddressBook();
  const ids: string[] = [];
  for (let count = 0; count < 11; count += 1) ids.push((await create()).body.id);

  const first = await list();
  expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 10));
  expect(first.body.has_more).toBe(true);

  const last = await list({ after: ids[9] ?? '', limit: 1 });
  expect(last.body).toMatchObject({ data: [{ id: ids[10] }], has_more: false });

  await remove(ids[4] ?? '');
  const afterDeleted = await list({ after: ids[4] ?? '', limit: 2 });
  expect(afterDeleted.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(5, 7));
});
