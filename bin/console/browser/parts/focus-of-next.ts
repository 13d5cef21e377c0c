import { useLayoutEffect, useRef } from 'preact/hooks';

/** Gives the focus to the row that takes the place of a row which has left the list. */
export function useFocusOfNext(count: number, focus: () => void): void {
  const last = useRef(count);
  useLayoutEffect(() => {
    if (count < last.current && document.activeElement === document.body) focus();
    last.current = count;
  }, [count]);
}
