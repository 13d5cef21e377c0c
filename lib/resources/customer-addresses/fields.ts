/** The objects and bodies of the contract's section "Customer addresses". */
import * as z from 'zod/mini';
import {
  bodyOf,
  field,
  idOf,
  nullableText,
  objectOf,
  requiredInteger,
  requiredText,
  times,
} from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { optionalText } from '../../schema/text.ts';

export const max = limits.addressField;

/** The fields that a country decides about, by their letters in the metadata, and their names in messages. */
export const decidedFields = {
  C: { name: 'city', label: 'City' },
  S: { name: 'state', label: 'State' },
  Z: { name: 'zip', label: 'Zip' },
} as const;

const unlessCountry =
  'Required, unless the store has the `address_rules` `country` and addresses of the country need none: if omitted, it is an empty string.';

/** A text that most countries need in an address. The rules of the store decide whether it may be omitted (`brokenRules`). */
const partOfAddress = (declared: Parameters<typeof requiredText>[0]) =>
  field({
    inBody: `Up to ${max} characters. ${unlessCountry}`,
    ...declared,
    input: optionalText(declared),
    shown: z.string(),
  });

/** The fields of a customer's address. To add a field, add one line here. */
export const addressFields = {
  first_name: requiredText({
    label: 'First name',
    max,
    words: "Given name of the recipient at this address; it can differ from the customer's.",
    example: 'Ada',
    personal: true,
  }),
  last_name: requiredText({
    label: 'Last name',
    max,
    words: 'Family name of the recipient at this address.',
    example: 'Lovelace',
    personal: true,
  }),
  street1: requiredText({
    label: 'Street1',
    max,
    words: 'House number and street.',
    example: '5 Loom Lane',
    personal: true,
  }),
  street2: nullableText({
    label: 'Street2',
    max,
    words: 'Apartment, suite or unit, or null.',
    example: 'Floor 2',
    personal: true,
  }),
  city: partOfAddress({
    label: decidedFields.C.label,
    max,
    words: 'Town or city, as written on a parcel; empty if the address has none.',
    example: 'Boston',
    personal: true,
  }),
  state: partOfAddress({
    label: decidedFields.S.label,
    max,
    words:
      'Code of the state or province, such as `NY` or `ON`; not validated against the country. Empty if the address has none.',
    example: 'MA',
  }),
  country_id: requiredInteger({
    label: 'Country ID',
    min: 1,
    outside: 'Country ID must be 1 or more',
    words:
      'Number of the country in the `countries` of the store: 1 is the United States, 2 is Canada. Any integer from 1 is accepted.',
    example: 1,
  }),
  zip: nullableText({
    label: decidedFields.Z.label,
    max,
    words: 'Postal code; null for countries without postal codes.',
    inBody: `Up to ${max} characters. If omitted, null. In a store with the \`address_rules\` \`country\`, the country decides its format and whether it is required.`,
    example: '02108',
    personal: true,
  }),
};

/** Body of create and update. */
export const addressInput = bodyOf('AddressInput', addressFields);

export type AddressInput = z.output<typeof addressInput>;

/** Contract, "Customer address object". */
export const customerAddress = objectOf('CustomerAddress', {
  id: idOf('address', {
    words: 'Public id of the address, `cad_…`. Ids made by the service sort by creation time.',
    example: 'cad_01khdq50018v3k5x9w2t6r0ybn',
  }),
  ...addressFields,
  ...times,
});

export type CustomerAddress = z.output<typeof customerAddress>;

/** How addresses are stored with their customer, and described in the customer's export. */
export const owned = { kind: 'ADDRESS', shown: customerAddress, words: 'An address of the customer.' } as const;
