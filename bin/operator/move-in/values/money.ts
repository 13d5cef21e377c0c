/** Amounts as people write them, read digit by digit: no amount passes through floating point. */
import { Refusal } from '../row.ts';

interface Currency {
  /** Digits after the decimal point. */
  digits: number;
  /** What may stand before or behind an amount. */
  signs: readonly string[];
}

const known = new Map<string, Currency>();

function currencyOf(code: string): Currency {
  const currency = known.get(code) ?? describe(code);
  known.set(code, currency);
  return currency;
}

function describe(code: string): Currency {
  const inCurrency = (currencyDisplay: 'symbol' | 'narrowSymbol') =>
    new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay });
  const signOf = (format: Intl.NumberFormat) =>
    format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
  const [symbol, narrow] = [inCurrency('symbol'), inCurrency('narrowSymbol')];
  return {
    digits: symbol.resolvedOptions().maximumFractionDigits ?? 2,
    signs: ['', code, signOf(symbol), signOf(narrow), `${code.slice(0, 2)}${signOf(narrow)}`],
  };
}

/**
 * The amount of a decimal text, such as `25`, `$ 1,234.50` or `1.234,50 €`, in the smallest unit of the currency (ISO 4217). Throws a
 * Refusal where it is no amount, is in another currency, or has more digits than the currency.
 */
export function amountOf(text: string, code: string): number {
  const { digits, signs } = currencyOf(code);
  const [, before = '', number = '', behind = ''] =
    /^([^\d.,-]*)(\d(?:[\d.,'’\s]*\d)?)([^\d.,-]*)$/u.exec(text.trim()) ?? [];
  if (number === '') throw new Refusal('must be an amount of zero or more, such as 25.00');
  if (![before, behind].every((sign) => signs.includes(sign.trim()))) throw new Refusal(`must be in ${code}`);
  const { whole, fraction } = partsOf(number.replaceAll(/['’\s]/g, ''), digits);
  // `25.0000` is exactly 25.00.
  if (/[^0]/.test(fraction.slice(digits)))
    throw new Refusal(`must have ${digits} digits after the decimal point at most`);
  return numberOf(whole + fraction.slice(0, digits).padEnd(digits, '0'));
}

interface Parts {
  whole: string;
  fraction: string;
}

/** Splits a number at its decimal point, and drops the separators of thousands. */
function partsOf(number: string, digits: number): Parts {
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  const sign = number[last];
  if (sign === undefined) return { whole: number, fraction: '' };
  if (isGrouping(number, sign, digits)) return { whole: ungrouped(number, sign), fraction: '' };
  const other = sign === '.' ? ',' : '.';
  return { whole: ungrouped(number.slice(0, last), other), fraction: number.slice(last + 1) };
}

/** Whether the last separator is one of thousands. A lone one before three digits could be either, and a thousandth of the money. */
function isGrouping(number: string, sign: string, digits: number): boolean {
  if (number.indexOf(sign) !== number.lastIndexOf(sign)) return true;
  if (!/^\d{1,3}[.,]\d{3}$/.test(number)) return false;
  if (sign === ',' && digits === 0) return true;
  throw new Refusal('could mean thousands or decimals: write all decimals, such as 1234.00');
}

function ungrouped(number: string, sign: string): string {
  const groups = number.split(sign);
  const isRight = groups.every((group, place) => (place === 0 ? /^\d+$/.test(group) : /^\d{3}$/.test(group)));
  if (!isRight || (groups.length > 1 && (groups[0]?.length ?? 0) > 3)) {
    throw new Refusal('must have three digits between separators of thousands');
  }
  return groups.join('');
}

/** The amount of a text that is in the smallest unit already. Throws a Refusal where it is no whole number. */
export function smallestUnitsOf(text: string): number {
  if (/^\d+$/.test(text.trim())) return numberOf(text.trim());
  throw new Refusal('must be a whole number in the smallest unit of the currency (give --decimal for 25.00)');
}

/** Far above any balance, and far below where numbers lose digits. */
function numberOf(digits: string): number {
  if (digits.length > 15) throw new Refusal('must have 15 digits at most');
  return Number(digits);
}
