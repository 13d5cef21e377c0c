import { expect, test } from 'vitest';
import { createStore, listStores, updateStore } from '../../../lib/resources/stores/functions.ts';
import { useOwnTables } from '../../support/aws/own-tables.ts';
import { invoke } from '../../support/invoke.ts';
import { succeeded } from '../../support/world/world.ts';

useOwnTables('test');

const list = (page: object = {}) => succeeded(invoke(listStores, page));

const make = (store_id: string) => succeeded(invoke(createStore, { store_id, name: store_id, currency: 'EUR' }));

test('goes through the stores page by page, by id, each as it stands now', async () => {
  const [first, second, third] = [await make('sto_1'), await make('sto_2'), await make('sto_3')];
  const renamed = await succeeded(invoke(updateStore, { store_id: second.id, name: 'Cups' }));

  expect(await list()).toEqual({ data: [first, renamed, third], has_more: false });
  expect(await list({ limit: 2 })).toEqual({ data: [first, renamed], has_more: true });
  expect(await list({ limit: 2, after: second.id })).toEqual({ data: [third], has_more: false });
  expect(await list({ after: 'sto_11' })).toEqual({ data: [renamed, third], has_more: false });
});

test('is empty where there is none, and refuses what is no cursor', async () => {
  expect(await list()).toEqual({ data: [], has_more: false });
  expect(await invoke(listStores, { after: 'cus_1' })).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage: 'after must be a store ID',
  });
});
