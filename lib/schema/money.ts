/** An amount in a currency's smallest unit as people read it: `USD 12.50`, `JPY 500`. */
export function formatMoney(amount: number, currency: string): string {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  // By digits, not by division: every safe integer is shown exactly.
  const padded = String(Math.abs(amount)).padStart(digits + 1, '0');
  const whole = padded.slice(0, padded.length - digits);
  const shown = digits === 0 ? whole : `${whole}.${padded.slice(-digits)}`;
  return `${currency} ${amount < 0 ? '-' : ''}${shown}`;
}
