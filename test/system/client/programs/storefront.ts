/** A store's backend that has an API key and no AWS SDK: in Node, in a bundle and where there is only the web. */
import { FunctionError, Storefront } from 'store-commerce-api-client/storefront';

export async function useStorefront(baseUrl: string, apiKey: string) {
  const storefront: Storefront = new Storefront({ apiKey, baseUrl });
  const { data } = await storefront.getProductRatings({ product_ids: ['pro_teapot'] });
  const refusal = await storefront
    .payOrder({ order_id: '' }, { maxRetries: 0 })
    .then(() => 'paid')
    .catch((error: unknown) =>
      error instanceof FunctionError ? `${error.status} ${error.code} ${error.param}` : `another error: ${error}`,
    );
  return { rated: data.map(({ product_id }) => product_id), refusal };
}
