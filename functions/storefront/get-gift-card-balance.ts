import { storefrontQuery } from '../../lib/chain/storefront.ts';
import { getGiftCardBalance } from '../../lib/resources/gift-cards/functions.ts';
import { balanceOf } from '../../lib/work/get-balance.ts';

export const handler = storefrontQuery(getGiftCardBalance, (request) =>
  balanceOf({ ...request, operation: getGiftCardBalance.name }),
);
