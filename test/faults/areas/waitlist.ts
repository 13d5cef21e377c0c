/** The waitlist: each address counts once for a variant, and the counts are those of the shoppers who wait. */
import { handler as count } from '../../../functions/api/waitlist/get-product-waitlist.ts';
import { handler as join } from '../../../functions/storefront/join-waitlist.ts';
import { handler as leave } from '../../../functions/storefront/leave-waitlist.ts';
import * as contract from '../../../lib/contract/waitlist.ts';
import { ask, tell } from '../answers.ts';
import type { Area, Step } from '../area.ts';
import { isExplained, type Model } from '../history.ts';

/** Who waits for what. */
type State = readonly string[];

export const apply: Model<State> = (state, { kind, shopper }, answer) => {
  if (kind === 'count') return answer?.ok && answer.body.data.waiting_count === state.length ? state : undefined;
  if (answer && (!answer.ok || answer.body.waiting !== (kind === 'join'))) return undefined;
  const others = state.filter((waiting) => waiting !== shopper);
  return kind === 'join' ? [...others, shopper].toSorted() : others;
};

export const waitlist: Area = {
  name: 'restock waitlist',
  async begin(world) {
    const [product] = world.products;
    const shoppers = ['ada@example.com', 'ADA@example.com', 'grace@example.com'] as const;
    return {
      subject: product.id,
      explains: (operations) => isExplained<State>([], operations, apply),
      next(random): Step {
        const variant_id = product.variants[random.below(product.variants.length)]?.id ?? '';
        const email = random.pick(shoppers);
        const [kind, handler] = random.chance(0.65) ? (['join', join] as const) : (['leave', leave] as const);
        return {
          subject: product.id,
          keyed: false,
          input: { kind, shopper: `${variant_id} ${email.toLowerCase()}` },
          send: () => tell(handler, { store_id: world.store.id, product_id: product.id, variant_id, email }),
        };
      },
      last: () => [
        {
          subject: product.id,
          keyed: false,
          input: { kind: 'count' },
          send: () => ask(count, contract.getProductWaitlist, { path: { product_id: product.id }, key: world.read }),
        },
      ],
    };
  },
};
