/** Amounts as people write them, in the way of a locale. */

/** What an amount is written in. */
export interface Writing {
  /** Digits behind the decimal separator of the currency: 2 for USD, 3 for KWD, 0 for JPY. */
  digits: number;
  /** BCP 47; the browser's own if undefined. */
  locale?: string | undefined;
}

function separatorsOf(locale: string | undefined): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.8);
  const partOf = (type: string, usual: string) => parts.find((part) => part.type === type)?.value ?? usual;
  return { group: partOf('group', ','), decimal: partOf('decimal', '.') };
}

/** Spaces and apostrophes, which group digits in some locales, and signs of currencies. */
const ignored = /[\s\u00a0\u202f'’\p{Sc}]/gu;

/** Digits in groups: thousands, or as in India, hundreds above the first thousand. */
const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$|^\d{1,2}(?:,\d{2})*,\d{3}$/;

/**
 * What a person wrote, in the smallest unit of the currency; undefined if it is not an amount. A single separator before three digits is
 * what it is in the locale: `1,000` is a thousand in English and one in German.
 */
export function parseAmountIn(text: string, { digits, locale }: Writing): number | undefined {
  const [, sign = '', number = ''] = /^([-+−]?)(\d[\d.,]*)$/.exec(text.replaceAll(ignored, '')) ?? [];
  if (number === '') return undefined;
  const at = decimalAt(number, locale);
  const [whole, part] = at === undefined ? [number, ''] : [number.slice(0, at), number.slice(at + 1)];
  const isWhole = /^\d+$/.test(whole) || grouped.test(whole);
  if (!isWhole || part.length > digits || !/^\d*$/.test(part) || (at !== undefined && part === '')) return undefined;
  const amount = Number(whole.replaceAll(/[.,]/g, '') + part.padEnd(digits, '0'));
  if (!Number.isSafeInteger(amount)) return undefined;
  return sign === '-' || sign === '−' ? -amount : amount;
}

/** Where the decimal separator stands; undefined if the number has none. */
function decimalAt(number: string, locale: string | undefined): number | undefined {
  const separators = [...number.matchAll(/[.,]/g)];
  const last = separators.at(-1);
  if (!last) return undefined;
  const others = separators.slice(0, -1);
  if (others.some(([separator]) => separator === last[0])) return undefined;
  if (others.length > 0) return last.index;
  const behind = number.length - last.index - 1;
  return behind === 3 && separatorsOf(locale).group === last[0] ? undefined : last.index;
}

/** An amount without its currency, as a field shows it: without groups, in the locale's decimal separator. */
export const plainAmountIn = (amount: number, { digits, locale }: Writing): string =>
  (amount / 10 ** digits).toFixed(digits).replace('.', separatorsOf(locale).decimal);

/** The amount above which the console asks for confirmation, in the smallest unit: a thousand, or 100,000 without decimals. */
export const largeFrom = (digits: number): number => (digits === 0 ? 100_000 : 1000 * 10 ** digits);
