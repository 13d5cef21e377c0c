import { filled } from '../../schema/field.ts';
import { type AddressInput, addressFields, type CustomerAddress } from './fields.ts';

/** A new address from its input; omitted optional fields become null. */
export const newAddress = (input: AddressInput, id: string, now: string): CustomerAddress => ({
  id,
  ...filled(addressFields, input),
  created_at: now,
  updated_at: now,
});

/** The address with every field replaced by the input's (decisions, "Customer addresses"). */
export const replaceAddress = (address: CustomerAddress, input: AddressInput, now: string): CustomerAddress => ({
  ...address,
  ...filled(addressFields, input),
  updated_at: now,
});
