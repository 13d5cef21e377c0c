import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Link } from '../../parts/link.tsx';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { useList } from '../../state/read.ts';
import { hrefOf } from '../../state/route.ts';
import { mayWrite, session } from '../../state/session.ts';
import { OptionDialog } from './option-dialog.tsx';
import { OptionList } from './option-list.tsx';

/** Gift options of the site that the URL names, or of the first one. */
export function GiftOptionsPage({ id }: { id: string }) {
  const sites = session.value?.key.sites ?? [];
  const site = id || sites[0]?.id;
  if (!site) return <Empty title="No sites">Sites appear here once your shop has imported them.</Empty>;
  return <SiteOptions key={site} site={site} />;
}

function SiteOptions({ site }: { site: string }) {
  const [isAdding, setAdding] = useState(false);
  const list = useList((shop, options) => shop.giftOptions.list(site, options), [site]);
  return (
    <>
      <div class="head">
        <h1>Gift options</h1>
        {mayWrite() && list.state === 'ready' && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            Add an option
          </Button>
        )}
      </div>
      <Sites open={site} />
      {list.state === 'loading' && <Skeleton rows={4} height="4.5rem" />}
      {list.state === 'failed' && <Failure error={list.error} onAgain={list.again} />}
      {list.state === 'ready' && list.data.items.length === 0 && (
        <Empty title="No gift options">
          Options that you add here, such as gift wrapping, are offered at checkout.
        </Empty>
      )}
      {list.state === 'ready' && <OptionList site={site} options={list.data.items} onChange={list.again} />}
      {isAdding && <OptionDialog site={site} option={undefined} onClose={() => setAdding(false)} onDone={list.again} />}
    </>
  );
}

function Sites({ open }: { open: string }) {
  const sites = session.value?.key.sites ?? [];
  if (sites.length < 2) return null;
  return (
    <nav class="sites" aria-label="Sites">
      {sites.map(({ id, name }) => (
        <Link key={id} href={hrefOf(`gift-options/${id}`)} aria-current={id === open ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
