/** Calls operations with named arguments. A failed call that is repeated takes effect once. */
import { randomUUID } from 'node:crypto';
import type { Answer } from '../../lib/client/call.ts';
import { NotFoundError, TimeoutError } from '../../lib/client/errors.ts';
import { routeOf } from '../../lib/client/operation-route.ts';
import type { Route } from '../../lib/client/route.ts';
import { Sender } from '../../lib/client/sender.ts';
import { fileKind, photoKind, upload } from '../../lib/client/uploads.ts';
import { missingIdMessage, type Resource } from '../../lib/schema/ids.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { FailedCalls } from './failed-calls.ts';
import { FileError, openUpload } from './files.ts';
import { WrongArguments } from './refusals.ts';
import { argumentsOf } from './schemas.ts';

/** Arguments of a tool, by name. */
export type Arguments = Readonly<Record<string, unknown>>;

interface Service {
  apiKey: string;
  baseUrl: string;
  /** Folder of the files that can be uploaded. */
  uploads?: string | undefined;
  /** Receives warnings of the client. */
  warn(message: string): void;
}

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Called with the number of uploaded bytes. */
  onProgress?: ((progress: { loaded: number; total: number }) => void) | undefined;
}

/** Calls an operation. Rejects with an error of the client, a `WrongArguments` or a `FileError`. */
export type Call = (operation: Operation, args: Arguments, options?: CallOptions) => Promise<Answer<unknown>>;

/** Milliseconds until a call without a file ends: a client of the protocol waits 60 seconds. */
const longestCall = 50_000;

/** Milliseconds of the longest pause before a retry. A refusal that asks for more is reported instead. */
const longestPause = 20_000;

/** Calls to a service. */
export function callsTo({ uploads, warn, ...service }: Service): Call {
  const sender = new Sender({
    ...service,
    logger: { warn },
    onRetry({ error, milliseconds }) {
      if (milliseconds > longestPause) throw error;
    },
  });
  const failed = new FailedCalls();

  async function sendOnce(operation: Operation, args: Arguments, signal: AbortSignal | undefined) {
    const route = routeOf(operation);
    const ids = idsOf(operation, args);
    const input = inputOf(route, args);
    const request = JSON.stringify([operation.name, ids, input]);
    const earlier = failed.take(request);
    const idempotencyKey = earlier ?? randomUUID();
    try {
      return await inTime(operation.name, signal, (within) =>
        sender.send(route, ids, input, { idempotencyKey, signal: within }),
      );
    } catch (error) {
      const isGone = route.method === 'DELETE' && error instanceof NotFoundError;
      // The failed call may have deleted it.
      if (isGone && earlier !== undefined) return gone(error);
      if (!isGone) failed.keep(request, idempotencyKey);
      throw error;
    }
  }

  async function sendFile(operation: Operation, args: Arguments, options: CallOptions) {
    if (uploads === undefined) throw new FileError('This server has no folder of files to upload');
    const { maximumBytes = 0 } = operation.upload ?? {};
    const { file, fileName } = await openUpload(uploads, String(args.file_path), maximumBytes);
    const kind = operation.path === photoKind.routes.whole.path ? photoKind : fileKind;
    return upload<unknown>({ kind, sender, ids: idsOf(operation, args), file, options: { ...options, fileName } });
  }

  return async (operation, args, options = {}) => {
    checkArguments(operation, args);
    return operation.upload ? sendFile(operation, args, options) : sendOnce(operation, args, options.signal);
  };
}

/** Runs work that the caller or the time limit can abort. Rejects with a `TimeoutError` at the limit. */
async function inTime<T>(
  what: string,
  signal: AbortSignal | undefined,
  work: (within: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(longestCall);
  try {
    return await work(AbortSignal.any([limit, ...(signal ? [signal] : [])]));
  } catch (error) {
    if (error !== limit.reason) throw error;
    throw new TimeoutError(`${what} was not answered within ${longestCall / 1000} seconds`);
  }
}

const gone = ({ requestId }: NotFoundError): Answer<unknown> => ({
  data: undefined,
  response: {
    status: 204,
    requestId,
    replayed: true,
    rateLimit: { limit: undefined, remaining: undefined, reset: undefined },
  },
});

/** Refuses unknown arguments, and missing ids and files. */
function checkArguments(operation: Operation, args: Arguments): void {
  const unknown = Object.keys(args).find((name) => !argumentsOf(operation).includes(name));
  if (unknown !== undefined) {
    throw new WrongArguments('INVALID_FIELD', `${operation.name} has no field ${unknown}: nothing was sent`, unknown);
  }
  for (const [name, resource] of Object.entries<Resource>(operation.parameters)) {
    const id = args[name];
    if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) {
      throw new WrongArguments('MISSING_FIELD', missingIdMessage(resource), name);
    }
  }
  if (operation.upload && typeof args.file_path !== 'string') {
    throw new WrongArguments('MISSING_FIELD', 'file_path is required', 'file_path');
  }
}

const idsOf = ({ parameters }: Operation, args: Arguments): string[] =>
  Object.keys(parameters).map((name) => String(args[name]));

/** The filters or the body, in the contract's order: a repeat must have the same bytes. */
function inputOf({ input, fields = [] }: Route, args: Arguments): { body?: object; query?: object } {
  const given = Object.fromEntries(fields.filter((name) => name in args).map((name) => [name, args[name]]));
  return input ? { [input]: given } : {};
}
