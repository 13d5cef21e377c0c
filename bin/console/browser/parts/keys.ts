/** Keys that act on a page. */
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Key {
  /** As the list of keys has it, such as `Search`. */
  does: string;
  act(): unknown;
}

/** The place of the keys that work on all pages. */
export const everywhere = 'On every page';

type Keys = Readonly<Record<string, Key>>;

/** The keys that work now, by the place in which they do, such as `Reviews`. */
export const keysInUse = signal<ReadonlyMap<string, Keys>>(new Map());

/** Whether a key belongs to something else: to a field, or to an open dialog. */
function isTaken(target: EventTarget | null): boolean {
  const isField =
    target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null;
  return isField || document.querySelector('dialog[open]') !== null;
}

/** Keys of a place, by what is pressed. They act only if nothing else takes what is typed. */
export function useKeys(place: string, keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  // Other effects come after a frame, in which a key may be pressed already.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTaken(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      const key = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (!key) return;
      event.preventDefault();
      key.act();
    };
    addEventListener('keydown', press);
    const own = latest.current;
    keysInUse.value = new Map(keysInUse.peek()).set(place, { ...keysInUse.peek().get(place), ...own });
    return () => {
      removeEventListener('keydown', press);
      const others = Object.entries(keysInUse.peek().get(place) ?? {}).filter(([name]) => !Object.hasOwn(own, name));
      const rest = new Map(keysInUse.peek()).set(place, Object.fromEntries(others));
      if (others.length === 0) rest.delete(place);
      keysInUse.value = rest;
    };
  }, []);
}

const isMac = /Mac|iP/.test(navigator.platform);

/** The key of the palette, as the person reads it. */
export const paletteKey = isMac ? '⌘K' : 'Ctrl-K';

/** The key that sends a form from a field of several lines, as the person reads it. */
export const sendKey = isMac ? '⌘Enter' : 'Ctrl-Enter';

/** Whether a press in a field of several lines sends its form. */
export const isSendKey = ({ key, ctrlKey, metaKey, isComposing, target }: KeyboardEvent): boolean =>
  key === 'Enter' && (isMac ? metaKey : ctrlKey) && !isComposing && target instanceof HTMLTextAreaElement;

/** Whether a press is the key of the palette. With Caps Lock the letter is a capital one. */
export function isPaletteKey({ key, ctrlKey, metaKey, shiftKey, altKey, isComposing }: KeyboardEvent): boolean {
  const [wanted, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return wanted && !other && !shiftKey && !altKey && !isComposing && key.toLowerCase() === 'k';
}
