/** The data that a page reads, and the progress of reading. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { CallOptions } from '../../../../lib/client/options.ts';
import type { Page, StoreCommerce } from '../../../../lib/client/store-commerce.ts';
import { goingOn } from './open-calls.ts';
import { session } from './session.ts';
import { untilAdmitted } from './waiting.ts';

export type ReadState<T> = { state: 'loading' } | { state: 'ready'; data: T } | { state: 'failed'; error: unknown };

export type Read<T> = ReadState<T> & {
  again(): void;
  /** Shows the answer to a write, before the list has it as well. */
  change(next: (data: T) => T): void;
};

type Reader<T> = (shop: StoreCommerce, options: CallOptions) => Promise<T>;

/**
 * Reads when the page opens and whenever one of `causes` changes, and drops an outdated answer. Causes are compared as
 * text.
 */
export function useRead<T>(read: Reader<T>, causes: readonly unknown[]): Read<T> {
  const [found, setFound] = useState<Read<T>>();
  const [round, setRound] = useState(0);
  const reader = useRef(read);
  reader.current = read;
  const again = useCallback(() => setRound((last) => last + 1), []);
  const change = useCallback(
    (next: (data: T) => T) => setFound((last) => (last?.state === 'ready' ? { ...last, data: next(last.data) } : last)),
    [],
  );
  // Calls of before a reload have changed what is listed.
  const settled = goingOn.value?.answered === goingOn.value?.total;
  const cause = JSON.stringify([causes, settled]);
  useEffect(() => {
    const { shop } = session.peek() ?? {};
    if (!shop) return;
    const stop = new AbortController();
    setFound(undefined);
    untilAdmitted(() => reader.current(shop, { signal: stop.signal }), stop.signal).then(
      (data) => !stop.signal.aborted && setFound({ state: 'ready', data, again, change }),
      (error: unknown) => !stop.signal.aborted && setFound({ state: 'failed', error, again, change }),
    );
    return () => stop.abort();
  }, [cause, round]);
  return found ?? { state: 'loading', again, change };
}

/** The pages of a list that have been read so far. */
export interface Listed<T> {
  items: readonly T[];
  next: (() => Promise<Page<T> | undefined>) | undefined;
}

/** The page, or if filters leave it empty, the first page after it that is not. A wait for the rate limit continues with the same page. */
async function listed<T>(page: Page<T> | undefined, signal?: AbortSignal): Promise<Listed<T>> {
  let last = page;
  while (last?.data.length === 0) {
    const { next } = last;
    last = await untilAdmitted(next, signal);
  }
  return { items: last?.data ?? [], next: last?.has_more ? last.next : undefined };
}

/** A list, page by page. */
export function useList<T extends { id: string }>(
  read: Reader<Page<T>>,
  causes: readonly unknown[],
): Read<Listed<T>> & { more(): Promise<void>; put(item: T): void } {
  const found = useRead(async (shop, options) => listed(await read(shop, options), options.signal), causes);
  const more = async () => {
    const before = found.state === 'ready' ? found.data.next : undefined;
    if (!before) return;
    const { items, next } = await listed(await untilAdmitted(before));
    found.change((last) => {
      // Another list, such as that of another filter, may have replaced the one that this page continues.
      if (last.next !== before) return last;
      const known = new Set(last.items.map(({ id }) => id));
      return { items: [...last.items, ...items.filter(({ id }) => !known.has(id))], next };
    });
  };
  const put = (item: T) =>
    found.change((last) => ({ ...last, items: last.items.map((each) => (each.id === item.id ? item : each)) }));
  return { ...found, more, put };
}
