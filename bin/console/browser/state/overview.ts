/** The figures of the store: read at sign-in, every minute while the tab is visible, and after the person's own changes. */
import { effect, signal } from '@preact/signals';
import type { StoreCommerce } from '../../../../lib/client/store-commerce.ts';
import { changes } from './open-calls.ts';
import type { ReadState } from './read.ts';
import { session } from './session.ts';
import { isOnline } from './waiting.ts';

export type Overview = Awaited<ReturnType<StoreCommerce['overview']['get']>>;

/** A failed attempt leaves the figures of the last one. */
export const overview = signal<ReadState<Overview>>({ state: 'loading' });

/** Milliseconds between two reads. */
const often = 60_000;

/** Milliseconds in which the service usually counts a change. */
const counting = 3000;

let last: AbortController | undefined;
let readAt = 0;

/** Reads the figures. An outdated answer is dropped. */
export async function readOverview(): Promise<void> {
  const { shop } = session.peek() ?? {};
  last?.abort();
  if (!shop) return;
  last = new AbortController();
  const stop = last.signal;
  readAt = Date.now();
  if (overview.peek().state === 'failed') overview.value = { state: 'loading' };
  try {
    const data = await shop.overview.get({ signal: stop });
    if (!stop.aborted) overview.value = { state: 'ready', data };
  } catch (error) {
    if (!stop.aborted && overview.peek().state !== 'ready') overview.value = { state: 'failed', error };
  }
}

/** Keeps the figures up to date. Run once. */
export function watchOverview(): void {
  const look = () => {
    const isDue = Date.now() - readAt >= often;
    if (isDue && document.visibilityState === 'visible' && isOnline.peek()) void readOverview();
  };
  let timer: ReturnType<typeof setTimeout>;
  effect(() => {
    if (session.value) void readOverview();
  });
  effect(() => {
    clearTimeout(timer);
    if (changes.value > 0) timer = setTimeout(readOverview, counting);
  });
  setInterval(look, often / 4);
  document.addEventListener('visibilitychange', look);
}
