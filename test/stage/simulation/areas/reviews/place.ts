import type { ImportedProduct } from '../../../../../lib/resources/catalog/fields.ts';
import { importRecords } from '../../../../../lib/resources/catalog/functions.ts';
import { joinWaitlist } from '../../../../../lib/resources/waitlist/functions.ts';
import { buy } from '../../../../support/world/reviews.ts';
import { newCustomer, newProduct, newVariant, type World } from '../../../../support/world/world.ts';
import type { Random } from '../../engine/random.ts';
import { made } from '../../engine/requests.ts';

/** Two customers who have bought two products. */
export interface Place {
  world: World;
  customers: readonly [Customer, Customer];
  /** Ids of the products, the first of which is reviewed more often. */
  products: readonly [string, string];
  /** The products as they were first imported. Shoppers wait for the first variant, customers have bought the second. */
  catalog: readonly ImportedProduct[];
  /** Reviews that clients were told of, with their authors. */
  known: { id: string; customer: string }[];
}

type Customer = ReturnType<typeof newCustomer>;

export async function begin(world: World): Promise<Place> {
  const store_id = world.store.id;
  const customers = [newCustomer(), newCustomer()] as const;
  const variants = () => [newVariant('Waited for'), newVariant(variantNames[0])];
  const products = [newProduct({ variants: variants() }), newProduct({ variants: variants() })] as const;
  await made(importRecords, { store_id, customers, products });
  await Promise.all([
    ...customers.flatMap((customer) => products.map((product) => buy(world, customer, product))),
    // Waited for, so that the list of waitlisted products shows their ratings.
    ...products.map(({ id: product_id, variants: [variant] }) =>
      made(joinWaitlist, { store_id, product_id, variant_id: variant?.id, email: 'ada@example.com' }),
    ),
  ]);
  return { world, customers, products: [products[0].id, products[1].id], catalog: products, known: [] };
}

/** What the variant that was bought is called; empty where it is gone. */
export const variantNames = ['Small', 'Tiny', ''] as const;

/** The id of a customer. */
export const customerOf = ({ customers }: Place, random: Random): string => random.pick([...customers]).id;

/** What a review may say. */
export const words = (random: Random) => ({ rating: 1 + random.below(5), title: random.pick(['Good', 'Bad']) });
