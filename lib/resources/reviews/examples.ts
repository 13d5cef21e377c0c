import { exampleOutput, examplesOf, functionExamplesOf } from '../../schema/examples.ts';
import { demoStore } from '../demo-store.ts';
import * as reviewsFields from './fields.ts';
import * as functions from './functions.ts';
import * as operations from './operations.ts';

export { methods } from './operations.ts';

const ids = demoStore.reviews;

const lateParcel = exampleOutput(reviewsFields.review, {
  id: ids.hidden,
  rating: 1,
  title: 'Parcel was late',
  body: 'It took three weeks.',
});
const hiddenParcel = {
  ...lateParcel,
  status: 'hidden' as const,
  hidden_at: lateParcel.created_at,
  hidden_reason: 'off_topic' as const,
  hidden_note: 'About the courier, not the cup',
};

const tooSmall = exampleOutput(reviewsFields.review, {
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
});

const answer = exampleOutput(reviewsFields.reviewReply, { review_id: ids.answered });

export const examples = examplesOf(operations, {
  listReviews: {
    path: {},
    query: { status: 'hidden', expand: 'product,customer' },
    reply: {
      data: [
        {
          ...hiddenParcel,
          product: exampleOutput(reviewsFields.reviewedProduct),
          customer: exampleOutput(reviewsFields.reviewAuthor),
        },
      ],
      has_more: false,
    },
  },
  getReview: { path: { review_id: ids.hidden }, reply: hiddenParcel },
  hideReview: {
    path: { review_id: ids.published },
    body: exampleOutput(reviewsFields.hideInput),
    reply: tooSmall,
  },
  showReview: { path: { review_id: ids.hidden }, reply: lateParcel },
  getReviewReply: {
    path: { review_id: ids.hidden },
    reply: exampleOutput(reviewsFields.reviewReply, {
      review_id: ids.hidden,
      body: 'We are sorry. The next parcel is free.',
    }),
  },
  setReviewReply: {
    path: { review_id: ids.answered },
    body: exampleOutput(reviewsFields.reviewReplyInput),
    reply: answer,
  },
  removeReviewReply: { path: { review_id: ids.hidden } },
});

const contentOf = (review: reviewsFields.Review) =>
  Object.fromEntries(reviewsFields.contentNames.map((name) => [name, review[name]]));

const replyOf = ({ body, created_at, updated_at }: typeof answer) => ({ body, created_at, updated_at });

const kettle = exampleOutput(reviewsFields.review, {
  id: ids.answered,
  product_id: demoStore.products.teapot,
  variant_name: 'Large',
  customer_id: demoStore.customers.ada,
  author_name: 'Ada L.',
  rating: 4,
  title: 'Pours well',
  body: 'Not a drop spilled. The lid could sit tighter.',
});

export const functionExamples = functionExamplesOf(functions, {
  postReview: {
    result: {
      ...kettle,
      id: 'rev_01khdq50158v3k5x9w2t6r0ybn',
      product_id: demoStore.products.book,
      variant_name: 'PDF',
      ...contentOf(exampleOutput(reviewsFields.review)),
    },
  },
  editReview: { payload: contentOf(kettle), result: kettle },
  deleteReview: {},
  listProductReviews: { result: { data: [{ ...kettle, reply: replyOf(answer) }] } },
  listCustomerReviews: {
    payload: { limit: 5 },
    result: {
      data: [lateParcel, { ...tooSmall, hidden_note: null }].map((review) => ({ ...review, reply: null })),
    },
  },
  getProductRatings: {
    result: {
      data: [
        exampleOutput(reviewsFields.productRating),
        exampleOutput(reviewsFields.productRating, {
          product_id: demoStore.products.book,
          review_count: 0,
          rating_average: null,
          ratings: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
        }),
      ],
    },
  },
  auditRatings: {},
});
