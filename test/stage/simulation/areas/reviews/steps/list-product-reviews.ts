import { listProductReviews as contract } from '../../../../../../lib/resources/reviews/functions.ts';
import type { Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

/** The first product's page, as a customer sees it. */
export const listingOfProduct = ({ world, products: [product] }: Place, viewer: string): Step =>
  invocation(
    contract,
    { kind: 'product page', viewer, product },
    { store_id: world.store.id, site_id: world.sites[0].id, product_id: product, viewer_customer_id: viewer },
  );
