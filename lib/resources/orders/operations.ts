/** Staff console page, "Reads of what is mirrored": the endpoint of orders. */
import { notFoundWhen } from '../../schema/errors.ts';
import { operation } from '../../schema/operation.ts';
import { orderDetails, orderDetailsText } from './fields.ts';

export const getRecordedOrder = operation({
  section: 'Orders',
  folder: 'orders',
  area: 'gift_cards',
  ids: { id: { of: 'order', words: 'The id that the order was recorded with.' } },
  name: 'get-recorded-order',
  summary: 'Get an order',
  words: `${orderDetailsText} From a storefront backend, use \`get-order\`: it returns the same data, with a key that has \`Storefront\` permission.`,
  method: 'GET',
  path: '/api/v1/orders/{id}/',
  permission: 'Read',
  success: { status: 200, description: 'The order', schema: orderDetails },
  errors: [notFoundWhen('the order does not exist')],
  reach: ['Query'],
});

/** The client's methods by name. Each method calls one operation. */
export const methods = { get: getRecordedOrder } as const;
