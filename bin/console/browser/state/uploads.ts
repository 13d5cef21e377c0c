/**
 * Uploads, from the choice of a file until the service has it. Each has one idempotency key, which stays in `sessionStorage` with the name of
 * the file: after a reload the person chooses the same file again, and only what has not arrived is sent.
 */
import { signal } from '@preact/signals';
import { ApiError } from '../../../../lib/client/store-commerce.ts';
import { session } from './session.ts';
import { untilAdmitted } from './waiting.ts';

/** What a file is for: that of a variant, by product and variant, or the photo of a gift option, by site and option. */
export interface Target {
  kind: 'file' | 'photo';
  ids: readonly [string, string];
}

interface Begun extends Target {
  /** The idempotency key. */
  id: string;
  keyId: string;
  begunAt: number;
  name: string;
  size: number;
  modified: number;
}

type Progress =
  | { state: 'running' | 'paused'; loaded: number }
  | { state: 'failed'; loaded: number; error: unknown }
  /** Begun before a reload: the person has to choose the file again. */
  | { state: 'waiting' }
  /** Begun before a reload with another API key, or too long ago to go on. */
  | { state: 'unknown' };

export type Upload = Begun & { progress: Progress };

export const uploads = signal<readonly Upload[]>([]);

const prefix = 'console.upload.';

/** The service keeps an idempotency key, and an upload that is not finished, for 24 hours. */
const resumable = 23 * 3_600_000;

const files = new Map<string, File>();
const stops = new Map<string, AbortController>();

const isOf = (target: Target) => (upload: Target) =>
  upload.kind === target.kind && upload.ids.join() === target.ids.join();

export const uploadOf = (target: Target): Upload | undefined => uploads.value.find(isOf(target));

/** Sends a file. The same file as that of an open upload goes on with it; another one takes its place. */
export function upload(target: Target, file: File): Promise<unknown> {
  const open = uploads.peek().find(isOf(target));
  if (open && isSame(open, file)) return send(open, file);
  if (open) discard(open);
  const begun: Begun = {
    ...{ kind: target.kind, ids: target.ids, id: crypto.randomUUID(), keyId: signedIn().key.id, begunAt: Date.now() },
    ...{ name: file.name, size: file.size, modified: file.lastModified },
  };
  sessionStorage.setItem(prefix + begun.id, JSON.stringify(begun));
  uploads.value = [...uploads.peek(), { ...begun, progress: { state: 'running', loaded: 0 } }];
  return send(begun, file);
}

const isSame = (open: Upload, file: File): boolean =>
  open.progress.state !== 'unknown' &&
  open.name === file.name &&
  open.size === file.size &&
  open.modified === file.lastModified;

export const pause = ({ id }: Begun): void => stops.get(id)?.abort(new Error('Paused'));

/** Goes on with an upload whose file the page still has. */
export async function resume(open: Upload): Promise<unknown> {
  const file = files.get(open.id);
  return file && send(open, file);
}

/** Forgets an upload. The service deletes what has arrived of it within days. */
export function discard(open: Begun): void {
  pause(open);
  forget(open.id);
}

/** Forgets all, when the person signs out. */
export function discardUploads(): void {
  for (const each of uploads.peek()) discard(each);
}

/** After a sign-in: shows what was open before the reload. */
export function recallUploads(): void {
  const { key } = signedIn();
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(prefix));
  const kept = names.map((name) => JSON.parse(sessionStorage.getItem(name) ?? 'null') as Begun);
  uploads.value = kept.map((begun) => {
    const goesOn = begun.keyId === key.id && Date.now() - begun.begunAt <= resumable;
    return { ...begun, progress: { state: goesOn ? 'waiting' : 'unknown' } };
  });
}

/** Undefined where it was paused, or failed: its progress says so. */
async function send(begun: Begun, file: File): Promise<unknown> {
  const { id, size } = begun;
  if (stops.has(id)) return undefined;
  const stop = new AbortController();
  stops.set(id, stop);
  files.set(id, file);
  let loaded = 0;
  show(id, { state: 'running', loaded });
  try {
    const result = await untilAdmitted(() => call(begun, file, stop.signal, told), stop.signal);
    forget(id);
    return result;
  } catch (error) {
    stops.delete(id);
    if (stop.signal.aborted) show(id, { state: 'paused', loaded });
    else show(id, { state: 'failed', loaded, error });
    // The service has said no: there is nothing to go on with.
    if (error instanceof ApiError && error.status < 500) sessionStorage.removeItem(prefix + id);
    return undefined;
  }
  function told(bytes: number): void {
    loaded = Math.min(bytes, size);
    show(id, { state: 'running', loaded });
  }
}

function call(
  { kind, ids, id }: Begun,
  file: File,
  signal: AbortSignal,
  told: (bytes: number) => void,
): Promise<unknown> {
  const { shop } = signedIn();
  const options = {
    ...{ idempotencyKey: id, signal },
    onProgress: ({ loaded }: { loaded: number }) => told(loaded),
    // Without it the client would abandon an upload that fails.
    onStart: () => undefined,
  };
  return kind === 'file'
    ? shop.digitalFiles.upload(...ids, file, options)
    : shop.giftOptions.setImage(...ids, file, options);
}

const show = (id: string, progress: Progress): void => {
  uploads.value = uploads.peek().map((each) => (each.id === id ? { ...each, progress } : each));
};

function forget(id: string): void {
  stops.delete(id);
  files.delete(id);
  sessionStorage.removeItem(prefix + id);
  uploads.value = uploads.peek().filter((each) => each.id !== id);
}

function signedIn() {
  const current = session.peek();
  if (!current) throw new Error('Nobody is signed in');
  return current;
}
