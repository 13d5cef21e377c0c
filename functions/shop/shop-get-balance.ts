import { reading } from '../../lib/chain/function.ts';
import { shopGetBalance } from '../../lib/resources/gift-cards/shop-calls.ts';
import { shopFunction } from '../../lib/shop/shop-call.ts';
import { balanceOf } from '../../lib/work/get-balance.ts';

export const handler = shopFunction(shopGetBalance, {
  work: ({ names }) =>
    reading(({ payload, ...request }) =>
      balanceOf({ ...request, payload: { ...payload, shoppers: names }, operation: shopGetBalance.name }),
    ),
});
