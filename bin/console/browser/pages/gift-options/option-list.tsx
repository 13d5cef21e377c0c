import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { wordsOf } from '../../parts/failure.tsx';
import { Badge } from '../../parts/states.tsx';
import { amountOf } from '../../parts/values.tsx';
import { tell } from '../../state/notices.ts';
import { finish, open } from '../../state/open-calls.ts';
import { mayWrite } from '../../state/session.ts';
import { DeleteOptionDialog } from './delete-option-dialog.tsx';
import { about, contentOf, type GiftOption, movesTo } from './gift-option.ts';
import { OptionDialog } from './option-dialog.tsx';

interface OptionListProps {
  site: string;
  options: readonly GiftOption[];
  /** Reads the list again. */
  onChange(): void;
}

/** The options in the order of the checkout, which dragging and two buttons change. */
export function OptionList({ site, options, onChange }: OptionListProps) {
  const [editing, setEditing] = useState<GiftOption>();
  const [deleting, setDeleting] = useState<GiftOption>();
  const [dragged, setDragged] = useState<GiftOption>();
  const move = async (option: GiftOption, to: number) => {
    const order = options.filter((each) => each !== option).toSpliced(to, 0, option);
    if (to < 0 || to >= options.length || order.every((each, index) => each === options[index])) return;
    try {
      // All are kept before the first is sent: a reload leaves no order that nobody chose.
      const calls = movesTo(order, option).map((moved) => {
        const body = { ...contentOf(moved.option), position: moved.position };
        return open('updateGiftOption', [site, moved.option.id, body], about('Move', site, moved.option));
      });
      for (const call of await Promise.all(calls)) await finish(call);
      tell('The order is saved.');
    } catch (error) {
      tell(wordsOf(error));
    }
    onChange();
  };
  return (
    <>
      <ul class="rows">
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
            {mayWrite() ? <Moves option={option} onMove={(step) => move(option, index + step)} /> : <span />}
            {option.image ? (
              <img src={option.image.url} alt={option.name} width="64" height="48" />
            ) : (
              <span class="no-photo" />
            )}
            <Words option={option} />
            {mayWrite() && (
              <div class="actions">
                <Button onClick={() => setEditing(option)}>Edit</Button>
                <Button onClick={() => setDeleting(option)}>Delete…</Button>
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

function Moves({ option, onMove }: { option: GiftOption; onMove(step: number): Promise<void> }) {
  return (
    <span class="moves" title="Drag to change the order">
      <Button kind="plain" aria-label={`Move ${option.name} up`} onClick={() => onMove(-1)}>
        ↑
      </Button>
      <Button kind="plain" aria-label={`Move ${option.name} down`} onClick={() => onMove(1)}>
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
