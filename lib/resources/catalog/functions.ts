/** Storefront page, `import-records`. */
import * as z from 'zod/mini';
import { exampleOutput } from '../../schema/examples.ts';
import { field, inputOf, shownOf } from '../../schema/field.ts';
import { invocable } from '../../schema/invocable.ts';
import { limits } from '../../schema/limits.ts';
import { codePoints } from '../../schema/text.ts';
import { importedCustomer } from '../customers/fields.ts';
import { storeId } from '../stores/fields.ts';
import { imported, importedProduct, importedSite } from './fields.ts';

const records = <T extends z.ZodMiniType>(label: string, record: T) =>
  z.nullish(z.array(record, { error: `${label} must be an array` }));

/** Code points of all product names; the cost of the name search depends on them. */
const nameLength = (products: readonly { name: string }[]): number =>
  products.reduce((sum, { name }) => sum + codePoints(name), 0);

export const importRecords = invocable({
  name: 'import-records',
  group: 'operator',
  summary: 'Import sites, customers and products',
  words:
    'Copies records from your own systems. Each record replaces the one with the same id; ratings and waitlist counts, which this service computes, are kept. A call accepts up to 100 records and 25,000 characters of product names. If one record breaks a rule, nothing is stored. If a variant is removed from a product, its waitlist is deleted.',
  same: 'Importing the same records again changes nothing.',
  payload: inputOf({
    store_id: storeId,
    sites: field({
      input: records('sites', importedSite),
      words:
        'Sites of the store. The site imported first is the default: cards issued without a `site_id` are emailed in its name.',
      example: undefined,
    }),
    customers: field({
      input: records('customers', importedCustomer),
      words: 'Customers of the store.',
      example: [exampleOutput(importedCustomer)],
    }),
    products: field({
      input: records('products', importedProduct),
      words: 'Products of the store, with all their variants.',
      example: [exampleOutput(importedProduct)],
    }),
  }).check(
    z.refine(
      ({ sites, customers, products }) =>
        (sites?.length ?? 0) + (customers?.length ?? 0) + (products?.length ?? 0) <= limits.importRecords,
      { error: `At most ${limits.importRecords} records can be imported at once` },
    ),
    z.refine(({ products }) => nameLength(products ?? []) <= limits.importNames, {
      error: `products must have names of ${limits.importNames} characters or fewer together`,
    }),
  ),
  result: shownOf({
    imported: field({
      shown: imported,
      words: 'How many records were stored, by kind.',
      example: exampleOutput(imported),
    }),
  }),
  takesLong: true,
  errors: [
    {
      code: 'DUPLICATE',
      message: 'public_reviews cannot be true: another store has public reviews of a site with this id',
      when: 'another store has a site with the same id and `public_reviews`',
    },
  ],
  reach: [
    'Query',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'ConditionCheckItem',
    'SendMessage waitlist',
    'GetSecretValue key',
  ],
});
