import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { Link } from '../../parts/button.tsx';
import { EmptyList, FilterBox } from '../../parts/filters.tsx';
import { Head, List } from '../../parts/lists.tsx';
import { useList } from '../../state/read.ts';
import { hrefOf, route } from '../../state/route.ts';
import { WaitedProduct } from './product-page.tsx';

type Waitlisted = Awaited<ReturnType<StoreCommerce['waitlist']['list']>>['data'][number];

/** The waitlist: all products, or the variants of the one that the URL names. */
export const WaitlistPage = ({ id }: { id: string }) => (id ? <WaitedProduct id={id} /> : <WaitedProducts />);

/** The products that shoppers wait for, most waiting first. */
function WaitedProducts() {
  const search = route.value.filters.get('search') ?? undefined;
  const list = useList((shop, options) => shop.waitlist.list({ search, limit: 50 }, options), [search]);
  return (
    <>
      <Head title="Waitlist" />
      <search class="filters">
        <FilterBox name="search" label="Search by name" placeholder="Search by name" />
      </search>
      <List
        list={list}
        height="3.5rem"
        empty={
          <EmptyList filters={['search']} of="products" title="No one is waiting">
            Products appear here when shoppers ask to be emailed about a variant that is out of stock.
          </EmptyList>
        }
      >
        {(products) => <Ranking products={products} />}
      </List>
    </>
  );
}

function Ranking({ products }: { products: readonly Waitlisted[] }) {
  const most = Math.max(...products.map(({ waiting_count }) => waiting_count));
  return (
    <ol class="rows ranking" aria-label="Waitlist">
      {products.map(({ id, name, waiting_count }) => (
        <li key={id}>
          <span>
            <Link class="row-link" href={hrefOf(`waitlist/${id}`)}>
              {name}
            </Link>
          </span>
          <span class="count">{waiting_count.toLocaleString()} waiting</span>
          <Bar share={waiting_count / most} />
        </li>
      ))}
    </ol>
  );
}

/** How many wait, compared with the most wanted product. */
const Bar = ({ share }: { share: number }) => (
  <span
    class="bar"
    role="img"
    aria-label={`${share.toLocaleString(undefined, { style: 'percent' })} of the longest waitlist`}
    style={{ width: `${share * 100}%` }}
  />
);
