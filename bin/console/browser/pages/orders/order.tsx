/** An order, and what staff call what it has. */
import type { CallOptions } from '../../../../../lib/client/options.ts';
import { NotFoundError, type StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { Badge } from '../../parts/states.tsx';
import type { GiftCard } from '../gift-cards/gift-card.ts';

type Order = Awaited<ReturnType<StoreCommerce['orders']['get']>>;
type Product = Awaited<ReturnType<StoreCommerce['products']['get']>>;

type Line = Order['lines'][number];

const statuses: Readonly<Record<Order['status'], { words: string; tone: 'good' | 'quiet' | 'warn' }>> = {
  pending: { words: 'Pending', tone: 'warn' },
  paid: { words: 'Paid', tone: 'good' },
  fulfilled: { words: 'Fulfilled', tone: 'good' },
  cancelled: { words: 'Cancelled', tone: 'quiet' },
};

export const OrderStatus = ({ status }: Pick<Order, 'status'>) => (
  <Badge tone={statuses[status].tone}>{statuses[status].words}</Badge>
);

/** An order with the products of its lines and the gift cards that paid, by id; a product that is not imported any more is absent. */
export interface OrderWithRecords {
  order: Order;
  products: ReadonlyMap<string, Product>;
  cards: ReadonlyMap<string, GiftCard>;
}

export async function readOrder(shop: StoreCommerce, id: string, options: CallOptions): Promise<OrderWithRecords> {
  const order = await shop.orders.get(id, options);
  const paying = order.payments.flatMap((payment) => (payment.type === 'gift_card' ? [payment.gift_card_id] : []));
  const [products, cards] = await Promise.all([
    byId(
      order.lines.map(({ product_id }) => product_id),
      (each) => shop.products.get(each, options),
    ),
    byId(paying, (each) => shop.giftCards.get(each, options)),
  ]);
  return { order, products, cards };
}

/** Reads records, each once; a record that is not found is absent. */
async function byId<T>(ids: readonly string[], read: (id: string) => Promise<T>): Promise<ReadonlyMap<string, T>> {
  const found = await Promise.all(
    [...new Set(ids)].map(async (id): Promise<[string, T][]> => {
      try {
        return [[id, await read(id)]];
      } catch (error) {
        if (error instanceof NotFoundError) return [];
        throw error;
      }
    }),
  );
  return new Map(found.flat());
}

/** The part of an order's total that its refunds returned to the payment card. */
export const refundedToCard = ({ refunds }: Order): number => refunds.reduce((sum, { to_card }) => sum + to_card, 0);

/** Whether a part of an order that was not cancelled was refunded. */
export const isPartlyRefunded = ({ status, refunded, total }: Order): boolean =>
  (status === 'paid' || status === 'fulfilled') && refunded > 0 && refunded < total;

/** What a line sells, and the file that its buyer downloads. */
export function soldBy({ product_id, variant_id }: Line, { products }: OrderWithRecords) {
  const product = products.get(product_id);
  const variant = product?.variants.find(({ id }) => id === variant_id);
  return { name: product?.name ?? product_id, variant: variant?.name, file: variant?.digital_file ?? undefined };
}
