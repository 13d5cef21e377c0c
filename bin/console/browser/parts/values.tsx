/** Amounts and times as the person reads them. */
import { session } from '../state/session.ts';
import { largeFrom, parseAmountIn, plainAmountIn, type Writing } from './amounts.ts';

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

const hour = 3_600_000;

function written(time: number): string {
  const ago = time - Date.now();
  const size = Math.abs(ago);
  if (size < 60_000) return relative.format(0, 'second');
  if (size < hour) return relative.format(Math.trunc(ago / 60_000), 'minute');
  if (size < 24 * hour) return relative.format(Math.trunc(ago / hour), 'hour');
  return day.format(time);
}

/** A time of the API in the person's zone; the exact one on hover. */
export function Time({ at }: { at: string }) {
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={exact.format(time)}>
      {written(time)}
    </time>
  );
}

/** ISO 4217. */
export const currencyOfStore = (): string => session.value?.key.store.currency ?? 'USD';

const money = (currency: string) => new Intl.NumberFormat(undefined, { style: 'currency', currency });

/** How many digits a currency has behind its point. */
const digitsOf = (currency: string): number => money(currency).resolvedOptions().maximumFractionDigits ?? 2;

/** An amount in the smallest unit of a currency, as people write it. */
export const amountOf = (amount: number, currency = currencyOfStore()): string =>
  money(currency).format(amount / 10 ** digitsOf(currency));

const writingOf = (currency: string): Writing => ({ digits: digitsOf(currency) });

/** A decimal amount of the API, such as `25.00`, as people write it. */
export const decimalAmountOf = (decimal: string, currency: string): string => money(currency).format(Number(decimal));

/** The same without the currency, as a field shows it. */
export const plainAmountOf = (amount: number, currency = currencyOfStore()): string =>
  plainAmountIn(amount, writingOf(currency));

/** The same for programs: with a point, in any locale. */
export const exportedAmountOf = (amount: number, currency: string): string =>
  plainAmountIn(amount, { ...writingOf(currency), locale: 'en' });

/** What a person wrote, in the smallest unit of the currency; undefined if it is not an amount. */
export const parseAmount = (text: string, currency = currencyOfStore()): number | undefined =>
  parseAmountIn(text, writingOf(currency));

/** Whether an amount is so large that the console asks for confirmation. */
export const isLarge = (amount: number, currency = currencyOfStore()): boolean =>
  Math.abs(amount) >= largeFrom(digitsOf(currency));
