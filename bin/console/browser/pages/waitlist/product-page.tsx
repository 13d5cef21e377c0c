import { useState } from 'preact/hooks';
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { Figure } from '../../parts/account.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyId } from '../../parts/copy.tsx';
import { type Column, Head, Loaded, Table } from '../../parts/lists.tsx';
import { Time } from '../../parts/values.tsx';
import { useRead } from '../../state/read.ts';
import { useRecent } from '../../state/recents.ts';
import { hrefOf } from '../../state/route.ts';
import { mayWrite } from '../../state/session.ts';
import { RestockDialog } from './restock-dialog.tsx';

type Product = Awaited<ReturnType<StoreCommerce['products']['get']>>;

type Variant = Product['variants'][number];

/** Who waits for the variants of a product, and since when. */
export function WaitedProduct({ id }: { id: string }) {
  const [restocked, setRestocked] = useState<Variant>();
  // The service counts shoppers as it emails them: the counts of the page are from before.
  const [emailed, setEmailed] = useState<ReadonlyMap<string, number>>(new Map());
  const product = useRead((shop, options) => shop.products.get(id, options), [id]);
  useRecent('Product', product, ({ name }) => name);
  return (
    <>
      <Head
        back={{ href: hrefOf('waitlist'), words: 'Waitlist' }}
        title={product.state === 'ready' ? product.data.name : 'Product'}
      >
        <CopyId id={id} />
      </Head>
      <Loaded read={product} rows={4} height="3rem">
        {({ variants }) => (
          <>
            <dl class="figures">
              <Figure label="Waiting">
                {variants.reduce((sum, { waiting_count }) => sum + waiting_count, 0).toLocaleString()}
              </Figure>
            </dl>
            <Table rows={variants} columns={columnsOf(emailed, setRestocked)} />
          </>
        )}
      </Loaded>
      {restocked && product.state === 'ready' && (
        <RestockDialog
          product={product.data}
          variant={restocked}
          onClose={() => setRestocked(undefined)}
          onDone={(count) => setEmailed(new Map([...emailed, [restocked.id, count]]))}
        />
      )}
    </>
  );
}

/** The columns of the variants. `emailed` has the number of shoppers who are being emailed, by variant. */
function columnsOf(emailed: ReadonlyMap<string, number>, onRestock: (variant: Variant) => void): Column<Variant>[] {
  const restock = (variant: Variant) =>
    variant.waiting_count > (emailed.get(variant.id) ?? 0) && (
      <Button aria-label={`Email shoppers… ${variant.name}`} onClick={() => onRestock(variant)}>
        Email shoppers…
      </Button>
    );
  return [
    {
      head: 'Variant',
      cell: ({ id, name }) => (
        <>
          {name || id} <Emailed count={emailed.get(id)} />
        </>
      ),
    },
    { head: 'Waiting', class: 'amount', cell: ({ waiting_count }) => waiting_count.toLocaleString() },
    { head: 'Since', class: 'wide', cell: ({ waiting_since }) => waiting_since && <Time at={waiting_since} /> },
    ...(mayWrite() ? [{ head: 'Restock', cell: restock }] : []),
  ];
}

/** Shown until the counts are read again, with the next visit of the page. */
const Emailed = ({ count }: { count: number | undefined }) =>
  count ? (
    <small class="note">
      {count.toLocaleString()} {count === 1 ? 'is' : 'are'} being emailed. The count follows within a minute.
    </small>
  ) : null;
