import { country, customer, text, token } from '../columns.ts';
import type { Format } from '../format.ts';

/** Customers of WooCommerce, each with a billing and a shipping address. Their passwords, which may be there, are never read. */
export const woocommerceCustomers: Format = {
  name: 'woocommerce-customers',
  source: 'https://woocommerce.com/document/import-and-export-of-woocommerce-users/',
  kind: 'customer-addresses',
  marks: [['user_email', 'billing_address_1']],
  records: ['billing', 'shipping'].map((use) => ({
    where: [`${use}_address_1`, `${use}_city`, `${use}_postcode`],
    fields: {
      // Not customer_id, which counts otherwise than id: a map of the one would name someone else by the other.
      customer_id: customer('user_email', 'id', 'user_login'),
      first_name: text(`${use}_first_name`, 'first_name'),
      last_name: text(`${use}_last_name`, 'last_name'),
      street1: text(`${use}_address_1`),
      street2: text(`${use}_address_2`),
      city: text(`${use}_city`),
      state: text(`${use}_state`),
      country_id: country(`${use}_country`),
      zip: token(`${use}_postcode`),
    },
  })),
};
