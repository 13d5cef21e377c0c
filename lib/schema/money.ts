/** An amount in a currency's smallest unit as people read it in a locale (BCP 47): `$12.50`, `12,50 €`. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  // By digits, not by division: every safe integer is shown exactly.
  const padded = String(Math.abs(amount)).padStart(digits + 1, '0');
  const point = padded.length - digits;
  const exact = `${amount < 0 ? '-' : ''}${padded.slice(0, point)}.${padded.slice(point)}`;
  return format.format(exact as Intl.StringNumericLiteral);
}
