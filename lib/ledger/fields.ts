/** The fields that gift cards and store credits share: of accounts, of the entries of their ledgers, and of the bodies that change them. */
import * as z from 'zod/mini';
import { bodyOf, field, idOf, objectOf, shownInteger, shownOf, times } from '../schema/field.ts';
import { type Resource, replyId } from '../schema/ids.ts';
import { limits } from '../schema/limits.ts';
import { optionalText } from '../schema/text.ts';
import { timestamp, timestampInput } from '../schema/times.ts';
import { integer } from '../schema/values.ts';

/** The name of an account in sentences about its kind. */
export type Noun = 'card' | 'credit';

export const accountStatuses = ['active', 'used', 'expired', 'disabled'] as const;

/** Computed on read: `disabled` takes precedence over `used`, and `used` over `expired`. */
export type AccountStatus = (typeof accountStatuses)[number];

/** The meaning of each status, for the reference. */
export const statusWords: Readonly<Record<AccountStatus, string>> = {
  active: 'Can be applied at checkout.',
  used: 'Has no balance left; a refund or an adjustment can make it spendable again.',
  expired: 'Its `expires_at` has passed; a later expiry makes it spendable again.',
  disabled: 'Disabled by the store; cannot be applied at checkout until it is enabled.',
};

/** The words of a field that holds a status. */
export const wordsOfStatus = (text: string) => ({
  text: `${text} The status is computed on read: \`disabled\` takes precedence over \`used\`, and \`used\` over \`expired\`.`,
  values: statusWords,
});

/** The message for an unknown status in a query. */
export const wrongStatus = 'status must be active, used, expired, or disabled';

/** The first fields that the object of an account shares: its value and its status. */
export const valueFields = (noun: Noun) => ({
  currency: field({
    shown: z.string(),
    words: `Currency of the balance (ISO 4217): the currency of the store when the ${noun} was issued. The ${noun} pays only at checkouts in this currency.`,
    example: 'USD',
  }),
  initial_value: shownInteger({
    words: 'Value when issued, in the smallest unit of the currency. Never changes.',
    example: 5000,
  }),
  balance: shownInteger({
    words:
      'Balance in the smallest unit of the currency, including funds held by open checkouts. Equals the sum of the transaction amounts.',
    example: 5000,
  }),
  status: field({
    shown: z.enum(accountStatuses),
    words: wordsOfStatus(`Whether the ${noun} can be spent.`),
    example: 'active',
  }),
});

/** The last fields that the object of an account shares. */
export const termFields = (noun: Noun) => ({
  note: field({
    shown: z.nullable(z.string()),
    personal: true,
    words: 'Internal note of the store, or null. Never shown to the buyer.',
    example: null,
  }),
  expires_at: field({
    shown: z.nullable(timestamp),
    words: `When the ${noun} stops working; null means never.`,
    example: null,
  }),
  disabled_at: field({
    shown: z.nullable(timestamp),
    words: `When the ${noun} was disabled; null if it is not disabled.`,
    example: null,
  }),
  ...times,
});

interface TransactionKind {
  resource: Resource;
  noun: Noun;
  /** Of an entry's id. */
  example: string;
  /** How orders are involved in entries. */
  orders: string;
}

