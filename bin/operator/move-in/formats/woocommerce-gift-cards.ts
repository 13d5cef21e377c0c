import { code, currency, decimal, expiry, exportedAt, oneOf, past, required, text } from '../columns.ts';
import type { Fields, Format } from '../format.ts';

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
