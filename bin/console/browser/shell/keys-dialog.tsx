import { signal } from '@preact/signals';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { everywhere, keysInUse, paletteKey, sendKey, useKeys } from '../parts/keys.ts';

const isShown = signal(false);

export const showKeys = (): void => {
  isShown.value = true;
};

/** All keys that work now, those of the page first. `?` opens it. */
export function KeysDialog() {
  useKeys(everywhere, { '?': { does: 'Show this list', act: showKeys } });
  if (!isShown.value) return null;
  const close = () => {
    isShown.value = false;
  };
  const places = [...keysInUse.value].toSorted(([a], [b]) => Number(a === everywhere) - Number(b === everywhere));
  return (
    <Dialog title="Keys" onClose={close}>
      {places.map(([place, keys]) => (
        <section key={place} aria-label={place}>
          <h3>{place}</h3>
          <dl class="key-list">
            {Object.entries(keys).map(([key, { does }]) => (
              <Line key={key} pressed={key} does={does} />
            ))}
            {place === everywhere && (
              <>
                <Line pressed={paletteKey} does="Open the palette of pages, recent records and actions" />
                <Line pressed={sendKey} does="Send a form from a field of several lines" />
                <Line pressed="Escape" does="Close a list or a dialog" />
              </>
            )}
          </dl>
        </section>
      ))}
      <div class="form-end">
        <Button onClick={close}>Close</Button>
      </div>
    </Dialog>
  );
}

const Line = ({ pressed, does }: { pressed: string; does: string }) => (
  <div>
    <dt>
      <kbd>{pressed}</kbd>
    </dt>
    <dd>{does}</dd>
  </div>
);
