import { useState } from 'preact/hooks';
import { Button, Link } from '../../parts/button.tsx';
import { Head, Loaded } from '../../parts/lists.tsx';
import { Badge, Empty, errorText } from '../../parts/states.tsx';
import { amountOf } from '../../parts/values.tsx';
import { notify } from '../../state/notices.ts';
import { finish, open } from '../../state/open-calls.ts';
import { useList } from '../../state/read.ts';
import { hrefOf } from '../../state/route.ts';
import { mayWrite, session } from '../../state/session.ts';
import { about, contentOf, DeleteOptionDialog, type GiftOption, movesTo, OptionDialog } from './option-dialogs.tsx';

/** Gift options of the site that the URL names, or of the first one. */
export function GiftOptionsPage({ id }: { id: string }) {
  const sites = session.value?.key.sites ?? [];
  const site = id || sites[0]?.id;
  if (!site) return <Empty title="No sites">Sites appear here after your shop imports them.</Empty>;
  return <SiteOptions key={site} site={site} />;
}

function SiteOptions({ site }: { site: string }) {
  const [isAdding, setAdding] = useState(false);
  const list = useList((shop, options) => shop.giftOptions.list(site, options), [site]);
  return (
    <>
      <Head title="Gift options">
        {mayWrite() && list.state === 'ready' && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            Add an option
          </Button>
        )}
      </Head>
      <Sites open={site} />
      <Loaded read={list} rows={4} height="4.5rem">
        {({ items }) => (
          <>
            {items.length === 0 && (
              <Empty title="No gift options">Add options, such as gift wrapping, to offer them at checkout.</Empty>
            )}
            <OptionList site={site} options={items} onChange={list.again} />
          </>
        )}
      </Loaded>
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

interface OptionListProps {
  site: string;
  options: readonly GiftOption[];
  /** Reads the list again. */
  onChange(): void;
}

/** The options in the order of the checkout, which dragging and two buttons change. */
function OptionList({ site, options, onChange }: OptionListProps) {
  const [editing, setEditing] = useState<GiftOption>();
  const [deleting, setDeleting] = useState<GiftOption>();
  const [dragged, setDragged] = useState<GiftOption>();
  const move = async (option: GiftOption, to: number) => {
    const order = options.filter((each) => each !== option).toSpliced(to, 0, option);
    if (to < 0 || to >= options.length || order.every((each, index) => each === options[index])) return;
    try {
      // All are kept before the first is sent: a reload leaves no order that staff did not choose.
      const calls = movesTo(order, option).map((moved) => {
        const body = { ...contentOf(moved.option), position: moved.position };
        return open('updateGiftOption', [site, moved.option.id, body], about('Move', site, moved.option));
      });
      for (const call of await Promise.all(calls)) await finish(call);
      notify('Sorting saved.');
    } catch (error) {
      notify(errorText(error));
    }
    onChange();
  };
  return (
    <>
      <ul class="rows" aria-label="Gift options">
        {options.map((option, index) => (
          <li
            key={option.id}
            class={`option${option === dragged ? ' dragged' : ''}`}
            draggable={mayWrite()}
            onDragStart={(event) => {
              // Firefox drags nothing that has no data.
              event.dataTransfer?.setData('text/plain', option.name);
              setDragged(option);
            }}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged) void move(dragged, index);
            }}
          >
            {mayWrite() ? (
              <Moves
                option={option}
                isFirst={index === 0}
                isLast={index === options.length - 1}
                onMove={(step) => move(option, index + step)}
              />
            ) : (
              <span />
            )}
            {option.image ? (
              <img src={option.image.url} alt={option.name} width="64" height="48" />
            ) : (
              <span class="no-photo" />
            )}
            <Words option={option} />
            {mayWrite() && (
              <div class="actions">
                <Button aria-label={`Edit ${option.name}`} onClick={() => setEditing(option)}>
                  Edit
                </Button>
                <Button aria-label={`Delete ${option.name}`} onClick={() => setDeleting(option)}>
                  Delete…
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {editing && <OptionDialog site={site} option={editing} onClose={() => setEditing(undefined)} onDone={onChange} />}
      {deleting && (
        <DeleteOptionDialog site={site} option={deleting} onClose={() => setDeleting(undefined)} onDone={onChange} />
      )}
    </>
  );
}

interface MovesProps {
  option: GiftOption;
  isFirst: boolean;
  isLast: boolean;
  onMove(step: number): Promise<void>;
}

function Moves({ option, isFirst, isLast, onMove }: MovesProps) {
  return (
    <span class="moves" title="Drag to change the order">
      <span class="handle" aria-hidden="true">
        ⠿
      </span>
      <Button kind="plain" aria-label={`Move ${option.name} up`} disabled={isFirst} onClick={() => onMove(-1)}>
        ↑
      </Button>
      <Button kind="plain" aria-label={`Move ${option.name} down`} disabled={isLast} onClick={() => onMove(1)}>
        ↓
      </Button>
    </span>
  );
}

function Words({ option }: { option: GiftOption }) {
  return (
    <div>
      <h2>
        {option.name}{' '}
        <Badge tone={option.enabled ? 'good' : 'quiet'}>{option.enabled ? 'Offered' : 'Not offered'}</Badge>
      </h2>
      {option.description && <p class="quiet">{option.description}</p>}
      <p>{amountOf(option.price)}</p>
    </div>
  );
}
