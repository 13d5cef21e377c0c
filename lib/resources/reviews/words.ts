import { envelope, pageWords } from '../../schema/shared-words.ts';
import { operationWords } from '../../schema/words.ts';
import * as reviewsFields from './fields.ts';
import * as contract from './operations.ts';

const review_id = 'The review. The answer is 404 once its author has deleted it.';

export const operations = [
  operationWords(contract.listReviews, {
    text: "Returns the store's reviews, newest first, with any of three filters together. A filter that names a product or customer the store does not have is a 404. A list follows a change usually within a second; read a review by id to see it at once.",
    path: {},
    query: {
      product: 'Only reviews of this product, `pro_…`. Unknown or malformed: 404.',
      customer: 'Only reviews by this customer, `cus_…`. Unknown or malformed: 404.',
      status: { text: 'Only reviews with this status.', values: reviewsFields.statusWords },
      ...pageWords('review'),
    },
    reply: envelope('reviews', 'newest first'),
  }),
  operationWords(contract.getReview, {
    text: 'Returns the review whatever its status, the fields that its author never sees included.',
    path: { review_id },
  }),
  operationWords(contract.hideReview, {
    text: "Takes the review off the product's page and out of its rating with the same commit. Hiding it again replaces reason, note and time. A hidden review stays hidden whatever becomes of its author's standing.",
    path: { review_id },
  }),
  operationWords(contract.showReview, {
    text: 'Undoes Hide and clears its reason, note and time. The review becomes `published`, or `shadowbanned` or `banned` where its author is. A review that is not hidden is answered unchanged. Needs no body.',
    path: { review_id },
  }),
];
