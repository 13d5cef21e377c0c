/** Formats of files of customers with their addresses: our own, and exports of Shopify and WooCommerce. */
import { countryCode, countryId, customer, type Field, type Format, past, required, text, token } from '../format.ts';

/** The column `country_id` may hold a name that is mapped or an ISO code; the column `country` holds an ISO code. */
const ownCountry = {
  country_id: {
    ...required(countryId('country_id', 'country')),
    read: ([id], given) => countryId().read([id], given),
  },
  country: {
    ...countryCode('country', 'country_id'),
    read: ([code, id], given) => code ?? countryCode().read([id], given),
  },
} as const satisfies Record<string, Field>;

/** Our own: columns named as the fields of import-customer-addresses. */
export const customerAddresses: Format = {
  name: 'customer-addresses',
  source: 'the fields of import-customer-addresses',
  kind: 'customer-addresses',
  marks: [
    ['customer_id', 'street1', 'country_id'],
    ['customer_id', 'street1', 'country'],
  ],
  isOurs: true,
  records: [
    {
      fields: {
        customer_id: customer('customer_id'),
        first_name: required(text('first_name')),
        last_name: required(text('last_name')),
        street1: required(text('street1')),
        street2: text('street2'),
        city: text('city'),
        state: text('state'),
        ...ownCountry,
        zip: token('zip'),
        id: text('id'),
        created_at: past('created_at'),
      },
    },
  ],
};

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
        city: text(...either('city')),
        state: text(...either('province_code'), ...either('province')),
        country_id: required(countryId(...either('country_code'), ...either('country'))),
        country: countryCode(...either('country_code'), ...either('country')),
        zip: token(...either('zip')),
      },
    },
  ],
};

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
      country_id: countryId(`${use}_country`),
      country: countryCode(`${use}_country`),
      zip: token(`${use}_postcode`),
    },
  })),
};
