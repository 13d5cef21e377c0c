/** What is true of gift cards and store credits alike, one thing at a time. */
import type { Phase } from '../requests/table.ts';
import type { Answer, Input, Interval } from '../stage/engine/history.ts';

export interface Hold {
  held: number;
  /** What the checkout asked for: the same request again gets the same answer, after any change of the card. */
  asked: number;
  /** The last phase in which it counts. */
  until: number;
}

/** A gift card or a store credit. */
export interface Account {
  disabled: boolean;
  /** The last phase in which it can be used. */
  until: number;
  note: string | null;
  /** Oldest first, each with the time by which what made it had ended. */
  ledger: readonly (readonly [type: string, amount: number, by: number])[];
  /** By checkout. */
  holds: Record<string, Hold>;
}

export const highestBalance = 10_000_000;

/** The last phase in which something lasts that lasts for ever. */
export const noExpiry = 9;

export const balanceOf = ({ ledger }: Account): number => ledger.reduce((sum, [, amount]) => sum + amount, 0);

const liveHolds = ({ holds }: Account, phase: Phase): [string, Hold][] =>
  Object.entries(holds).filter(([, { until }]) => until >= phase);

export const heldOf = (account: Account, phase: Phase): number =>
  liveHolds(account, phase).reduce((sum, [, { held }]) => sum + held, 0);

export function statusOf(account: Account, phase: Phase): string {
  if (account.disabled) return 'disabled';
  if (balanceOf(account) === 0) return 'used';
  return account.until < phase ? 'expired' : 'active';
}

// biome-ignore lint/suspicious/noExplicitAny: an account as it was answered
export const showsAccount = (shown: any, account: Account, phase: Phase): boolean =>
  shown.balance === balanceOf(account) &&
  shown.initial_value === account.ledger[0]?.[1] &&
  shown.status === statusOf(account, phase) &&
  shown.note === account.note &&
  (shown.expires_at === null) === (account.until === noExpiry) &&
  (shown.disabled_at !== null) === account.disabled;

export const withEntry = <A extends Account>(account: A, type: string, { to }: Interval, amount = 0): A => ({
  ...account,
  ledger: [...account.ledger, [type, amount, to]],
});

/** The account after an operation, or undefined if the operation is refused. */
export function changed<A extends Account>(
  account: A,
  { kind, amount, until, note, phase }: Input,
  during: Interval,
): A | undefined {
  const { disabled } = account;
  if (kind === 'disable') return disabled ? account : { ...withEntry(account, 'disabled', during), disabled: true };
  if (kind === 'enable') return disabled ? { ...withEntry(account, 'enabled', during), disabled: false } : account;
  if (kind === 'update') return { ...account, until, note };
  if (kind !== 'adjust') return account;
  const next = withEntry(account, 'adjusted', during, amount);
  return balanceOf(next) < heldOf(account, phase) || balanceOf(next) > highestBalance ? undefined : next;
}

/** A list is of no one moment: an entry that was still being written when the list began may be missing. */
export function isLedger({ ledger }: Account, { body }: Answer, { from }: Interval): boolean {
  const shown: unknown[][] = body.data.map((entry: Record<string, unknown>) => [
    entry.type,
    entry.amount,
    entry.balance,
  ]);
  let balance = 0;
  const entries = ledger.map(([type, amount, by]) => {
    balance += amount;
    return { entry: JSON.stringify([type, amount, balance]), mayBeMissing: by > from };
  });
  const left = shown.map((entry) => JSON.stringify(entry));
  for (const { entry, mayBeMissing } of entries) {
    if (left.at(-1) === entry) left.pop();
    else if (!mayBeMissing) return false;
  }
  return left.length === 0;
}
