/** What stays in the tab until the person leaves: the API key of each store, the one in use, and the records that were opened with it. */
import type { SealedBytes } from './kept.ts';

/** A key with what names it. */
export interface KeptKey {
  apiKey: string;
  /** The public id of the key. */
  id: string;
  store: { id: string; name: string };
}

/** What a tab hands to another tab of the same browser. */
export interface KeptKeys {
  keys: readonly KeptKey[];
  /** The key in use. */
  current: string;
  /** When the person last sent a request, in milliseconds since 1970. */
  usedAt: number;
}

const [inUse, all, lastUse, opened] = ['console.key', 'console.keys', 'console.key.used', 'console.recents'];

export const keyInUse = (): string | null => sessionStorage.getItem(inUse);

/** The kept keys, in the order of the sign-ins. */
export function keptKeys(): readonly KeptKey[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(all) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Keeps a key and uses it. It replaces another key of its store. */
export function keepKey(key: KeptKey): void {
  const others = keptKeys().filter(({ store }) => store.id !== key.store.id);
  sessionStorage.setItem(all, JSON.stringify([...others, key]));
  useKey(key.apiKey);
}

/** Takes over what another tab keeps. */
export function takeOver({ keys, current, usedAt }: KeptKeys): void {
  sessionStorage.setItem(all, JSON.stringify(keys));
  useKey(current);
  keepUse(usedAt);
}

export const useKey = (apiKey: string): void => sessionStorage.setItem(inUse, apiKey);

export const dropKeys = (): void => {
  for (const name of [inUse, all, lastUse, opened]) sessionStorage.removeItem(name);
};

export const keepUse = (time: number): void => sessionStorage.setItem(lastUse, String(time));

/** When the kept keys were last used; undefined if the tab does not know. */
export function usedAt(): number | undefined {
  const kept = sessionStorage.getItem(lastUse);
  return kept === null ? undefined : Number(kept);
}

/** Keeps the sealed records that were opened with a key, if the tab keeps the key too. */
export function keepRecents(keyId: string, sealed: SealedBytes): void {
  if (keyInUse() !== null) sessionStorage.setItem(opened, JSON.stringify({ keyId, sealed }));
}

/** The sealed records that were opened with a key. Those of another key are forgotten. */
export function keptRecents(keyId: string): SealedBytes | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(opened) ?? '{}');
    if (kept.keyId === keyId && Array.isArray(kept.sealed)) return kept.sealed;
  } catch {
    // Nothing can be read of it.
  }
  sessionStorage.removeItem(opened);
  return undefined;
}
