/** Storefront page, `import-records`. */
import * as z from 'zod/mini';
import { invocable } from '../../schema/invocable.ts';
import { limits } from '../../schema/limits.ts';
import { codePoints } from '../../schema/text.ts';
import { importedCustomer } from '../customers/fields.ts';
import { storeId } from '../stores/fields.ts';
import { importedProduct, importedSite } from './fields.ts';

const records = <T extends z.ZodMiniType>(label: string, record: T) =>
  z.nullish(z.array(record, { error: `${label} must be an array` }));

/** Code points of the names of products: what finding them by their names costs. */
const nameLength = (products: readonly { name: string }[]): number =>
  products.reduce((sum, { name }) => sum + codePoints(name), 0);

export const importRecords = invocable({
  name: 'import-records',
  group: 'operator',
  summary:
    "Mirror a store's sites, customers and products, 100 at once and 25,000 characters of product names; each record replaces the one with its id",
  payload: z
    .object({
      store_id: storeId,
      sites: records('sites', importedSite),
      customers: records('customers', importedCustomer),
      products: records('products', importedProduct),
    })
    .check(
      z.refine(
        ({ sites, customers, products }) =>
          (sites?.length ?? 0) + (customers?.length ?? 0) + (products?.length ?? 0) <= limits.importRecords,
        { error: `At most ${limits.importRecords} records can be imported at once` },
      ),
      z.refine(({ products }) => nameLength(products ?? []) <= limits.importNames, {
        error: `products must have names of ${limits.importNames} characters or fewer together`,
      }),
    ),
  result: z.object({ imported: z.object({ sites: z.int(), customers: z.int(), products: z.int() }) }),
  takesLong: true,
  errors: [],
  reach: ['Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem', 'SendMessage waitlist'],
});
