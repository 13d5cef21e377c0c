import * as contract from '../api/gift-cards.ts';
import { objectWords, operationWords } from './kinds.ts';
import { createdAt, envelope, pageWords, updatedAt } from './shared.ts';

const gift_card_id = 'The gift card, by its id: its code never stands in a path.';

export const statuses = {
  active: 'Can be applied at checkout.',
  used: 'Has no balance left; a refund or an adjustment makes it spendable again.',
  expired: 'Its `expires_at` has passed; a later expiry makes it spendable again.',
  disabled: 'Was disabled by the store; Enable makes it spendable again.',
};

const judged = 'Judged when it is read: `disabled` before `used`, `used` before `expired`.';

const expiry =
  'When the card stops working: RFC 3339 in any offset, stored in UTC. Must lie in the future. Left out or null: never';

const card = {
  id: 'Public id of the gift card, `gcd_…`.',
  last4: 'The last four characters of its code, by which people tell cards apart.',
  currency:
    'Currency of the balance (ISO 4217): that of the store when the card was issued. It pays at checkouts in that currency alone.',
  initial_value: 'Value when issued, in the smallest unit of the currency. Never changes.',
  balance:
    'What is left, in the smallest unit of the currency, what open checkouts hold included. The sum of the amounts of its transactions.',
  status: { text: `Whether it can be spent. ${judged}`, values: statuses },
  recipient_email: 'Address the code was mailed to; null where it was mailed to nobody.',
  message: "The buyer's message to the recipient; null where there is none, or no recipient.",
  note: "The store's own note, never shown to the buyer; null where there is none.",
  expires_at: 'When the card stops working; null means never.',
  disabled_at: 'When it was disabled; null while it is not.',
  created_at: createdAt,
  updated_at: updatedAt,
};

export const objects = [
  objectWords(contract.giftCard, card),
  objectWords(contract.issuedGiftCard, {
    ...card,
    code: 'The code a buyer types at checkout: 28 characters in seven groups of four. Shown in this response alone; only its hash is kept.',
  }),
  objectWords(contract.replaceGiftCardCodeInput, {
    recipient_email:
      "Address to mail the new code to, and the card's recipient from now on. Left out or null: the recipient it has, if any.",
  }),
  objectWords(contract.giftCardTransaction, {
    id: 'Public id of the entry, `gct_…`.',
    type: {
      text: 'What happened to the card. Entries are only ever added.',
      values: {
        issued: 'The card was made, with its value as amount.',
        redeemed: 'An order spent what its checkout held; the amount is negative.',
        refunded: 'A refund of an order, or its cancelling, put balance back.',
        adjusted: 'The store raised or lowered the balance.',
        disabled: 'The store disabled the card; the amount is 0.',
        enabled: 'The store enabled the card again; the amount is 0.',
      },
    },
    amount: 'Signed change of the balance, in the smallest unit of the currency.',
    balance: 'Balance after the entry.',
    order_id: 'The order that spent it, was refunded, or bought the card; null where no order is involved.',
    note: 'Why the store changed it, as it was given; null where nothing was.',
    actor: {
      text: 'Who made the change.',
      fields: {
        type: {
          text: 'Kind of the actor.',
          values: {
            api_key: 'A request with an API key; `name` is the name of the key.',
            customer: "A buyer at checkout; `name` is the buyer's mail address.",
            system: 'The service itself, as for a refund; `name` is null.',
          },
        },
        name: 'Who exactly; null for `system`, and once the customer has been deleted.',
      },
    },
    created_at: createdAt,
  }),
  objectWords(contract.issueGiftCardInput, {
    value: 'What the card is worth, in the smallest unit of the currency: 1 to 10000000 (5000 is $50.00).',
    site_id: "Site whose name and address the card's mail carries. Left out: the store's first site.",
    recipient_email: 'Address to mail the code to. Left out: no mail is sent, and this response alone holds the code.',
    message: 'For the recipient, up to 500 characters; kept only with a `recipient_email`.',
    note: "For the store's team alone, up to 500 characters.",
    expires_at: `${expiry}.`,
  }),
  objectWords(contract.updateGiftCardInput, {
    expires_at: `${expiry}, which clears it. The stored value may be sent again though it has passed.`,
    note: "For the store's team alone, up to 500 characters. Left out or null: the note is cleared.",
  }),
  objectWords(contract.adjustGiftCardInput, {
    amount:
      'Change of the balance in the smallest unit of the currency: positive raises it, negative lowers it, 0 is refused. The new balance must be 0 to 10000000 and at least what open checkouts hold.',
    note: 'Why, up to 500 characters; kept with the transaction.',
  }),
];

export const operations = [
  operationWords(contract.listGiftCards, {
    text: "Returns the store's gift cards, newest first, never with their codes. A list follows a change usually within a second; read a card by id to see it at once.",
    path: {},
    query: { status: { text: `Only cards with this status. ${judged}`, values: statuses }, ...pageWords('gift card') },
    reply: envelope('gift cards', 'newest first'),
  }),
  operationWords(contract.issueGiftCard, {
    text: "Makes a card in the store's currency and answers its code, this once. **Send an `Idempotency-Key`**: a retry then gets the same card and the same code, instead of a second card. The stored reply is encrypted with your API key. With a `recipient_email` the code is mailed too.",
    path: {},
  }),
  operationWords(contract.getGiftCard, {
    text: 'Returns the card with its balance and its status as of now. What open checkouts hold is not taken off the balance.',
    path: { gift_card_id },
  }),
  operationWords(contract.updateGiftCard, {
    text: 'Replaces expiry and note together: one that is left out or null is cleared. Works on a card of any status.',
    path: { gift_card_id },
  }),
  operationWords(contract.adjustGiftCard, {
    text: 'Adds an `adjusted` transaction with your note. Works on a card of any status. Without an `Idempotency-Key` a retry adjusts twice.',
    path: { gift_card_id },
  }),
  operationWords(contract.replaceGiftCardCode, {
    text: 'For a code that was lost, leaked or never arrived. The card keeps its id, balance, status, ledger and open holds; the old code stops working in the same commit, for everybody. The new one is mailed where there is a recipient. Works on a card of any status. **Send an `Idempotency-Key`**: a retry without one replaces the code again. Needs no body.',
    path: { gift_card_id },
  }),
  operationWords(contract.disableGiftCard, {
    text: 'Keeps the card from being applied at checkout; balance and expiry stay. A checkout that already holds part of it may still spend that part. Disabling it again changes nothing. Needs no body.',
    path: { gift_card_id },
  }),
  operationWords(contract.enableGiftCard, {
    text: 'Lets a disabled card be applied again; its status is judged anew, so it may turn out `used` or `expired`. Enabling a card that is not disabled changes nothing. Needs no body.',
    path: { gift_card_id },
  }),
  operationWords(contract.listGiftCardTransactions, {
    text: "Returns the card's ledger, newest entry first. Every change of balance or of being disabled has one entry, written in the same commit; the amounts sum to the balance.",
    path: { gift_card_id },
    query: pageWords('transaction'),
    reply: envelope('transactions', 'newest first'),
  }),
];
