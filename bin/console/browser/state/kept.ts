/**
 * What stays in the tab of an open call or upload, so that a reload can continue it. Its content is sealed under the API key: the next person
 * in the tab cannot read it.
 */

/** The part that is readable without the API key. */
export interface Trace {
  /** The idempotency key. */
  id: string;
  storeId: string;
  /** Milliseconds since 1970. */
  begunAt: number;
}

/** The owner of a call, and what seals it: the service keeps idempotency keys by API key. */
export interface Owner {
  key: { store: { id: string } };
  seal: CryptoKey;
}

type Kind = 'call' | 'upload';

/** Milliseconds for which a trace stays in the tab. */
const longest = 24 * 3_600_000;

/** The service keeps an idempotency key for 24 hours; a clock may be off, and a repeat takes its time. */
const repeatable = 23 * 3_600_000;

const nameOf = (kind: Kind, id: string): string => `console.${kind}.${id}`;

export const newTrace = ({ key }: Owner): Trace => ({
  id: crypto.randomUUID(),
  storeId: key.store.id,
  begunAt: Date.now(),
});

/** Whether the service still knows its idempotency key. */
export const isRepeatable = ({ begunAt }: Trace): boolean => Date.now() - begunAt <= repeatable;

/** Whether the person has signed out. */
let isClosed = false;

/** Keeps a trace with its sealed content. Rejects if the person has signed out meanwhile. */
export async function keep(kind: Kind, trace: Trace, content: object, { seal }: Owner): Promise<void> {
  const sealed = await sealedWith(seal, content);
  if (isClosed) throw new Error('The session has ended');
  sessionStorage.setItem(nameOf(kind, trace.id), JSON.stringify({ ...trace, sealed }));
}

/** Bytes that can be read only with the API key: the initialization vector, and the sealed content. */
export type SealedBytes = readonly [iv: number[], sealed: number[]];

export async function sealedWith(seal: CryptoKey, content: object): Promise<SealedBytes> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, seal, bytes));
  return [[...iv], [...sealed]];
}

export const isKept = (kind: Kind, id: string): boolean => sessionStorage.getItem(nameOf(kind, id)) !== null;

export const drop = (kind: Kind, id: string): void => sessionStorage.removeItem(nameOf(kind, id));

/** Drops everything, when the person signs out. */
export function dropAll(): void {
  isClosed = true;
  dropWhere(() => true);
}

/** Drops what is too old to be of use, and what nothing can be read of. Run once, when the page loads. */
export const dropOld = (): void => dropWhere((trace) => !trace || !(Date.now() - trace.begunAt <= longest));

function dropWhere(isUseless: (trace: Sealed | undefined) => boolean): void {
  for (const name of Object.keys(sessionStorage)) {
    if (/^console\.(?:call|upload)\./.test(name) && isUseless(read(name))) sessionStorage.removeItem(name);
  }
}

type Sealed = Trace & { sealed: SealedBytes };

function read(name: string): Sealed | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? '');
    return Array.isArray(kept.sealed) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** What is kept of the owner's store, oldest first; the content only of what the owner's own key has sealed. */
export async function recall<T extends Trace, Content>(kind: Kind, { key, seal }: Owner) {
  const found = Object.keys(sessionStorage)
    .filter((name) => name.startsWith(nameOf(kind, '')))
    .flatMap((name) => read(name) ?? [])
    .filter(({ storeId }) => storeId === key.store.id)
    .toSorted((a, b) => a.begunAt - b.begunAt);
  return Promise.all(
    found.map(async ({ sealed, ...trace }) => ({
      trace: trace as unknown as T,
      content: (await opened(sealed, seal)) as Content | undefined,
    })),
  );
}

/** What was sealed; undefined if it was sealed under another API key. */
export async function opened([iv, sealed]: SealedBytes, seal: CryptoKey): Promise<unknown> {
  try {
    const of = { name: 'AES-GCM', iv: Uint8Array.from(iv) };
    const bytes = await crypto.subtle.decrypt(of, seal, Uint8Array.from(sealed));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** The key that an API key seals with. */
export async function sealOf(apiKey: string): Promise<CryptoKey> {
  const from = await crypto.subtle.importKey('raw', new TextEncoder().encode(apiKey), 'HKDF', false, ['deriveKey']);
  const way = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode('console') };
  return crypto.subtle.deriveKey(way, from, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
