/** Formats of files of gift cards: our own, and exports of Rise.ai, Square and WooCommerce. */
import {
  cell,
  code,
  currency,
  decimal,
  expiry,
  exportedAt,
  type Fields,
  type Format,
  oneOf,
  ownAmount,
  past,
  required,
  smallestUnits,
  text,
  yesOrNo,
} from '../format.ts';
import { amountOf } from '../values.ts';

/** Our own: columns named as the fields of import-gift-cards. */
export const giftCards: Format = {
  name: 'gift-cards',
  source: 'the fields of import-gift-cards',
  kind: 'gift-cards',
  marks: [['code', 'balance']],
  isOurs: true,
  records: [
    {
      fields: {
        code: code('code'),
        currency: currency('currency'),
        balance: required(ownAmount('balance')),
        initial_value: ownAmount('initial_value'),
        expires_at: expiry('expires_at'),
        recipient_email: text('recipient_email'),
        message: text('message'),
        note: text('note'),
        disabled: yesOrNo('disabled'),
        created_at: past('created_at'),
        exported_at: exportedAt,
      },
    },
  ],
};

/**
 * Gift cards of Rise.ai: what its Activity tab shows. `Balance` there is what is left, or what is left and the value when issued:
 * `20.00 / 50.00`.
 */
export const riseGiftCards: Format = {
  name: 'rise-gift-cards',
  source: 'https://help.rise.ai/en/articles/2396584-manage-your-gift-cards-store-credit',
  kind: 'gift-cards',
  marks: [
    ['code', 'source', 'balance', 'created_at'],
    ['code', 'initial_value', 'remaining_value'],
  ],
  records: [
    {
      fields: {
        code: code('code'),
        currency: currency('currency'),
        balance: required(
          cell(['remaining_value', 'balance'], (found, given) => amountOf(partsOf(found).left, given.currency)),
        ),
        initial_value: cell(['initial_value', 'balance'], (found, given) =>
          amountOf(partsOf(found).issued, given.currency),
        ),
        expires_at: expiry('next_expiration_date', 'expiration_date', 'expires_on'),
        recipient_email: text('recipient_email', 'customer_email'),
        note: text('note'),
        disabled: oneOf(['disabled', 'disable', 'fraud risk'], 'status'),
        created_at: past('created_at', 'date_issued'),
        exported_at: exportedAt,
      },
    },
  ],
};

function partsOf(balance: string): { left: string; issued: string } {
  const [left = '', issued = left] = balance.split('/');
  return { left, issued };
}

/**
 * Gift cards of Square, as its API lists them: an object a line, or a table of the same fields. `gan` is the code. It has neither the
 * initial value nor an expiry.
 */
export const squareGiftCards: Format = {
  name: 'square-gift-cards',
  source: 'https://developer.squareup.com/reference/square/objects/GiftCard',
  kind: 'gift-cards',
  marks: [
    ['gan', 'balance_money_amount'],
    ['gift_card_account_number', 'balance_money_amount'],
  ],
  records: [
    {
      fields: {
        code: code('gan', 'gift_card_account_number'),
        currency: currency('balance_money_currency'),
        balance: required(smallestUnits('balance_money_amount')),
        disabled: cell(['state'], (state) => state.toUpperCase() !== 'ACTIVE'),
        created_at: past('created_at'),
        exported_at: exportedAt,
      },
    },
  ],
};

const fieldsWith = (amounts: { balance: string; issued: string }): Fields => ({
  code: code('code'),
  currency: currency('currency'),
  balance: required(decimal(amounts.balance)),
  initial_value: decimal(amounts.issued),
  expires_at: expiry('expiration_date', 'expire_date'),
  recipient_email: text('recipient'),
  message: text('message'),
  disabled: oneOf(['off'], 'status', 'is_active'),
  created_at: past('create_date'),
  exported_at: exportedAt,
});

/** The CSV of the extension WooCommerce Gift Cards. */
export const woocommerceGiftCards: Format = {
  name: 'woocommerce-gift-cards',
  source: 'class WC_GC_CSV_Exporter of the extension; https://woocommerce.com/document/gift-cards/faq/',
  kind: 'gift-cards',
  marks: [['code', 'issued_value', 'balance']],
  records: [{ fields: fieldsWith({ balance: 'balance', issued: 'issued_value' }) }],
};

/** What the REST API of the extension lists. `balance` is the value when issued there, `remaining` what is left. */
export const woocommerceGiftCardsApi: Format = {
  ...woocommerceGiftCards,
  name: 'woocommerce-gift-cards-api',
  source: 'https://woocommerce.com/document/rest-api',
  marks: [['code', 'remaining', 'balance']],
  records: [{ fields: fieldsWith({ balance: 'remaining', issued: 'balance' }) }],
};
