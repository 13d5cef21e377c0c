/** Staff console page, "Reads of what is mirrored": the endpoint of products. */
import { notFoundWhen } from '../../schema/errors.ts';
import { operation } from '../../schema/operation.ts';
import { product } from './fields.ts';

export const getProduct = operation({
  section: 'Catalog',
  folder: 'products',
  area: null,
  ids: { id: { of: 'product', words: 'The product.' } },
  name: 'get-product',
  summary: 'Get a product',
  words:
    'Returns the product as your systems last imported it, with its rating, and each variant with its waiting shoppers and its digital file. The counts are exact. `waiting_since` usually follows a change within a second.',
  method: 'GET',
  path: '/api/v1/products/{id}/',
  permission: 'Read',
  success: { status: 200, description: 'The product', schema: product },
  errors: [notFoundWhen('the product does not exist')],
  reach: ['Query', 'Query product_feed'],
});

/** The client's methods by name. Each method calls one operation. */
export const methods = { get: getProduct } as const;
