/** An amount in a currency's smallest unit as people read it in a locale (BCP 47): `$12.50`, `12,50 €`. */
export const formatMoney = (amount: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    decimalOf(amount, currency) as Intl.StringNumericLiteral,
  );

/** An amount in a currency's smallest unit as a decimal with the digits of the currency: `-12.50`, `1250` in JPY, `1.250` in KWD. */
export function decimalOf(amount: number, currency: string): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  // By digits, not by division: every safe integer is shown exactly.
  const padded = String(Math.abs(amount)).padStart(digits + 1, '0');
  const point = padded.length - digits;
  const fraction = digits > 0 ? `.${padded.slice(point)}` : '';
  return `${amount < 0 ? '-' : ''}${padded.slice(0, point)}${fraction}`;
}
