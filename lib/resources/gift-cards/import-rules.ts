/** The rules of gift cards that another system issued (Moving in page). Money is in the smallest unit of the card's currency. */
import { liveHolds } from '../../ledger/hold-rules.ts';
import { type Change, change, disable, open } from '../../ledger/rules.ts';
import { ApiError, missingField } from '../../schema/errors.ts';
import { importActor, refuseFuture, refuseOtherCurrency } from '../../schema/import.ts';
import type { ImportedGiftCard } from '../move-in/fields.ts';
import type { GiftCardTransaction } from './fields.ts';
import type { CodeRecord, GiftCardRecord } from './rules.ts';

/** Defaults of fields that a record omits. */
export const defaultsOf = ({ balance }: ImportedGiftCard) => ({ initial_value: balance, disabled: false });

interface Making {
  id: string;
  code: CodeRecord;
  /** The store's currency. */
  currency: string;
  now: string;
  newTransactionId(): string;
}

/** A card and its first entries: `issued`, then `adjusted` and `disabled` if needed. */
export interface CardWithEntries {
  next: GiftCardRecord;
  issued: GiftCardTransaction;
  later: readonly GiftCardTransaction[];
}

/** Throws `INVALID_FIELD` and `MISSING_FIELD`, naming the field. */
export function importCard(said: ImportedGiftCard, making: Making): CardWithEntries {
  refuseWrong(said, making);
  const first = issuedCard(said, making);
  const adjusted = adjustTo(first.next, said.balance, making);
  const disabled = said.disabled ? disable(adjusted?.next ?? first.next, circumstances(making)) : undefined;
  const { next } = disabled ?? adjusted ?? first;
  return {
    next: {
      ...next,
      imported: {
        code_hash: next.code_hash,
        issued_by: first.issued.id,
        adjusted_by: adjusted?.transaction.id,
        last_transaction_id: next.last_transaction_id,
        exported_at: said.exported_at ?? making.now,
      },
    },
    issued: first.issued,
    later: [adjusted, disabled].flatMap((one) => one?.transaction ?? []),
  };
}

function refuseWrong({ currency, balance, initial_value, created_at, exported_at }: ImportedGiftCard, making: Making) {
  refuseOtherCurrency(currency, making.currency);
  if (balance === 0 && !initial_value) throw missingField('initial_value is required');
  refuseFuture('created_at', created_at, making.now);
  refuseFuture('exported_at', exported_at, making.now);
}

function issuedCard(said: ImportedGiftCard, { id, code, currency, now, newTransactionId }: Making) {
  const { balance, initial_value, expires_at, recipient_email, message, note, created_at } = said;
  const { next: account, transaction: issued } = open(
    { id, value: initial_value ?? balance, currency, note, expires_at },
    circumstances({ now, newTransactionId }),
  );
  const next: GiftCardRecord = {
    ...account,
    last4: code.last4,
    code_hash: code.hash,
    site_id: null,
    locales: [],
    recipient_email: recipient_email ?? null,
    message: message ?? null,
    created_at: created_at ?? now,
  };
  return { next, issued };
}

type When = Pick<Making, 'now' | 'newTransactionId'>;

const circumstances = ({ now, newTransactionId }: When) => ({
  actor: importActor,
  now,
  transactionId: newTransactionId(),
});

/** Undefined if the card already has this balance. */
const adjustTo = (card: GiftCardRecord, balance: number, when: When): Required<Change<GiftCardRecord>> | undefined =>
  balance === card.balance
    ? undefined
    : change(card, { type: 'adjusted', amount: balance - card.balance }, circumstances(when));

/**
 * Applies a later export of the other system: adjusts the balance, or makes no entry if the balance is the same. Throws
 * `DUPLICATE` with both balances if `update` is false, a checkout holds the card, the card was changed here, or the record is not later.
 */
export function followExport(
  card: GiftCardRecord,
  said: ImportedGiftCard,
  update: boolean,
  when: When,
): Change<GiftCardRecord> {
  const { imported } = card;
  const isLater = said.exported_at != null && imported !== undefined && said.exported_at > imported.exported_at;
  const isUntouched =
    imported?.last_transaction_id === card.last_transaction_id && liveHolds(card, when.now).length === 0;
  if (!update || !isLater || !isUntouched) throw differs(card, said);
  refuseFuture('exported_at', said.exported_at, when.now);

  const adjusted = adjustTo(card, said.balance, when);
  const next = adjusted?.next ?? card;
  return {
    next: {
      ...next,
      imported: {
        ...imported,
        exported_at: said.exported_at ?? when.now,
        last_transaction_id: next.last_transaction_id,
      },
    },
    ...(adjusted && { transaction: adjusted.transaction }),
  };
}

const differs = ({ balance }: GiftCardRecord, said: ImportedGiftCard): ApiError =>
  new ApiError(
    'DUPLICATE',
    `A gift card with this code was imported from another record: its balance is ${balance}, the record says ${said.balance}`,
  );
