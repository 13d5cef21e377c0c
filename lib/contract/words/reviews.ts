import * as contract from '../api/reviews.ts';
import { objectWords, operationWords } from './kinds.ts';
import { createdAt, envelope, pageWords } from './shared.ts';

const review_id = 'The review. The answer is 404 once its author has deleted it.';

export const statuses = {
  published: 'Shown to everyone and counted in the rating of its product.',
  hidden: 'Hidden by the store: its author sees it in their account with the reason; it does not count.',
  shadowbanned: 'Its author is shadowbanned: they alone see it, as if nothing were; it does not count.',
  banned: 'Its author is banned: nobody sees it; it does not count.',
};

const reasons = {
  spam: 'Advertising, or the same text again and again.',
  offensive: 'Insults, hate or obscenity.',
  off_topic: 'Not about the product: shipping, another shop, politics.',
  personal_info: 'Tells a name, an address or a number of somebody.',
  other: 'Anything else; say what in the note.',
};

export const objects = [
  objectWords(contract.review, {
    id: 'Public id of the review, `rev_…`. Ids made by the service sort by their creation.',
    product_id: 'The product that is rated.',
    variant_name: 'Name of the variant that was bought; empty once the product no longer has it.',
    customer_id: 'The author. One customer has one review of a product at most.',
    author_name: 'First name and initial of the last name, such as `Ada L.`, as the storefront shows it.',
    rating: 'Stars, 1 to 5.',
    title: 'Headline, up to 120 characters; empty where the author gave none.',
    body: 'Text, up to 5,000 characters; empty where the author gave none.',
    verified_purchase: 'Whether a paid order backs the review; always `true` for those posted on the storefront.',
    status: { text: 'Who sees the review, and whether it counts.', values: statuses },
    hidden_at: 'When the store hid it, the last time; null unless `status` is `hidden`.',
    hidden_reason: {
      text: 'Why the store hid it; null unless `status` is `hidden`. Its author sees it.',
      values: reasons,
    },
    hidden_note: "The store's own note on hiding it; null where there is none. Its author never sees it.",
    created_at: createdAt,
    updated_at: "When the author last edited it. The store's moderation does not move it.",
  }),
  objectWords(contract.hideInput, {
    reason: { text: 'Why the review is hidden. Its author sees the reason in their account.', values: reasons },
    note: "For the store's team alone, up to 1,000 characters. Left out: none, and a former note is cleared.",
  }),
];

export const operations = [
  operationWords(contract.listReviews, {
    text: "Returns the store's reviews, newest first, with any of three filters together. A filter that names a product or customer the store does not have is a 404. A list follows a change usually within a second; read a review by id to see it at once.",
    path: {},
    query: {
      product: 'Only reviews of this product, `pro_…`. Unknown or malformed: 404.',
      customer: 'Only reviews by this customer, `cus_…`. Unknown or malformed: 404.',
      status: { text: 'Only reviews with this status.', values: statuses },
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
