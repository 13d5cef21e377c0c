/**
 * Who is signed in. The API key is in memory, and in `sessionStorage` unless the person wants it forgotten at a reload; nowhere else. Every
 * way out reloads the document, which drops the state of all modules: nothing of one person is left for the next.
 */
import { signal } from '@preact/signals';
import { AuthenticationError, RateLimitError, StoreCommerce } from '../../../../lib/client/store-commerce.ts';
import { dropAll, dropOld, sealOf } from './kept.ts';
import { dropKeys, type KeptKey, keepKey, keepUse, keptKeys, keyInUse, takeOver, usedAt, useKey } from './kept-keys.ts';
import { askOthers, hear, sayLeft, sayUsed } from './other-tabs.ts';
import { untilAdmitted, waitsUntil } from './waiting.ts';

type CallingKey = Awaited<ReturnType<StoreCommerce['key']['get']>>;

export type Area = NonNullable<CallingKey['areas']>[number];

interface Session {
  shop: StoreCommerce;
  /** The key of the person, without its secret. */
  key: CallingKey;
  /** Seals what stays in the tab of the person's open calls. */
  seal: CryptoKey;
}

export const session = signal<Session | undefined>(undefined);

const keptFarewell = 'console.farewell';

const words = sessionStorage.getItem(keptFarewell);

/** Why the last session ended, for the page that asks for a key again. */
export const farewell = signal(words ?? '');
sessionStorage.removeItem(keptFarewell);

/** Whether the session has ended and the document is being replaced: it shows nothing any more. */
export const isOver = signal(false);

/** Whether the person may change anything. */
export const mayWrite = (): boolean => session.value?.key.permission === 'Write';

/** Whether the person may work in an area. */
export const hasArea = (area: Area): boolean => session.value?.key.areas?.includes(area) ?? true;

/** Milliseconds without a request after which a person is signed out. */
const longestPause = 8 * 3_600_000;

let lastUsed = 0;

/** A key that belongs on the shop's own server, never into a page. */
export class ServerKeyError extends Error {
  constructor() {
    super('This key is for a server');
  }
}

/** Whether the person adds the key of another store. */
export const isAdding = signal(false);

/**
 * Asks the service for the key's owner. Rejects an invalid key, with the service's own words. If someone is signed in, the document is
 * replaced: it has the state of another store.
 */
export async function signIn(apiKey: string, { keep }: { keep: boolean }): Promise<void> {
  const shop = clientOf(apiKey);
  const [key, seal] = await Promise.all([untilAdmitted(() => shop.key.get()), sealOf(apiKey)]);
  if (key.permission === 'Storefront') throw new ServerKeyError();
  if (keep) keepKey({ apiKey, id: key.id, store: { id: key.store.id, name: key.store.name } });
  else dropKeys();
  if (session.peek()) return replaceDocument();
  farewell.value = '';
  used();
  session.value = { shop, key, seal };
}

/** Signs in again after a reload, or as another tab of the browser is. */
export async function signInAgain(): Promise<void> {
  dropOld();
  // A tab that the person has just left asks no other one.
  const others = keyInUse() === null && words === null ? await askOthers() : undefined;
  if (others) takeOver(others);
  const apiKey = keyInUse();
  lastUsed = usedAt() ?? Date.now();
  if (apiKey === null) return;
  if (isUnused()) return end(pauseWords);
  await signIn(apiKey, { keep: true }).catch((error: unknown) => {
    if (isRefusedKey(error)) leave(endedWords);
    else farewell.value = 'The service did not respond. Reload this page to try again.';
  });
}

/** The stores that the person may switch to, with the current one; none if the tab keeps no key. */
export const storesOfPerson = (): readonly KeptKey['store'][] => keptKeys().map(({ store }) => store);

/** Continues as the person of another store. Open calls stay in the tab, sealed, until the person is back. */
export function switchStore(storeId: string): void {
  const next = keptKeys().find(({ store }) => store.id === storeId);
  if (!next) return;
  useKey(next.apiKey);
  replaceDocument();
}

/** Another document has nothing of this one: neither its state nor what it shows. */
function replaceDocument(): void {
  isOver.value = true;
  session.value = undefined;
  location.replace('/console/');
}

/** Ends the session by the person's own will: it leaves nothing in the tab. */
export function signOut(): void {
  dropAll();
  leave('');
}

/** Ends the session here and in every other tab with its keys. */
function leave(why: string): void {
  const current = session.peek()?.key.id;
  const kept = keptKeys().map(({ id }) => id);
  sayLeft([...new Set(current === undefined ? kept : [...kept, current])], why);
  end(why);
}

/** Ends the session. Open calls and uploads stay in the tab, sealed: the same key may continue them. */
function end(why: string): void {
  dropKeys();
  sessionStorage.setItem(keptFarewell, why);
  replaceDocument();
}

/** The browser may keep the old document to go back to. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isOver.peek()) location.reload();
});

const endedWords = 'Your API key has expired or was revoked.';
const pauseWords = 'You were signed out after 8 hours without a request.';

/** Signs out absent staff, and answers the other tabs of the browser. Run once. */
export function watchTabs(): void {
  hear({
    kept: () => {
      const current = keyInUse();
      return current === null || !session.peek() || isUnused()
        ? undefined
        : { keys: keptKeys(), current, usedAt: lastUsed };
    },
    used: (at) => {
      lastUsed = Math.max(lastUsed, Math.min(at, Date.now()));
    },
    left: (keys, why) => {
      const { id } = session.peek()?.key ?? {};
      if (id !== undefined && keys.includes(id)) end(why);
    },
  });
  const look = () => {
    if (session.peek() && isUnused()) end(pauseWords);
  };
  setInterval(look, 60_000);
  document.addEventListener('visibilitychange', look);
}

const isUnused = (): boolean => Date.now() - lastUsed > longestPause;

function used(): void {
  lastUsed = Date.now();
  if (keyInUse() !== null) keepUse(lastUsed);
  sayUsed(lastUsed);
}

function clientOf(apiKey: string): StoreCommerce {
  const shop: StoreCommerce = new StoreCommerce({
    apiKey,
    baseUrl: location.origin,
    // The figures of the store are read every minute, also while the person is away.
    onRequest: ({ path }) => !path.endsWith('/overview/') && used(),
    onRetry: ({ error, milliseconds }) => {
      if (error instanceof RateLimitError) waitsUntil(Date.now() + milliseconds);
    },
    onResponse: ({ status }) => {
      if (status === 401 && session.peek()?.shop === shop) leave(endedWords);
    },
  });
  return shop;
}

/** The current session. Throws an Error if no one is signed in. */
export function signedIn(): Session {
  const current = session.peek();
  if (!current) throw new Error('You are not signed in');
  return current;
}

/** Whether an error is the refusal of an invalid key. */
export const isRefusedKey = (error: unknown): boolean => error instanceof AuthenticationError;
