/**
 * Who is signed in. The API key is in memory, and in `sessionStorage` where the person asks for it; nowhere else. Every way out reloads the
 * document, which drops the state of all modules: nothing of one person is left for the next.
 */
import { signal } from '@preact/signals';
import { AuthenticationError, RateLimitError, StoreCommerce } from '../../../../lib/client/store-commerce.ts';
import { dropAll, dropOld, sealOf } from './kept.ts';
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

/** Why the last session ended, for the page that asks for a key again. */
export const farewell = signal(sessionStorage.getItem(keptFarewell) ?? '');
sessionStorage.removeItem(keptFarewell);

/** Whether the session has ended and the document is being replaced: it shows nothing any more. */
export const isOver = signal(false);

/** Whether the person may change anything. */
export const mayWrite = (): boolean => session.value?.key.permission === 'Write';

/** Whether the person may work in an area. */
export const hasArea = (area: Area): boolean => session.value?.key.areas?.includes(area) ?? true;

const kept = 'console.key';
const keptSince = 'console.key.used';

/** Milliseconds without a request after which a person is signed out. */
const longestPause = 8 * 3_600_000;

let lastUsed = 0;

/** A key that belongs on the shop's own server, never into a page. */
export class ServerKeyError extends Error {
  constructor() {
    super('This key is for a server');
  }
}

/** Asks the service for the key's owner. Rejects an invalid key, with the service's own words. */
export async function signIn(apiKey: string, { keep }: { keep: boolean }): Promise<void> {
  const shop = clientOf(apiKey);
  const [key, seal] = await Promise.all([untilAdmitted(() => shop.key.get()), sealOf(apiKey)]);
  if (key.permission === 'Storefront') throw new ServerKeyError();
  if (keep) sessionStorage.setItem(kept, apiKey);
  else sessionStorage.removeItem(kept);
  farewell.value = '';
  used();
  session.value = { shop, key, seal };
}

/** Signs in again after a reload, with the key that the person let the tab keep. */
export async function signInAgain(): Promise<void> {
  dropOld();
  const apiKey = sessionStorage.getItem(kept);
  lastUsed = Number(sessionStorage.getItem(keptSince) ?? Date.now());
  if (apiKey === null) return;
  if (isUnused()) return end(pauseWords);
  await signIn(apiKey, { keep: true }).catch((error: unknown) => {
    if (isRefusedKey(error)) end(endedWords);
    else farewell.value = 'The service did not respond. Reload this page to try again.';
  });
}

const isKept = (): boolean => sessionStorage.getItem(kept) !== null;

/** Ends the session by the person's own will: it leaves nothing in the tab. */
export function signOut(): void {
  dropAll();
  end('');
}

/** Ends the session. Open calls and uploads stay in the tab, sealed: the same key may continue them. */
function end(why: string): void {
  sessionStorage.removeItem(kept);
  sessionStorage.removeItem(keptSince);
  sessionStorage.setItem(keptFarewell, why);
  isOver.value = true;
  session.value = undefined;
  location.replace('/console/');
}

/** The browser may keep the old document to go back to. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isOver.peek()) location.reload();
});

const endedWords = 'Your API key has expired or was revoked.';
const pauseWords = 'You were signed out after 8 hours without a request.';

/** Signs out absent staff. Run once. */
export function watchPauses(): void {
  const look = () => {
    if (session.peek() && isUnused()) end(pauseWords);
  };
  setInterval(look, 60_000);
  document.addEventListener('visibilitychange', look);
}

const isUnused = (): boolean => Date.now() - lastUsed > longestPause;

function used(): void {
  lastUsed = Date.now();
  if (isKept()) sessionStorage.setItem(keptSince, String(lastUsed));
}

const clientOf = (apiKey: string): StoreCommerce =>
  new StoreCommerce({
    apiKey,
    baseUrl: location.origin,
    onRequest: used,
    onRetry: ({ error, milliseconds }) => {
      if (error instanceof RateLimitError) waitsUntil(Date.now() + milliseconds);
    },
    onResponse: ({ status }) => {
      if (status === 401 && session.peek()) end(endedWords);
    },
  });

/** The current session. Throws an Error if no one is signed in. */
export function signedIn(): Session {
  const current = session.peek();
  if (!current) throw new Error('You are not signed in');
  return current;
}

/** Whether an error is the refusal of an invalid key. */
export const isRefusedKey = (error: unknown): boolean => error instanceof AuthenticationError;
