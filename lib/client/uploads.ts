/** Uploads: small files in one request, others straight to the bucket. */
import { type UploadReplies, uploadRoutes, wholeFileBytes } from './api.ts';
import type { Answer } from './call.ts';
import { StoreCommerceError } from './errors.ts';
import { type FileSource, isBlob, openFile, type UploadOptions } from './file.ts';
import type { Part } from './links.ts';
import { type Plan, sendParts } from './parts.ts';
import { bounded } from './retries.ts';
import type { Route } from './route.ts';
import type { Sender } from './sender.ts';

/** A kind of upload: a digital file or a photo. */
interface Kind {
  routes: { whole: Route; start: Route; resume: Route; finish: Route; abandon?: Route };
  /** The body of Start. */
  announce(about: { name: string; type: string | undefined; size: number }): object;
  planOf(answered: object, size: number): Plan;
  /** The body of Finish, if it has one. */
  report?(parts: readonly Part[]): object;
  /** Detects the content type of a file without one. */
  guess?(file: Blob): Promise<string | undefined>;
}

export const fileKind: Kind = {
  routes: uploadRoutes.file,
  announce: ({ name, type, size }) => ({ file_name: name, file_size: size, content_type: type }),
  planOf(answered) {
    const { id, part_size, parts } = answered as UploadReplies['file']['start'];
    return { id, partSize: part_size, parts };
  },
  report: (parts) => ({ parts: parts.map(({ part_number, etag }) => ({ part_number, etag })) }),
};

export const photoKind: Kind = {
  routes: uploadRoutes.photo,
  announce: ({ type, size }) => ({ content_type: type, file_size: size }),
  planOf(answered, size) {
    const { id, url, headers, etag } = answered as UploadReplies['photo']['resume'];
    return { id, partSize: size, parts: [{ part_number: 1, url, etag }], headers };
  },
  async guess(photo) {
    const [first] = new Uint8Array(await photo.slice(0, 1).arrayBuffer());
    return first === 0x89 ? 'image/png' : first === 0xff ? 'image/jpeg' : undefined;
  },
};

/** One upload. */
interface Job {
  kind: Kind;
  sender: Sender;
  ids: readonly string[];
  file: FileSource;
  options: UploadOptions;
}

/** Uploads a file. When its signal is aborted, rejects at once and stops in the background. */
export const upload = <Reply>(job: Job): Promise<Answer<Reply>> =>
  bounded({ signal: job.options.signal }, async () => {
    // A path and a Buffer have no size.
    if (!(job.file?.size >= 0)) {
      throw new StoreCommerceError('The file must be a Blob, such as await openAsBlob(path), or { stream, size }');
    }
    return job.options.resume === undefined && job.file.size <= wholeFileBytes ? sendWhole(job) : sendInParts(job);
  });

async function sendWhole<Reply>({ kind, sender, ids, file, options }: Job): Promise<Answer<Reply>> {
  const { size } = file;
  const { whole } = kind.routes;
  const source = openFile(file);
  const bytes = await source.next(size);
  await source.end();
  const type = options.contentType ?? (isBlob(file) ? file.type : '');
  const form = new FormData();
  form.append(whole.field ?? '', new Blob([bytes], { type }), nameOf(file, options));
  const answer = await sender.send<Reply>(whole, ids, { form, bytes: size }, options);
  options.onProgress?.({ loaded: size, total: size });
  return answer;
}

async function sendInParts<Reply>(job: Job): Promise<Answer<Reply>> {
  const { kind, sender, ids, options } = job;
  const plan = await planned(job);
  try {
    return await finished(job, plan);
  } catch (error) {
    const isKept = options.resume !== undefined || options.onStart !== undefined;
    const { abandon } = kind.routes;
    if (!isKept && abandon) {
      await sender.send(abandon, [...ids, plan.id], {}, { ...options, signal: undefined }).catch(() => undefined);
    }
    throw error;
  }
}

/** Starts a new upload, or resumes one. */
async function planned(job: Job): Promise<Plan> {
  const { kind, sender, ids, file, options } = job;
  if (options.resume !== undefined) return resumed(job, options.resume);
  const type = options.contentType || (isBlob(file) ? file.type || (await kind.guess?.(file)) : undefined);
  const about = { name: nameOf(file, options), type: type || undefined, size: file.size };
  const { data, response } = await sender.send<object>(kind.routes.start, ids, { body: kind.announce(about) }, options);
  const plan = kind.planOf(data, file.size);
  await options.onStart?.(plan.id);
  // Another attempt started it with the same key, and may have sent some parts.
  return response.replayed ? resumed(job, plan.id) : plan;
}

/** An earlier upload, with new links. */
async function resumed({ kind, sender, ids, file, options }: Job, id: string): Promise<Plan> {
  const { data } = await sender.send<object>(kind.routes.resume, [...ids, id], {}, options);
  const plan = kind.planOf(data, file.size);
  if (Math.ceil(file.size / plan.partSize) !== plan.parts.length) {
    throw new StoreCommerceError('The file is not the one that the upload was started with: its size differs');
  }
  return plan;
}

async function finished<Reply>(job: Job, plan: Plan): Promise<Answer<Reply>> {
  const { kind, sender, ids, file, options } = job;
  const renew = async () => (await resumed(job, plan.id)).parts;
  const parts = await sendParts(sender, file, plan, renew, options);
  const input = kind.report ? { body: kind.report(parts) } : {};
  // One key for each upload, in any process.
  const idempotencyKey = `finish-${plan.id}`;
  return sender.send<Reply>(kind.routes.finish, [...ids, plan.id], input, { ...options, idempotencyKey });
}

const nameOf = (file: FileSource, { fileName }: UploadOptions): string =>
  fileName ?? ('name' in file && typeof file.name === 'string' && file.name ? file.name : 'file');
