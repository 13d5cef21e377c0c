/** A store's backend, which invokes the functions on AWS. */
import { LambdaClient } from '@aws-sdk/client-lambda';
import { FunctionError, Operator, Storefront } from 'store-commerce-api-client/functions';

const [endpoint = ''] = process.argv.slice(2);
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const lambda = new LambdaClient({ endpoint, region: 'us-east-1', credentials });

const operator = new Operator({ stackName: 'StoreCommerceApi', lambda });
const store = await operator.createStore({ name: 'Made by a program', currency: 'USD' });
const storefront: Storefront = new Storefront({ stackName: 'StoreCommerceApi', lambda, storeId: store.id });
const refusal = await storefront
  .payOrder({ order_id: 'ord_none' })
  .then(() => 'paid')
  .catch((error: unknown) => (error instanceof FunctionError ? error.code : 'another error'));

console.log(JSON.stringify({ currency: store.currency, refusal }));
