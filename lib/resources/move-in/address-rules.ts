/** The rules of a store for the addresses that it imports (Moving in page). */
import { type Issue, refusalOf } from '../../schema/errors.ts';
import { inOrderOf } from '../../schema/field.ts';
import type { Judged } from '../../schema/import.ts';
import { type AddressSettings, brokenRules } from '../customer-addresses/rules.ts';
import { type ImportedAddress, importedAddress } from './fields.ts';

/** An address to import. Its country is a number, whichever way it was sent, so that the same record has the same fields. */
export type AddressRecord = Omit<ImportedAddress, 'country' | 'country_id'> & { country_id: number };

/** An address as it was sent: its fields may have any type. */
type Sent = { [Field in keyof ImportedAddress]?: unknown };

/** The records with the numbers of their countries. A refusal is by the first broken rule, as for an address over HTTP. */
export const judgedByStore = (
  records: readonly Judged<ImportedAddress>[],
  store: AddressSettings,
): Judged<AddressRecord>[] =>
  records.map((judged) => {
    const sent = judged.record ?? { ...Object(judged.sent) };
    const { country_id, issue } = numberOf(sent, store);
    if (judged.record && typeof country_id === 'number' && !issue)
      return { record: recordOf(judged.record, country_id) };
    const issues = [...(judged.refused ? judged.issues : []), ...rulesOfImported(sent, store)];
    const all = inOrderOf(importedAddress, issues);
    return { refused: refusalOf(all, 'INVALID_FIELD'), sent, issues: all };
  });

/** The rules of the store that an address breaks besides the rules of its fields; none if it can be imported. */
export function rulesOfImported(sent: Sent, store: AddressSettings): Issue[] {
  const { country_id, issue } = numberOf(sent, store);
  // Which fields a record needs is not known before its country is.
  if (issue && sent.country != null) return [issue];
  return inOrderOf(importedAddress, [...(issue ? [issue] : []), ...brokenRules({ ...sent, country_id }, store)]);
}

/** An empty city or state is the same as an omitted one. */
const recordOf = ({ country: _, city, state, ...sent }: ImportedAddress, country_id: number): AddressRecord => ({
  ...sent,
  city: city || undefined,
  state: state || undefined,
  country_id,
});

/** The number of a country in its store, and the rule that the two fields break together. */
function numberOf(sent: Sent, { countries }: AddressSettings): { country_id?: unknown; issue?: Issue } {
  const country_id = sent.country_id ?? undefined;
  const country = sent.country ?? undefined;
  if (country === undefined) {
    return country_id === undefined
      ? { issue: { path: ['country_id'], message: 'Country ID is required' } }
      : { country_id };
  }
  const [number] = Object.entries(countries).find(([, code]) => code === country) ?? [];
  if (number === undefined) {
    return { country_id, issue: { path: ['country'], message: 'country must be in the countries of the store' } };
  }
  const isSame = country_id === undefined || country_id === Number(number);
  const issue = { path: ['country'], message: 'country and country_id must be the same country' };
  return { country_id: Number(number), ...(!isSame && { issue }) };
}
