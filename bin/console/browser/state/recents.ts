/**
 * The records that the person opened last. They stay in the tab only as long as its key does, sealed under it: a title may be a name or an
 * email address. Every way out erases them.
 */
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { NotFoundError } from '../../../../lib/client/store-commerce.ts';
import { opened, sealedWith } from './kept.ts';
import { keepRecents, keptRecents } from './kept-keys.ts';
import type { Read } from './read.ts';
import { hrefOf, route } from './route.ts';
import { session } from './session.ts';

/** A record that the person opened. */
interface Recent {
  href: string;
  /** Such as `Customer`. */
  kind: string;
  title: string;
}

/** How many are listed. */
const most = 10;

/** Newest first. */
export const recents = signal<readonly Recent[]>([]);

effect(() => {
  recents.value = [];
  const { key, seal } = session.value ?? {};
  if (key && seal) void recall(key.id, seal);
});

async function recall(keyId: string, seal: CryptoKey): Promise<void> {
  const kept = keptRecents(keyId);
  const found = kept && ((await opened(kept, seal)) as Recent[] | undefined);
  if (found && session.peek()?.key.id === keyId) put(recents.peek(), found);
}

/** Lists records before others, each once, and keeps the list. */
function put(first: readonly Recent[], others: readonly Recent[]): void {
  const known = new Set(first.map(({ href }) => href));
  const listed = [...first, ...others.filter(({ href }) => !known.has(href))].slice(0, most);
  recents.value = listed;
  void keep(listed);
}

async function keep(listed: readonly Recent[]): Promise<void> {
  const { key, seal } = session.peek() ?? {};
  if (!key || !seal) return;
  const sealed = await sealedWith(seal, listed);
  // A newer list or the end of the session replaces this one.
  if (recents.peek() === listed) keepRecents(key.id, sealed);
}

/** Lists the record of the page that is open, once its name is known. A record that is gone is listed no more. */
export function useRecent<T>(kind: string, read: Read<T>, titleOf: (data: T) => string): void {
  const { path } = route.value;
  const title = read.state === 'ready' ? titleOf(read.data) : undefined;
  const isGone = read.state === 'failed' && read.error instanceof NotFoundError;
  useEffect(() => {
    if (!session.peek()) return;
    const href = hrefOf(path);
    const others = recents.peek().filter((recent) => recent.href !== href);
    if (title) put([{ href, kind, title }], others);
    else if (isGone) put([], others);
  }, [path, kind, title, isGone]);
}
