/** The committed lists of ISO 3166-1 and ISO 4217, compared with those of the runtime (Unicode CLDR). */
import { expect, test } from 'vitest';
import { countryCodes } from '../../../lib/schema/countries.ts';
import { currencyCodes } from '../../../lib/schema/currencies.ts';

const nameOf = (type: 'region' | 'currency', code: string) =>
  new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code);

const allCodes = (length: number): string[] =>
  length === 0 ? [''] : allCodes(length - 1).flatMap((start) => letters.map((letter) => `${start}${letter}`));

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

test('each code is in its list once, in order', () => {
  for (const codes of [countryCodes, currencyCodes]) expect(codes).toEqual([...new Set(codes)].toSorted());
});

/** Regions of Unicode that are no countries of ISO 3166-1, and codes that ISO has withdrawn. */
const noCountries = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);

test('the countries are those of the runtime', () => {
  const current = allCodes(2).filter((code) => nameOf('region', code) && !isAlias(code));

  expect(current.filter((code) => !noCountries.has(code))).toEqual(countryCodes);
});

const isAlias = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`;

/** Newer than the Unicode data of the runtime. */
const newer = new Set(['XAD']);

test('the runtime knows each currency', () => {
  expect(currencyCodes.filter((code) => !nameOf('currency', code) && !newer.has(code))).toEqual([]);
});

/** The currencies of large economies. */
const common =
  'USD EUR JPY GBP CNY AUD CAD CHF HKD SGD SEK KRW NOK NZD INR MXN TWD ZAR BRL DKK PLN THB ILS IDR CZK AED TRY HUF CLP SAR PHP MYR COP RUB RON PEN KWD EGP NGN ARS VND PKR BDT UAH KZT QAR MAD DZD';

test('no common currency is missing, and none that has ended is there', () => {
  expect(common.split(' ').filter((code) => !currencyCodes.includes(code))).toEqual([]);
  const ended = [
    'DEM',
    'FRF',
    'ITL',
    'HRK',
    'LTL',
    'ZWL',
    'ZWD',
    'SLL',
    'VEF',
    'VEB',
    'MRO',
    'STD',
    'BYR',
    'ANG',
    'BGN',
    'CUC',
    'TRL',
  ];
  expect(ended.filter((code) => currencyCodes.includes(code))).toEqual([]);
  expect(currencyCodes.filter((code) => ['XXX', 'XTS', 'XAU', 'XDR'].includes(code))).toEqual([]);
});
