/** Calls that must not compile: each line that follows a mark is an error, and no other. */
import { StoreCommerce } from 'store-commerce-api-client';
import { Storefront } from 'store-commerce-api-client/storefront';

const shop = new StoreCommerce({ apiKey: 'sk_x', baseUrl: 'https://api.example.com' });
const storefront = new Storefront({ apiKey: 'sk_x', baseUrl: 'https://api.example.com' });

// @ts-expect-error the key is a text
new StoreCommerce({ apiKey: 5, baseUrl: 'https://api.example.com' });
// @ts-expect-error money is a number
shop.giftCards.issue({ value: '5000' });
// @ts-expect-error a value is required
shop.giftCards.issue({ note: 'Nothing' });
// @ts-expect-error there is no such field
shop.giftCards.issue({ value: 5000, recipientEmail: 'ada@example.com' });
// @ts-expect-error there is no such status
shop.reviews.list({ status: 'removed' });
// @ts-expect-error there is no such reason
shop.reviews.hide('rev_1', { reason: 'because' });
// @ts-expect-error an address has its customer's id before its own
shop.customerAddresses.get('cad_1');
// @ts-expect-error a card that is listed has no code
shop.giftCards.list().then(({ data: [card] }) => card?.code);
// @ts-expect-error the list of gift options has no pages
shop.giftOptions.list('sit_1', { limit: 5 });
// @ts-expect-error there is no such option of a call
shop.giftCards.get('gcd_1', { retries: 3 });
// @ts-expect-error a file is no path
shop.digitalFiles.upload('pro_1', 'prv_1', '/tmp/album.zip');
// @ts-expect-error a stream needs its size
shop.digitalFiles.upload('pro_1', 'prv_1', { stream: new ReadableStream<Uint8Array>() });
// @ts-expect-error a deletion answers nothing
shop.giftOptions.delete('sit_1', 'gft_1').then(({ id }) => id);
// @ts-expect-error the API key names the store
storefront.payOrder({ order_id: 'ord_1', store_id: 'sto_1' });
// @ts-expect-error ids of the payload make a repeat harmless: there is no idempotency key
storefront.payOrder({ order_id: 'ord_1' }, { idempotencyKey: 'order 1' });
// @ts-expect-error an order is required
storefront.payOrder({});
// @ts-expect-error a Storefront over HTTP has no stack
new Storefront({ apiKey: 'sk_x', baseUrl: 'https://api.example.com', stackName: 'StoreCommerceApi' });
