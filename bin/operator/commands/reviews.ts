/** Commands of reviews and ratings. */
import { hiddenReasons, reviewStatuses } from '../../../lib/resources/reviews/fields.ts';
import { command } from '../definition.ts';
import { after, apiKeyNeeded, customer, limit, optional, product, review, store } from '../shared-options.ts';

export const reviewCommands = {
  'reviews list': command({
    options: {
      store,
      status: { type: 'string', value: 'STATUS', choices: reviewStatuses, summary: 'only reviews with this status' },
      product: { ...optional(product), summary: 'only reviews of this product, pro_…' },
      customer: { ...optional(customer), summary: 'only reviews by this customer, cus_…' },
      ...{ limit, after: after('review') },
    },
    summary: 'List the reviews of a store, newest first',
    needs: apiKeyNeeded('Read'),
    examples: [
      '--store sto_demo --endpoint http://localhost:3000',
      '--store sto_demo --status hidden --product pro_cup --endpoint http://localhost:3000',
    ],
    run: async (...given) => (await import('../reviews.ts')).listReviews(...given),
  }),
  'reviews get': command({
    options: { store, review },
    summary: 'Show all fields of a review',
    needs: apiKeyNeeded('Read'),
    run: async (...given) => (await import('../reviews.ts')).getReview(...given),
  }),
  'reviews hide': command({
    options: {
      ...{ store, review },
      reason: {
        type: 'string',
        value: 'REASON',
        required: true,
        choices: hiddenReasons,
        summary: 'reason; the author sees it',
      },
      note: { type: 'string', value: 'TEXT', summary: 'internal note; if omitted, an earlier note is cleared' },
    },
    summary: 'Hide a review from the shop',
    needs: apiKeyNeeded('Write'),
    run: async (...given) => (await import('../reviews.ts')).hideReview(...given),
  }),
  'reviews show': command({
    options: { store, review },
    summary: 'Show a hidden review in the shop again. "reviews get" prints a review',
    needs: apiKeyNeeded('Write'),
    run: async (...given) => (await import('../reviews.ts')).showReview(...given),
  }),
  'reviews reply': command({
    options: {
      ...{ store, review },
      text: {
        type: 'string',
        value: 'TEXT',
        summary: "the store's public reply; replaces an earlier one",
        field: 'body',
      },
      remove: { type: 'boolean', summary: 'remove the reply instead' },
    },
    summary: 'Reply to a review in public, or remove the reply',
    needs: apiKeyNeeded('Write'),
    examples: [
      "--store sto_demo --review rev_00demo1 --text 'Thank you, Ada!' --endpoint http://localhost:3000",
      '--store sto_demo --review rev_00demo1 --remove --endpoint http://localhost:3000',
    ],
    run: async (...given) => (await import('../reviews.ts')).replyToReview(...given),
  }),
  'ratings audit': command({
    options: { store, after: after('product, where an earlier run stopped') },
    summary: "Audit the ratings of a store's products. The exit code is 1 if a rating differs from its reviews",
    run: async (...given) => (await import('../reports.ts')).auditRatings(...given),
  }),
};
