import { type AddressInput, addressInput, type CustomerAddress } from '../contract/api/customer-addresses.ts';
import { filled } from '../contract/kinds/field.ts';

/** A new address from its input; optional fields left out become null. */
export const newAddress = (input: AddressInput, id: string, now: string): CustomerAddress => ({
  id,
  ...filled(addressInput, input),
  created_at: now,
  updated_at: now,
});

/** The address with every field replaced by the input's (decisions, "Customer addresses"). */
export const replaceAddress = (address: CustomerAddress, input: AddressInput, now: string): CustomerAddress => ({
  ...address,
  ...filled(addressInput, input),
  updated_at: now,
});
