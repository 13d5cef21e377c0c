import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as storefront from '../../../lib/resources/waitlist/functions.ts';
import * as api from '../../../lib/resources/waitlist/operations.ts';
import { type Command, endpoint, invoked, started } from '../every-order/command.ts';
import type { Ground } from '../every-order/ground.ts';
import type { Situation } from '../every-order/situations.ts';

const everywhere: { in: readonly Situation[] } = { in: ['usual', 'restocking', 'rushed'] };

const teapot = ({ teapot }: Ground) => ({ product_id: teapot.id });

export const waitlist: readonly Command[] = [
  endpoint(api.listWaitlistedProducts, () => ({}), { in: ['usual', 'rushed'] }),
  endpoint(api.listWaitlistedProducts, () => ({ query: { search: 'pot' } }), { asked: 'by name' }),
  endpoint(api.getProductWaitlist, (ground) => ({ path: teapot(ground) }), everywhere),
  invoked(
    storefront.joinWaitlist,
    ({ waiting }, which) => ({ ...waiting, email: `new.${which}@example.com` }),
    everywhere,
  ),
  invoked(
    storefront.joinWaitlist,
    ({ waiting, site }) => ({ ...waiting, email: 'zoe@example.com', site_id: site.id }),
    {
      asked: 'again',
      ...everywhere,
    },
  ),
  invoked(storefront.leaveWaitlist, ({ waiting }) => ({ ...waiting, email: 'Zoe@example.com' }), everywhere),
  invoked(storefront.restockVariant, ({ waiting }, which) => ({ ...waiting, restock_id: `restock-${which}` }), {
    in: ['usual', 'restocking'],
  }),
  invoked(storefront.getRestock, () => ({ restock_id: 'restock' }), { in: ['restocking'] }),
  // A variant has another name, one is new, and the product is found by another name.
  invoked(
    importRecords,
    ({ teapot, small, large }, which) => ({
      products: [
        {
          ...teapot,
          name: (['Coffee pot', 'Kettle'] as const)[which],
          variants: [small, { ...large, name: (['Huge', 'Big'] as const)[which] }],
        },
      ],
    }),
    { asked: 'a product', ...everywhere },
  ),
  invoked(importRecords, ({ teapot, large }) => ({ products: [{ ...teapot, variants: [large] }] }), {
    asked: 'a product without its variant',
    ...everywhere,
  }),
  started('work-on-waitlist', ({ queued }) => queued, { asked: 'a restock', in: ['restocking'] }),
  started('work-on-waitlist', ({ queued }) => queued, { asked: 'a settlement', in: ['rushed'] }),
];
