/** A store on a running local service with an unreachable rate limit, and one of each thing that it sells by. */

import { LambdaClient } from '@aws-sdk/client-lambda';
import { operatorOn } from '../../../bin/operator/invoke.ts';
import { Storefront } from '../../../lib/client/functions.ts';

export const stack = 'StoreCommerceApi';

export interface Shop {
  store: string;
  key: string;
  customer: string;
  product: string;
  variant: string;
  site: string;
}

/** The names of what it has end like the store's. The product is a file, so that it can be bought, waited for and uploaded. */
export async function newShop(endpoint: string, store: string, requests = 10_000_000): Promise<Shop> {
  const name = store.slice(4);
  const shop = { store, customer: `cus_${name}`, product: `pro_${name}`, variant: `prv_${name}`, site: `sit_${name}` };
  const time = '2026-01-01T00:00:00Z';
  const operator = operatorOn({ stack, endpoint })(store);
  const rate_limit = { requests, window_seconds: 86_400 };
  await operator.createStore({ store_id: store, name, currency: 'USD', rate_limit });
  await operator.importRecords({
    sites: [{ id: shop.site, name, email_from: 'shop@example.com', url: 'https://shop.example.com' }],
    customers: [
      { id: shop.customer, email: 'ada@example.com', email_verified: true, first_name: 'Ada', last_name: 'Lovelace' },
    ],
    products: [
      {
        ...{
          id: shop.product,
          name: 'Book',
          status: 'active',
          delivery: 'digital',
          created_at: time,
          updated_at: time,
        },
        variants: [{ id: shop.variant, name: 'PDF' }],
      },
    ],
  });
  const { api_key } = await operator.createApiKey({ name, permission: 'Write' });
  return { ...shop, key: api_key };
}

/** What shoppers do in a store of a running local service. */
export function storefrontOn(endpoint: string, storeId: string): Storefront {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const lambda = new LambdaClient({ endpoint, region: 'us-east-1', credentials });
  return new Storefront({ stackName: stack, lambda, storeId });
}
