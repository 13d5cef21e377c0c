/** The HTTP door of a storefront function, as data: an operation like those of the contract (Two doors page). */
import * as z from 'zod/mini';
import { inputOf, tableOf } from './field.ts';
import type { Invocable } from './invocable.ts';
import type { Operation } from './operation.ts';

/** A function that a store's backend may also call over HTTP. */
export type StorefrontInvocable = Invocable<z.ZodMiniType<{ store_id: string }>, z.ZodMiniType<object>, 'storefront'>;

/** The payload as a body. Throws if the payload is not made of fields. */
function bodyOf({ name, payload }: Invocable) {
  const { fields: { store_id, ...fields } = {} } = tableOf(payload) ?? {};
  if (!store_id) throw new Error(`${name} has no store_id`);
  const storeOfKey = { ...store_id, input: z.nullish(store_id.input ?? z.string()) };
  const words = 'Optional, because it can only be the store of the API key.';
  return inputOf({ store_id: { ...storeOfKey, words, example: undefined }, ...fields });
}

/** The operation of a storefront function. The API key determines the store, so `store_id` may be omitted. `section` is the one in the reference. */
export const overHttp = (contract: Invocable, section = ''): Operation => ({
  name: contract.name,
  folder: 'storefront',
  section,
  summary: contract.summary,
  words: { text: contract.words, path: {} },
  method: 'POST',
  path: `/storefront/v1/${contract.name}/`,
  permission: 'Storefront',
  area: null,
  parameters: {},
  body: bodyOf(contract),
  success: { status: 200, description: 'The result', schema: contract.result },
  errors: contract.errors,
  failure: { code: 'INTERNAL_ERROR', message: 'Internal server error. Send the request again' },
  switch: contract.switch,
  reach: contract.reach,
});
