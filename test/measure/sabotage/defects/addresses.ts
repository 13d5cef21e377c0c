/** An address is judged by other rules than those of its store and its country, and a store has other countries than it was given. */
import { planted } from './planted.ts';

export const addresses = planted`
test/resources/customer-addresses/rules-of-the-store.test.ts
  lib/chain/endpoint.ts
    the repeat of a request is refused by rules that were changed since
    - const find = record && (() => record.find().catch((error: unknown) => afterwards(Promise.reject(error))));
    + const find = record && (() => afterwards(record.find()));
    a reused key precedes the rules of the store
    - const find = record && (() => record.find().catch((error: unknown) => afterwards(Promise.reject(error))));
    + const find = record && (() => record.find());
    an address that the rules refuse is stored
    - return { decide: (attempt) => afterwards(decide(attempt)), record
    + return { decide, record
  lib/chain/validation.ts
    a refusal has only the rules of the schema
    - [...error.issues, ...(await broken)]
    + [...error.issues]
    the rules of the schema precede those of the store
    - refusalOf(inOrderOf(schema, [...error.issues, ...(await broken)]), 'INVALID_FIELD')
    + refusalOf([...error.issues, ...(await broken)], 'INVALID_FIELD')
  lib/chain/idempotency.ts
    a key that is too long precedes the rules of the store
    - if (accepted) return accepted.then(() => Promise.reject(refused));
    + if (!accepted) return Promise.reject(refused);
  lib/resources/customer-addresses/rules.ts
    the United States follow the rules of their country
    - const isFixed = country_id === 1 || country_id === 2;
    + const isFixed = country_id === 2;
    every store follows the rules of countries
    - return address_rules === 'contract' || isFixed ? undefined
    + return isFixed ? undefined
    an empty postal code stays where the country decides
    - zip: isDecided && input.zip === '' ? null : input.zip,
    + zip: input.zip,
    an empty postal code is null where the contract decides
    - zip: isDecided && input.zip === '' ? null : input.zip,
    + zip: input.zip === '' ? null : input.zip,
test/resources/customer-addresses/addresses-of-the-world.test.ts
  lib/resources/customer-addresses/rules.ts
    a text that begins with a postal code is one
    - pattern})$
    + pattern})
    a postal code in small letters is refused
    - , 'i').test(text
    + ).test(text
    a postal code in full width is refused
    - text.normalize('NFKC').trim()
    + text.trim()
test/resources/customer-addresses/import-customer-addresses.test.ts
  lib/resources/move-in/address-rules.ts
    an import makes another record of a code than of its number
    - const recordOf = ({ country: _, city, state, ...sent }: ImportedAddress, country_id: number): AddressRecord => ({
    + const recordOf = ({ city, state, ...sent }: ImportedAddress, country_id: number): AddressRecord => ({
    an import accepts a code with the number of another country
    - const isSame = country_id === undefined || country_id === Number(number);
    + const isSame = country_id === undefined || country_id !== null;
    an import makes another record of an empty state than of none
    - state: state || undefined,
    + state,
  lib/work/move-in.ts
    an import ignores the rules of the store
    - if (broken.length > 0) throw refusalOf(broken, 'INVALID_FIELD');
    + if (broken.length > 9) throw refusalOf(broken, 'INVALID_FIELD');
  functions/operator/import-customer-addresses.ts
    an import follows the rules that a warm function remembers
    - ({ store: { id }, payload, commit }) => {
    -   // A change of the store's countries and rules takes effect with the next call, but a warm function remembers the store for a minute.
    -   const store = await stores.get(id);
    + ({ wholeStore, payload, commit }) => {
    +   const store = await wholeStore();
test/resources/stores/stores.test.ts
  lib/resources/stores/rules.ts
    countries are added to those that the store has
    - countries: given.countries ?? store.countries,
    + countries: { ...store.countries, ...given.countries },
  lib/resources/stores/fields.ts
    a country has two numbers
    - if (other !== number) return
    + if (other === '') return
    a store has countries that do not exist
    - return isCountry(code) ? undefined
    + return code.length === 2 ? undefined
  lib/schema/values.ts
    a store is made in a currency that has ended
    - z.pipe(currencyCode(label), z.string().check(z.refine(isCurrency, { error: wrongCurrency(label) })));
    + z.pipe(currencyCode(label), z.string());
    a currency in small letters is another one
    - check(z.regex(/^[A-Za-z]{3}$/, { error: wrong })),
    -     z.transform((code: string) => code.toUpperCase()),
    + check(z.regex(/^[A-Za-z]{3}$/, { error: wrong })),
    +     z.transform((code: string) => code),
`;
