/** An order, and what staff call what it has. */
import type { CallOptions } from '../../../../../lib/client/options.ts';
import { NotFoundError, type StoreCommerce } from '../../../../../lib/client/store-commerce.ts';

type Order = Awaited<ReturnType<StoreCommerce['orders']['get']>>;
type Product = Awaited<ReturnType<StoreCommerce['products']['get']>>;

type Line = Order['lines'][number];

export const orderStatuses: Readonly<
  Record<Order['status'], { words: string; tone: 'good' | 'bad' | 'quiet' | 'warn' }>
> = {
  pending: { words: 'Pending', tone: 'warn' },
  paid: { words: 'Paid', tone: 'good' },
  fulfilled: { words: 'Fulfilled', tone: 'good' },
  cancelled: { words: 'Cancelled', tone: 'quiet' },
};

/** An order with the products of its lines by id; a product that is not imported any more is absent. */
export interface OrderWithProducts {
  order: Order;
  products: ReadonlyMap<string, Product>;
}

export async function readOrder(shop: StoreCommerce, id: string, options: CallOptions): Promise<OrderWithProducts> {
  const order = await shop.orders.get(id, options);
  const ids = [...new Set(order.lines.map(({ product_id }) => product_id))];
  const products = await Promise.all(
    ids.map((each) =>
      shop.products.get(each, options).catch((error: unknown) => {
        if (error instanceof NotFoundError) return undefined;
        throw error;
      }),
    ),
  );
  return { order, products: new Map(products.flatMap((product) => (product ? [[product.id, product]] : []))) };
}

/** What a line sells, and the file that its buyer downloads. */
export function soldBy({ product_id, variant_id }: Line, { products }: OrderWithProducts) {
  const product = products.get(product_id);
  const variant = product?.variants.find(({ id }) => id === variant_id);
  return { name: product?.name ?? product_id, variant: variant?.name, file: variant?.digital_file ?? undefined };
}
