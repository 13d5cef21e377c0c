import type { AddressInput, CustomerAddress } from '../contract/api/customer-addresses.ts';

/** A new address from its input; optional fields left out become null. */
export const newAddress = (input: AddressInput, id: string, now: string): CustomerAddress => ({
  id,
  ...fieldsOf(input),
  created_at: now,
  updated_at: now,
});

/** The address with every field replaced by the input's (decisions, "Customer addresses"). */
export const replaceAddress = (address: CustomerAddress, input: AddressInput, now: string): CustomerAddress => ({
  id: address.id,
  ...fieldsOf(input),
  created_at: address.created_at,
  updated_at: now,
});

const fieldsOf = ({ street2, zip, ...required }: AddressInput) => ({
  ...required,
  street2: street2 ?? null,
  zip: zip ?? null,
});
