/**
 * Uploads, from the choice of a file until the service has it. Each has one idempotency key, which stays in the tab with the sealed name of
 * the file: after a reload the person chooses the same file again, and only what has not arrived is sent.
 */
import { signal } from '@preact/signals';
import { ApiError } from '../../../../lib/client/store-commerce.ts';
import { drop, isRepeatable, keep, newTrace, recall, type Trace } from './kept.ts';
import { signedIn } from './session.ts';
import { untilAdmitted } from './waiting.ts';

/** What a file is for: that of a variant, by product and variant, or the photo of a gift option, by site and option. */
export interface Target {
  kind: 'file' | 'photo';
  ids: readonly [string, string];
}

/** What another key of the store may know of an upload. */
type UploadTrace = Trace & Target;

/** The file, as a person recognizes it. */
interface UploadContent {
  name: string;
  size: number;
  modified: number;
}

type StoredUpload = UploadTrace & UploadContent;

type Progress =
  | { state: 'running' | 'paused'; loaded: number }
  | { state: 'failed'; loaded: number; error: unknown }
  /** Started before a reload: the person has to choose the file again. */
  | { state: 'waiting' }
  /** Started before a reload with another API key of the store, or too long ago to continue. */
  | { state: 'unknown' };

export type Upload = StoredUpload & { progress: Progress };

/** A file with a name that another key has sealed. */
const sealed: UploadContent = { name: '', size: 0, modified: 0 };

export const uploads = signal<readonly Upload[]>([]);

const files = new Map<string, File>();
const stops = new Map<string, AbortController>();

const isOf = (target: Target) => (upload: Target) =>
  upload.kind === target.kind && upload.ids.join() === target.ids.join();

export const uploadOf = (target: Target): Upload | undefined => uploads.value.find(isOf(target));

/** Sends a file. The same file as that of an open upload continues it; another one replaces it. */
export async function upload(target: Target, file: File): Promise<unknown> {
  const open = uploads.peek().find(isOf(target));
  if (open && isSame(open, file)) return send(open, file);
  if (open) discard(open);
  const current = signedIn();
  const trace: UploadTrace = { ...newTrace(current), kind: target.kind, ids: target.ids };
  const content = { name: file.name, size: file.size, modified: file.lastModified };
  await keep('upload', trace, content, current);
  uploads.value = [...uploads.peek(), { ...trace, ...content, progress: { state: 'running', loaded: 0 } }];
  return send({ ...trace, ...content }, file);
}

const isSame = (open: Upload, file: File): boolean =>
  open.progress.state !== 'unknown' &&
  open.name === file.name &&
  open.size === file.size &&
  open.modified === file.lastModified;

export const pause = ({ id }: Trace): void => stops.get(id)?.abort(new Error('Paused'));

/** Whether a file is the one of an upload that is open, and would continue it. */
export const isOfOpenUpload = (target: Target, file: File): boolean =>
  uploads.peek().some((upload) => isOf(target)(upload) && isSame(upload, file));

/** Continues an upload if the page still has its file. */
export async function resume(open: Upload): Promise<unknown> {
  const file = files.get(open.id);
  return file && send(open, file);
}

/** Forgets an upload. The service deletes what has arrived of it within days. */
export function discard(open: Trace): void {
  pause(open);
  forget(open.id);
}

/** After a sign-in: shows what was open before the reload. */
export async function recallUploads(): Promise<void> {
  const current = signedIn();
  const kept = await recall<UploadTrace, UploadContent>('upload', current);
  uploads.value = kept.map(({ trace, content }) => {
    const goesOn = content && isRepeatable(trace);
    return { ...trace, ...(content ?? sealed), progress: { state: goesOn ? 'waiting' : 'unknown' } };
  });
}

/** Undefined if it was paused, or failed: its progress says so. */
async function send(stored: StoredUpload, file: File): Promise<unknown> {
  const { id, size } = stored;
  if (stops.has(id)) return undefined;
  const stop = new AbortController();
  stops.set(id, stop);
  files.set(id, file);
  let loaded = 0;
  show(id, { state: 'running', loaded });
  try {
    const result = await untilAdmitted(() => call(stored, file, stop.signal, onBytes), stop.signal);
    forget(id);
    return result;
  } catch (error) {
    stops.delete(id);
    if (stop.signal.aborted) show(id, { state: 'paused', loaded });
    else show(id, { state: 'failed', loaded, error });
    // The service has said no: there is nothing to continue.
    if (error instanceof ApiError && error.status < 500) drop('upload', id);
    return undefined;
  }
  function onBytes(bytes: number): void {
    loaded = Math.min(bytes, size);
    show(id, { state: 'running', loaded });
  }
}

function call(
  { kind, ids, id }: StoredUpload,
  file: File,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<unknown> {
  const { shop } = signedIn();
  const options = {
    ...{ idempotencyKey: id, signal },
    onProgress: ({ loaded }: { loaded: number }) => onBytes(loaded),
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
  drop('upload', id);
  uploads.value = uploads.peek().filter((each) => each.id !== id);
}
