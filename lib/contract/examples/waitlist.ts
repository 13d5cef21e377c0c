import * as contract from '../api/waitlist.ts';
import { example } from './kinds.ts';

export const examples = [
  example(contract.listWaitlistedProducts, {
    path: {},
    query: { search: 'cup' },
    reply: {
      data: [
        {
          id: 'pro_cup',
          name: 'Porcelain cup',
          status: 'active',
          description: 'Thin porcelain, 150 ml.',
          delivery: 'physical',
          review_count: 2,
          rating_average: 2.5,
          waiting_count: 2,
          created_at: '2026-01-02T09:00:00Z',
          updated_at: '2026-01-02T09:00:00Z',
        },
      ],
      has_more: false,
    },
  }),
  example(contract.getProductWaitlist, {
    path: { product_id: 'pro_cup' },
    reply: { data: { product_id: 'pro_cup', waiting_count: 2 } },
  }),
];
