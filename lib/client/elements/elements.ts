/** Custom elements for the pages of a shop: importing the module defines them. */
import { StoreGiftCardBalance } from './balance.ts';
import { StoreNotifyMe } from './notify-me.ts';
import { StoreRating } from './rating.ts';
import { StoreReviewForm } from './review-form.ts';
import { StoreReviews } from './reviews.ts';

const elements = {
  'store-rating': StoreRating,
  'store-reviews': StoreReviews,
  'store-review-form': StoreReviewForm,
  'store-notify-me': StoreNotifyMe,
  'store-gift-card-balance': StoreGiftCardBalance,
};

// On a server there is no registry, and a page may load the module twice.
for (const [name, element] of Object.entries(elements)) {
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
}
