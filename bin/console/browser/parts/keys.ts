/** Keys that act on a page. */
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Keys of a page, by what they do. They are the page's own only where nothing else takes what is typed. */
export function useKeys(keys: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  // Other effects come after a frame, in which a key may be pressed already.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      const isTaken =
        (target instanceof Element &&
          target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null) ||
        document.querySelector('dialog[open]') !== null;
      if (isTaken || event.metaKey || event.ctrlKey || event.altKey) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
