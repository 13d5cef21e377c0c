/** The records that the person opened last. They stay in the tab only as long as its key does, and every way out erases them. */
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keepRecents, keptRecents, type Recent } from './kept-keys.ts';
import { hrefOf, route } from './route.ts';
import { session } from './session.ts';

/** How many are listed. */
const most = 10;

/** Newest first. */
export const recents = signal<readonly Recent[]>([]);

effect(() => {
  const id = session.value?.key.id;
  recents.value = id === undefined ? [] : keptRecents(id);
});

/** Lists the record of the page that is open, once its name is known. */
export function useRecent(kind: string, title: string | undefined): void {
  const { path } = route.value;
  useEffect(() => {
    const { key } = session.peek() ?? {};
    if (!title || !key) return;
    const href = hrefOf(path);
    const others = recents.peek().filter((recent) => recent.href !== href);
    recents.value = [{ href, kind, title }, ...others].slice(0, most);
    keepRecents(key.id, recents.peek());
  }, [path, kind, title]);
}
