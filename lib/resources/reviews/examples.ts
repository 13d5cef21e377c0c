import { example, exampleObject } from '../../schema/examples.ts';
import { demoStore } from '../examples/demo-store.ts';
import * as reviewsFields from './fields.ts';
import * as contract from './operations.ts';

const ids = demoStore.reviews;

const lateParcel = exampleObject(reviewsFields.review, { id: ids.hidden });
const hiddenParcel = {
  ...lateParcel,
  status: 'hidden' as const,
  hidden_at: lateParcel.created_at,
  hidden_reason: 'off_topic' as const,
  hidden_note: 'About the courier, not the cup',
};

export const examples = [
  example(contract.listReviews, {
    path: {},
    query: { status: 'hidden' },
    reply: { data: [hiddenParcel], has_more: false },
  }),
  example(contract.getReview, { path: { review_id: ids.hidden }, reply: hiddenParcel }),
  example(contract.hideReview, {
    path: { review_id: ids.published },
    body: exampleObject(reviewsFields.hideInput),
    reply: exampleObject(reviewsFields.review, {
      id: ids.published,
      product_id: demoStore.products.teapot,
      variant_name: 'Large',
      rating: 2,
      title: 'Too small',
      body: 'Two cups at most.',
      status: 'hidden',
      hidden_at: lateParcel.created_at,
      hidden_reason: 'other',
      hidden_note: 'Asked the author for a photo first',
    }),
  }),
  example(contract.showReview, { path: { review_id: ids.hidden }, reply: lateParcel }),
];