/** The object of a ledger entry. `id` is its name in the reference. */
export const transactionOf = (id: string, { resource, noun, example, orders }: TransactionKind) =>
  objectOf(id, {
    id: idOf(resource, { words: `Public id of the entry, \`${example.slice(0, 3)}_…\`.`, example }),
    type: field({
      shown: z.enum(['issued', 'redeemed', 'refunded', 'adjusted', 'disabled', 'enabled']),
      words: {
        text: 'The kind of change. Entries are only ever added.',
        values: {
          issued: `The ${noun} was issued; the amount is its initial value.`,
          redeemed: 'An order spent the funds held by its checkout; the amount is negative.',
          refunded: 'Refunding or cancelling an order returned money to the balance.',
          adjusted: 'The store raised or lowered the balance.',
          disabled: `The store disabled the ${noun}; the amount is 0.`,
          enabled: `The store enabled the ${noun} again; the amount is 0.`,
        },
      },
      example: 'adjusted',
    }),
    amount: shownInteger({
      words: 'Signed change of the balance, in the smallest unit of the currency.',
      example: 500,
    }),
    balance: shownInteger({ words: 'Balance after the entry.', example: 6000 }),
    order_id: field({
      shown: z.nullable(replyId('order')),
      words: `${orders}; null if no order is involved.`,
      example: null,
    }),
    note: field({
      shown: z.nullable(z.string()),
      personal: true,
      words: 'Reason given by the store, or null.',
      example: 'Lid was missing',
    }),
    actor: field({
      shown: shownOf({
        type: field({
          shown: z.enum(['api_key', 'customer', 'system']),
          words: {
            text: 'Kind of the actor.',
            values: {
              api_key: 'A request with an API key; `name` is the name of the key.',
              customer: "A buyer at checkout; `name` is the buyer's email address.",
              system: `The service itself, for example for a refund; \`name\` is null, or \`import\` for an imported ${noun}.`,
            },
          },
          example: 'api_key',
        }),
        name: field({
          shown: z.nullable(z.string()),
          words:
            'Name of the API key, or email address of the customer (null after the customer is deleted); for `system`, `import` or null.',
          example: 'Demo write key',
        }),
      }),
      personal: true,
      words: 'The actor that made the change.',
      example: { type: 'api_key', name: 'Demo write key' },
    }),
    created_at: times.created_at,
  });

export type Transaction = z.output<ReturnType<typeof transactionOf>>;

const noteText = optionalText({ label: 'note', max: limits.giftCardText });

const expiresAt = z.nullish(timestampInput('expires_at'));

/** The description of an expiry in a body, without its last full stop. */
const expiryWords = (noun: Noun): string =>
  `When the ${noun} stops working: RFC 3339 with any offset, stored in UTC. Must be in the future. If omitted or null, the ${noun} never expires`;

const exampleExpiry = '2029-12-31T23:59:59Z';

/** The value of a new account, in a body. */
export const initialValue = field({
  input: integer({
    label: 'value',
    min: 1,
    max: limits.giftCardValue,
    outside: `value must be between 1 and ${limits.giftCardValue}`,
  }),
  words: 'Initial balance in the smallest unit of the currency: 5000 is $50.00.',
  example: 5000,
});

/** The note, with its example, and the expiry of a new account, in a body. */
export const termInputs = (noun: Noun, { example }: { example: string }) => ({
  note: field({
    input: noteText,
    words: 'Internal note, visible to your team only, up to 500 characters.',
    example,
  }),
  expires_at: field({ input: expiresAt, words: `${expiryWords(noun)}.`, example: exampleExpiry }),
});

/** The body that replaces expiry and note. `id` is its name in the reference. */
export const updateInputOf = (id: string, noun: Noun) =>
  bodyOf(id, {
    expires_at: field({
      input: expiresAt,
      words: `${expiryWords(noun)}; a stored expiry is cleared. You can send the stored value again even if it has passed.`,
      example: exampleExpiry,
    }),
    note: field({
      input: noteText,
      words: 'Internal note, visible to your team only, up to 500 characters. If omitted or null, the note is cleared.',
      example: 'Asked for a later date',
    }),
  });

export type UpdateInput = z.output<ReturnType<typeof updateInputOf>>;

const nonzero = 'amount must be a nonzero integer';

/** The body that raises or lowers the balance. `id` is its name in the reference. */
export const adjustInputOf = (id: string) =>
  bodyOf(id, {
    amount: field({
      input: integer({
        label: 'amount',
        min: Number.MIN_SAFE_INTEGER,
        outside: nonzero,
        wrongType: nonzero,
      }).check(
        z.refine((amount) => amount !== 0, { error: nonzero }),
        z.meta({ examples: [500] }),
      ),
      words:
        'Change of the balance in the smallest unit of the currency: positive raises it, negative lowers it, 0 is refused. The new balance must be 0 to 10000000 and cover the funds held by open checkouts.',
      example: 500,
    }),
    note: field({
      input: noteText,
      words: 'Reason for the change, up to 500 characters; stored with the transaction.',
      example: 'Lid was missing',
    }),
  });

export type AdjustInput = z.output<ReturnType<typeof adjustInputOf>>;
