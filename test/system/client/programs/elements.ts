/** The page of a shop that uses the elements as a package. */
import 'store-commerce-api-client/elements';
import type { TokenNeededEvent, TokenScope } from 'store-commerce-api-client/elements';

const tokenFor = async (scope: TokenScope): Promise<string> => (await fetch(`/shopper-token?scope=${scope}`)).text();

document.addEventListener('store-token-needed', ({ detail, target }: TokenNeededEvent) => {
  if (target.token === null) detail.respondWith(tokenFor(detail.scope));
});

const form = document.createElement('store-review-form');
form.token = 'token';
form.setAttribute('product', 'pro_1');
const reviews = document.querySelector('store-reviews');
reviews?.setAttribute('lang', 'de');
// @ts-expect-error An element that only reads has no token.
if (reviews) reviews.token = 'token';
