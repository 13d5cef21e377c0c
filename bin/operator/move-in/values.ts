/** Values as other systems write them: codes, dates, HTML and amounts of money. Amounts are read digit by digit: none passes through floating point. */
import { createRequire } from 'node:module';
import { normaliseCode } from '../../../lib/resources/gift-cards/rules.ts';
import { parseRfc3339, toTimestamp } from '../../../lib/schema/times.ts';

/** A cell that does not hold what its field needs. The message is the rule: it never holds the cell's text. */
export class Refusal extends Error {}

/**
 * The code of a gift card as it is in the file, without the apostrophe that keeps a spreadsheet from changing it. Throws a Refusal where
 * it is invalid: a code has 8 to 40 letters and digits, spaces and hyphens aside.
 */
export function codeOf(text: string): string {
  const code = text.trim().replace(/^'/, '').trim();
  if (/^\d([.,]\d+)?E\+?\d+$/i.test(code)) {
    throw new Refusal('was changed by a spreadsheet, which cut its digits: export the file again');
  }
  if (!/^[A-Za-z0-9]{8,40}$/.test(normaliseCode(code))) throw new Refusal('must have 8 to 40 letters and digits');
  return code;
}

/** Letters and digits from which on a code is too long to guess. */
export const longCode = 12;

/** Whether guesses could find this code. */
export const isShortCode = (code: string): boolean => normaliseCode(code).length < longCode;

/** What a report shows of a code: its last four letters and digits, or the last two of a short one. */
export const endOfCode = (code: string): string => normaliseCode(code).slice(isShortCode(code) ? -2 : -4);

/** How `03/04/2025` is read. */
export const dateOrders = ['day-first', 'month-first'] as const;

export type DateOrder = (typeof dateOrders)[number];

const time = String.raw`(?:[T,\s]{1,9}(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,12})?)?\s{0,9}([AP]M)?)?\s{0,9}(Z|UTC|GMT|[+-]\d\d:?\d\d)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${time}$`, 'i');
const yearLast = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${time}$`, 'i');

/** A date and what it leaves open. */
export interface ReadDate {
  /** When it is day first and month first, the same where the year comes first; undefined if there is no such time. */
  readings: Readonly<Record<DateOrder, string | undefined>>;
  hasTime: boolean;
  hasZone: boolean;
}

/** Reads a date without deciding about its order; a date without a zone is in UTC. Undefined if it is not a date. */
export function readDate(text: string): ReadDate | undefined {
  const trimmed = text.trim();
  const [, year = '', month = '', day = '', ...rest] = yearFirst.exec(trimmed) ?? [];
  if (year !== '') {
    const only = timestampOf([year, month, day], rest);
    return { readings: { 'day-first': only, 'month-first': only }, ...precisionOf(rest) };
  }
  const [, one = '', two = '', last = '', ...more] = yearLast.exec(trimmed) ?? [];
  if (last === '') return undefined;
  const readings = {
    'day-first': timestampOf([last, two, one], more),
    'month-first': timestampOf([last, one, two], more),
  };
  return { readings, ...precisionOf(more) };
}

type Time = readonly (string | undefined)[];

const precisionOf = ([hour, , , , zone]: Time) => ({ hasTime: hour !== undefined, hasZone: zone !== undefined });

function timestampOf([year, month, day]: [string, string, string], time: Time): string | undefined {
  const [hour = '0', minute = '00', second = '00', half, zone = 'Z'] = time;
  const hours = half === undefined ? hour : hourOf(hour, half);
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?/, '$1:') : 'Z';
  const clock = [hours, minute, second].map((part) => part.padStart(2, '0')).join(':');
  const milliseconds = parseRfc3339(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${clock}${offset}`);
  return milliseconds === undefined ? undefined : toTimestamp(milliseconds);
}

/** An hour of 1 to 12 on a clock of 24; any other hour as one that no clock has. */
function hourOf(hour: string, half: string): string {
  const number = Number(hour);
  if (number < 1 || number > 12) return '99';
  return String((number % 12) + (half.toUpperCase() === 'PM' ? 12 : 0));
}

/** The timestamp of a date in UTC. Throws a Refusal if it is invalid in this order. */
export function dateOf(text: string, order: DateOrder): string {
  const timestamp = readDate(text)?.readings[order];
  if (timestamp === undefined) throw new Refusal('must be a date, such as 2025-03-02 or 2025-03-02 10:12:00 UTC');
  return timestamp;
}

/** The last second that a date covers: that of its day where it has no time. */
export function endOf(text: string, order: DateOrder): string {
  const timestamp = dateOf(text, order);
  return readDate(text)?.hasTime ? timestamp : timestamp.replace('T00:00:00Z', 'T23:59:59Z');
}

const htmlElements =
  'a|b|blockquote|br|code|del|div|em|font|h[1-6]|hr|i|img|li|ol|p|pre|s|script|small|span|strike|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul';
const htmlIn = new RegExp(String.raw`</?(?:${htmlElements})(?:\s[^<>]*)?/?>|&(?:[a-z]{2,}|#\d+|#x[\da-f]+);`, 'i');
const blockIn = /<\/?(?:blockquote|br|div|h[1-6]|hr|li|ol|p|table|tr|ul)\b/i;

const textOptions = {
  wordwrap: false as const,
  // Deeper markup, which no review has, becomes `...`.
  limits: { maxDepth: 50 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

const require = createRequire(import.meta.url);
const converters = new Map<boolean, (html: string) => string>();

/** Loads the package with the first text that needs it: loaded with this file, it takes a tenth of the time in which any command starts. */
function converterOf(preserveNewlines: boolean): (html: string) => string {
  const { compile }: typeof import('html-to-text') = require('html-to-text');
  const converter = converters.get(preserveNewlines) ?? compile({ ...textOptions, preserveNewlines });
  converters.set(preserveNewlines, converter);
  return converter;
}

/** Far more than a review holds: the parser takes time by the square of what is nested. */
const longestHtml = 50_000;

/**
 * The text of what may be HTML: a text without any stays as it is, a text with only inline elements keeps its lines. Throws a Refusal for
 * HTML that is too long.
 */
export function plainText(text: string): string {
  if (!htmlIn.test(text)) return text;
  if (text.length > longestHtml) throw new Refusal(`must have ${longestHtml} characters at most, markup included`);
  return converterOf(!blockIn.test(text))(text);
}

interface Currency {
  /** Digits after the decimal point. */
  digits: number;
  /** What may come before or after an amount. */
  signs: readonly string[];
}

const currencies = new Map<string, Currency>();

function currencyOf(code: string): Currency {
  const currency = currencies.get(code) ?? describeCurrency(code);
  currencies.set(code, currency);
  return currency;
}

function describeCurrency(code: string): Currency {
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

/** The amount of a text that is in the smallest unit already. Throws a Refusal if it is not a whole number. */
export function smallestUnitsOf(text: string): number {
  if (/^\d+$/.test(text.trim())) return numberOf(text.trim());
  throw new Refusal('must be a whole number in the smallest unit of the currency (give --decimal for 25.00)');
}

/** Far above any balance, and far below where numbers lose digits. */
function numberOf(digits: string): number {
  if (digits.length > 15) throw new Refusal('must have 15 digits at most');
  return Number(digits);
}
