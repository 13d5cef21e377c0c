import { country, customer, required, text, token } from '../columns.ts';
import type { Format } from '../format.ts';

/** Each column has `Default Address` before its name in today's export, and did not in earlier ones. */
const either = (name: string): [string, string] => [`default_address_${name}`, name];

/** Customers of Shopify, each with one address: the default one. Customers without an address give no record. */
export const shopifyCustomers: Format = {
  name: 'shopify-customers',
  source: 'https://help.shopify.com/en/manual/migrating-to-shopify/transporter-app/csv-customers',
  kind: 'customer-addresses',
  marks: [
    ['first_name', 'default_address_address1'],
    ['first_name', 'address1', 'province_code', 'country_code'],
  ],
  records: [
    {
      where: [...either('address1'), ...either('city'), ...either('zip')],
      fields: {
        customer_id: customer('customer_id', 'email'),
        first_name: text('first_name'),
        last_name: text('last_name'),
        street1: required(text(...either('address1'))),
        street2: text(...either('address2')),
        city: required(text(...either('city'))),
        state: required(text(...either('province_code'), ...either('province'))),
        country_id: required(country(...either('country_code'), ...either('country'))),
        zip: token(...either('zip')),
      },
    },
  ],
};
