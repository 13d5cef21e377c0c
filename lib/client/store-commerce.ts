/** The client of the Store Commerce API. */
import { type Groups, routes, type UploadReplies } from './api.ts';
import { type Call, callOf } from './call.ts';
import type { FileSource, UploadOptions } from './file.ts';
import { type Envelope, List } from './list.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import type { Route } from './route.ts';
import { Sender } from './sender.ts';
import { fileKind, photoKind, upload } from './uploads.ts';

export type * from './api.ts';
export type { Answer, Call, ResponseInfo } from './call.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  StoreCommerceError,
  TimeoutError,
  UnknownFieldsError,
} from './errors.ts';
export type { FileSource, FileStream, UploadOptions } from './file.ts';
export type { List, Page } from './list.ts';
export type { Attempt, CallOptions, ClientOptions, Observers } from './options.ts';

export interface GiftOptionUploads {
  /**
   * Sets or replaces the photo of a gift option: a JPEG or PNG of up to 50 MB. A photo of more than 4 MiB goes straight to the bucket.
   *
   * Permission: Write.
   */
  setImage(
    siteId: string,
    id: string,
    photo: FileSource,
    options?: UploadOptions,
  ): Call<UploadReplies['photo']['finish']>;
}

export interface DigitalFileUploads {
  /**
   * Uploads or replaces the digital file of a variant, up to 500 MiB. A file of more than 4 MiB goes straight to the bucket in parallel
   * parts. Each part is retried separately, and at most `concurrency` parts are in memory.
   *
   * Permission: Write.
   */
  upload(
    productId: string,
    variantId: string,
    file: FileSource,
    options?: UploadOptions,
  ): Call<UploadReplies['file']['finish']>;
}

/** Groups of methods, one for each resource. */
export interface StoreCommerce extends Groups {
  readonly giftOptions: Groups['giftOptions'] & GiftOptionUploads;
  readonly digitalFiles: Groups['digitalFiles'] & DigitalFileUploads;
}

/** Client of a store. Every call takes effect once: retries use the idempotency key of the first attempt. */
export const StoreCommerce = class StoreCommerce {
  constructor(options?: ClientOptions) {
    const sender = new Sender(options);
    const groups = groupsOf(sender);
    Object.assign(this, groups, {
      giftOptions: { ...groups.giftOptions, ...giftOptionUploads(sender) },
      digitalFiles: { ...groups.digitalFiles, ...digitalFileUploads(sender) },
    });
  }
} as new (
  options?: ClientOptions,
) => StoreCommerce;

const giftOptionUploads = (sender: Sender): GiftOptionUploads => ({
  setImage: (siteId, id, file, given = {}) =>
    callOf(upload({ kind: photoKind, sender, ids: [siteId, id], file, options: given })),
});

const digitalFileUploads = (sender: Sender): DigitalFileUploads => ({
  upload: (productId, variantId, file, given = {}) =>
    callOf(upload({ kind: fileKind, sender, ids: [productId, variantId], file, options: given })),
});

/** Creates the methods of all groups from their routes. */
function groupsOf(sender: Sender): Groups {
  const groups = Object.entries<Readonly<Record<string, Route>>>(routes).map(([name, group]) => [
    name,
    Object.fromEntries(Object.entries(group).map(([method, route]) => [method, methodOf(route, sender)])),
  ]);
  return Object.fromEntries(groups);
}

function methodOf(route: Route, sender: Sender) {
  const ids = route.path.split('{').length - 1;
  return (...args: unknown[]) => {
    const given = args.slice(0, ids);
    const rest = args.slice(ids);
    if (route.input === 'query' && !route.isList) return callOf(sendWithQuery(sender, route, given, Object(rest[0])));
    const input = route.input && (rest.shift() ?? {});
    const [options] = rest as [CallOptions?];
    if (!route.isList) return callOf(sender.send(route, given, route.input ? { [route.input]: input } : {}, options));
    return new List((after) => {
      const query = { ...Object(input), ...(after !== undefined && { after }) };
      return sender.send<Envelope<unknown>>(route, given, { query }, options);
    });
  };
}

/** Sends a call with the query that is among its options. */
function sendWithQuery(sender: Sender, route: Route, ids: unknown[], given: object) {
  const [query, options] = [true, false].map((isField) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => route.fields?.includes(name) === isField)),
  );
  return sender.send(route, ids, { query }, options as CallOptions);
}
