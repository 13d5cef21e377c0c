import type { Issue } from '../../schema/errors.ts';
import { filled } from '../../schema/field.ts';
import type { Store } from '../stores/rules.ts';
import { type CountryRule, ruleOf } from './country-rules.ts';
import { type AddressInput, addressFields, type CustomerAddress, decidedFields, max } from './fields.ts';

/** The settings of a store that its addresses follow. */
export type AddressSettings = Pick<Store, 'countries' | 'address_rules'>;

/** The fields that a country decides about, as they were sent: they may have any type. */
type Sent = { [Field in 'city' | 'state' | 'zip' | 'country_id']?: unknown };

/** Countries 1 and 2 follow the contract in every store. */
const ofContract: CountryRule = { required: 'CS' };

/** The country that decides about an address; undefined if the contract does (decisions, "Customer addresses"). */
function decidingCountry({ countries, address_rules }: AddressSettings, country_id: unknown): string | undefined {
  const isFixed = country_id === 1 || country_id === 2;
  return address_rules === 'contract' || isFixed ? undefined : countries[String(country_id)];
}

const isOmitted = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The rules of the store that an address breaks besides the rules of its fields; none if it is valid. */
export function brokenRules(sent: Sent, store: AddressSettings): Issue[] {
  const country = decidingCountry(store, sent.country_id);
  const { required, zip, example } = country === undefined ? ofContract : ruleOf(country);
  const missing = Object.entries(decidedFields)
    .filter(([letter, { name }]) => required.includes(letter) && isOmitted(sent[name]))
    .map(([, { name, label }]) => ({ path: [name], message: `${label} is required` }));
  const isWrong = zip !== undefined && isText(sent.zip) && !isPostalCode(sent.zip, zip);
  const wrong = { path: ['zip'], message: `Zip must be a postal code of ${country}, such as ${example}` };
  return isWrong ? [...missing, wrong] : missing;
}

/** Whether a value is a text to check. A text that is too long breaks the rule of its field. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 2 * max;

/** Japanese codes can have full-width digits. */
const isPostalCode = (text: string, pattern: string): boolean =>
  new RegExp(`^(?:${pattern})$`, 'i').test(text.normalize('NFKC').trim());

/** Every field of an address that breaks no rule. An empty `zip` is null if the country decides. */
function contentOf(input: AddressInput, store: AddressSettings) {
  const isDecided = decidingCountry(store, input.country_id) !== undefined;
  return filled(addressFields, {
    ...input,
    city: input.city ?? '',
    state: input.state ?? '',
    zip: isDecided && input.zip === '' ? null : input.zip,
  });
}

/** A new address from its input; omitted optional fields become null, and an omitted city or state is empty. */
export const newAddress = (
  input: AddressInput,
  store: AddressSettings,
  { id, now }: { id: string; now: string },
): CustomerAddress => ({
  id,
  ...contentOf(input, store),
  created_at: now,
  updated_at: now,
});

/** The address with every field replaced by the input's (decisions, "Customer addresses"). */
export const replaceAddress = (
  address: CustomerAddress,
  input: AddressInput,
  store: AddressSettings,
  now: string,
): CustomerAddress => ({
  ...address,
  ...contentOf(input, store),
  updated_at: now,
});
