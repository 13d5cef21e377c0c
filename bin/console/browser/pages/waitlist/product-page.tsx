import { useState } from 'preact/hooks';
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { Figure } from '../../parts/account.tsx';
import { Button, Link } from '../../parts/button.tsx';
import { CopyId } from '../../parts/copy.tsx';
import { Failure, Skeleton } from '../../parts/states.tsx';
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
      <p class="back">
        <Link href={hrefOf('waitlist')}>Waitlist</Link>
      </p>
      <div class="head">
        <h1>{product.state === 'ready' ? product.data.name : 'Product'}</h1>
        <CopyId id={id} />
      </div>
      {product.state === 'loading' && <Skeleton rows={4} height="3rem" />}
      {product.state === 'failed' && <Failure error={product.error} onAgain={product.again} />}
      {product.state === 'ready' && (
        <>
          <dl class="figures">
            <Figure label="Waiting">
              {product.data.variants.reduce((sum, { waiting_count }) => sum + waiting_count, 0).toLocaleString()}
            </Figure>
          </dl>
          <Variants variants={product.data.variants} emailed={emailed} onRestock={setRestocked} />
        </>
      )}
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

interface VariantsProps {
  variants: readonly Variant[];
  /** How many shoppers are being emailed, by variant. */
  emailed: ReadonlyMap<string, number>;
  onRestock(variant: Variant): void;
}

function Variants({ variants, emailed, onRestock }: VariantsProps) {
  return (
    <table>
      <thead>
        <tr>
          <th>Variant</th>
          <th class="amount">Waiting</th>
          <th class="wide">Since</th>
          {mayWrite() && <th>Restock</th>}
        </tr>
      </thead>
      <tbody>
        {variants.map((variant) => (
          <tr key={variant.id}>
            <td>
              {variant.name || variant.id} <Emailed count={emailed.get(variant.id)} />
            </td>
            <td class="amount">{variant.waiting_count.toLocaleString()}</td>
            <td class="wide">{variant.waiting_since && <Time at={variant.waiting_since} />}</td>
            {mayWrite() && (
              <td>
                {variant.waiting_count > (emailed.get(variant.id) ?? 0) && (
                  <Button aria-label={`Email shoppers… ${variant.name}`} onClick={() => onRestock(variant)}>
                    Email shoppers…
                  </Button>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shown until the counts are read again, with the next visit of the page. */
const Emailed = ({ count }: { count: number | undefined }) =>
  count ? (
    <small class="note">
      {count.toLocaleString()} {count === 1 ? 'is' : 'are'} being emailed. The count follows within a minute.
    </small>
  ) : null;
