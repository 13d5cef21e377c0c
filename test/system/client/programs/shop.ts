/** A program that uses a store as its author would: in Node, in a bundle and in a browser. */
import {
  type GiftCard,
  InvalidRequestError,
  NotFoundError,
  type Page,
  StoreCommerce,
  StoreCommerceError,
} from 'store-commerce-api-client';

export interface Result {
  balance: number;
  transactions: string[];
  reviews: number;
  firstPage: number;
  waiting: number;
  refused: string[];
  replayed: boolean;
  uploaded: number;
  progress: number;
}

export async function useShop(baseUrl: string, apiKey: string): Promise<Result> {
  const shop = new StoreCommerce({ apiKey, baseUrl, timeout: 30_000 });

  const card = await shop.giftCards.issue({ value: 5000, note: 'From a program' });
  const key = { idempotencyKey: `adjust-${card.id}` };
  await shop.giftCards.adjust(card.id, { amount: 1 }, key);
  const { response } = await shop.giftCards.adjust(card.id, { amount: 1 }, key).withResponse();
  const disabled: GiftCard = await shop.giftCards.disable(card.id);

  const transactions: string[] = [];
  for await (const { type } of shop.giftCards.listTransactions(card.id, { limit: 1 })) transactions.push(type);

  let reviews = 0;
  for await (const review of shop.reviews.list({ limit: 1, status: 'published' })) reviews += review.rating > 0 ? 1 : 0;
  const page: Page<GiftCard> = await shop.giftCards.list({ limit: 1 });
  const { data: waitlist } = await shop.waitlist.get('pro_teapot');

  const refused: string[] = [];
  for (const wrong of [() => shop.giftCards.issue({ value: 0 }), () => shop.giftCards.get('gcd_none')]) {
    await wrong().catch((error) => {
      if (error instanceof InvalidRequestError || error instanceof NotFoundError)
        refused.push(`${error.status} ${error.code}`);
      else if (error instanceof StoreCommerceError) refused.push(error.message);
    });
  }

  let progress = 0;
  const bytes = new Uint8Array(7 * 1024 * 1024).fill(120);
  const file = await shop.digitalFiles.upload('pro_book', 'prv_bookepub', new Blob([bytes]), {
    fileName: 'seven.bin',
    onProgress: ({ loaded, total }) => {
      progress = loaded / total;
    },
  });
  await shop.digitalFiles.delete('pro_book', 'prv_bookepub', file.id);

  return {
    balance: disabled.balance,
    transactions,
    reviews,
    firstPage: page.data.length,
    waiting: waitlist.waiting_count,
    refused,
    replayed: response.replayed,
    uploaded: file.file_size,
    progress,
  };
}
