/** Gift cards and store credits as commands show them, and amounts as they are typed. */
import type { StoreCommerce } from '../../lib/client/store-commerce.ts';
import { UsageError } from '../command-line/options.ts';
import { asLines, asMoney, asTable, type Outcome } from './command.ts';
import { amountOf, Refusal, smallestUnitsOf } from './move-in/values.ts';

type Account = Pick<Awaited<ReturnType<StoreCommerce['giftCards']['get']>>, 'currency' | 'initial_value' | 'balance'>;

type Entry = Awaited<ReturnType<StoreCommerce['giftCards']['listTransactions']>>['data'][number];

/** An account, with its amounts as decimals. */
export const shown = (account: Account): Outcome => ({ result: account, text: asLines(inDecimals(account)), ok: true });

/** An account with the newest transactions. */
export function withLedger(account: Account, transactions: readonly Entry[]): Outcome {
  const money = (amount: number) => asMoney(amount, account.currency);
  const rows = transactions.map(({ amount, balance, actor, ...each }) => ({
    ...each,
    ...{ amount: money(amount), balance: money(balance) },
    actor: actor.name ?? actor.type,
  }));
  const columns = ['created_at', 'type', 'amount', 'balance', 'actor', 'order_id', 'note'] as const;
  return {
    result: { ...account, transactions },
    text: `${asLines(inDecimals(account))}\n\n${asTable(columns, rows)}`,
    ok: true,
  };
}

const inDecimals = (account: Account) => ({
  ...account,
  initial_value: asMoney(account.initial_value, account.currency),
  balance: asMoney(account.balance, account.currency),
});

/** An account has few, unless its balance is used for years. */
export const transactionsShown = 500;

/**
 * The amount of an option in the smallest unit of the store's currency: of a decimal if `decimal`, and negative with a minus sign. Throws a
 * `UsageError` for any other text.
 */
export async function typedAmount(
  option: string,
  typed: string,
  { decimal, shop }: { decimal: boolean; shop: StoreCommerce },
): Promise<number> {
  const isNegative = typed.startsWith('-');
  const text = isNegative ? typed.slice(1) : typed;
  try {
    const amount = decimal ? amountOf(text, (await shop.key.get()).store.currency) : smallestUnitsOf(text);
    return isNegative ? -amount : amount;
  } catch (error) {
    throw error instanceof Refusal ? new UsageError(`--${option} ${error.message}`) : error;
  }
}
