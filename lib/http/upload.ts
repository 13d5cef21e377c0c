/** The third kind of endpoint: an upload is a command whose body is a file. */
import { ApiError, missingField } from '../contract/kinds/errors.ts';
import type { Operation } from '../contract/kinds/operation.ts';
import { sweep } from '../objects/discard.ts';
import type { FileHead, Place, ReceivedFile } from '../objects/received-file.ts';
import { describeError, log } from '../runtime/log.ts';
import type { UnownedObjects } from '../table/files/unowned-objects.ts';
import * as unownedObjects from '../table/files/unowned-objects.ts';
import { dueAfter } from '../table/files/uploads.ts';
import { commitUnitOfWork, type Decision } from '../table/unit-of-work.ts';
import { chain, exactlyOnce, type Handler, type Request, requestOf } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { isKeyUsed } from './idempotency.ts';
import { multipartBody } from './multipart.ts';
import type { Reply } from './reply.ts';

/** The file as a decision sees it: what it is, and the place it was given. */
export type UploadedFile<P> = Pick<ReceivedFile, 'name' | 'size' | 'contentType' | 'sha256'> & { place: P };

interface UploadSteps<O, P extends Place, R> {
  /** What is decided on. Refuses before any byte is taken in; read again when it has changed by the commit. */
  read(request: Request<O>): Promise<R>;
  /** A place under a new id, judged by how the file begins. */
  place(head: FileHead, request: Request<O>): P;
  decide(read: R, file: UploadedFile<P>, request: Request<O>): Decision<Reply>;
}

/**
 * An endpoint that takes a file. Its object is written under a new name before the commit, and belongs to nobody until the
 * commit gives it its owner; whatever goes wrong, it is swept.
 */
export function upload<O extends Operation, P extends Place, R>(operation: O, steps: UploadSteps<O, P, R>): Handler {
  const inner = async (exchange: Exchange, signal: AbortSignal | undefined): Promise<Reply> => {
    const request = requestOf<O>(exchange);
    // The first read starts at once; the commit is held to it, however long the bytes take.
    const reading = steps.read(request);
    const { placing, receiving } = receive(operation, exchange, clear(exchange, reading), (head) =>
      announce(steps.place(head, request), request),
    );
    const placed = await placing;

    const commit = async (): Promise<Reply> => {
      const file = await receiving;
      if (!placed) throw new Error('The file was received without a place');
      const { keyedBy } = exchange;
      if (keyedBy) exchange.idempotent = keyedBy([file.name ?? '', file.contentType, file.sha256]);
      const decide = async (attempt: number): Promise<Decision<Reply>> => {
        const present = requestOf<O>(exchange);
        const read = await (attempt === 1 ? reading : steps.read(present));
        return claiming(placed, file, steps.decide(read, { ...file, place: placed.place }, present));
      };
      return exactlyOnce(exchange, ({ attempt }) => decide(attempt), signal);
    };
    try {
      const reply = await commit();
      if (reply.replayed) await sweepUnclaimed(placed, receiving);
      return reply;
    } catch (error) {
      await sweepUnclaimed(placed, receiving);
      throw error;
    }
  };
  return chain(operation, inner, [multipartBody(operation)]);
}

/** A place, and the item that says that its object belongs to nobody; `announced` once that is committed. */
interface Placed<P> {
  place: P;
  unowned: UnownedObjects;
  announced: Promise<unknown>;
}

/** Resolves when nothing is wrong with the request but, perhaps, its file. */
function clear(exchange: Exchange, reading: Promise<unknown>): Promise<unknown> {
  const cleared = Promise.all([refuseUnlessRepeat(exchange, reading), exchange.admitted]);
  cleared.catch(() => undefined);
  return cleared;
}

/** Refuses what is wrong with the address, unless the request may be a repeat: then only its file can tell. */
async function refuseUnlessRepeat({ keyedBy }: Exchange, reading: Promise<unknown>): Promise<void> {
  try {
    await reading;
  } catch (refusal) {
    if (!keyedBy || !(await isKeyUsed(keyedBy([])))) throw refusal;
  }
}

/** Takes the file in. `placing` resolves as soon as the file has a place, or to undefined where it gets none. */
function receive<P extends Place>(
  { upload: rules }: Operation,
  { receive: receiver }: Exchange,
  cleared: Promise<unknown>,
  place: (head: FileHead) => Placed<P>,
): { placing: Promise<Placed<P> | undefined>; receiving: Promise<ReceivedFile> } {
  if (!receiver || !rules) throw new Error('The operation takes no upload');
  const { field, maximumBytes, tooLarge } = rules;
  const { promise: placing, resolve } = Promise.withResolvers<Placed<P> | undefined>();
  const placeFile = (head: FileHead) => {
    const placed = place(head);
    resolve(placed);
    return placed.place;
  };
  const arriving = receiver(
    { field, maximumBytes, tooLarge: () => new ApiError(tooLarge.code, tooLarge.message), place: placeFile },
    cleared,
  );
  const receiving = arriving
    .then((file) => {
      if (!file) throw missingField(`${field} is required`);
      return file;
    })
    // What is wrong with the address comes before what is wrong with the body, through every door.
    .catch(async (error) => {
      await cleared;
      throw error;
    })
    .finally(() => resolve(undefined));
  receiving.catch(() => undefined);
  return { placing, receiving };
}

function announce<P extends Place>(place: P, { store, now, newId }: Request<unknown>): Placed<P> {
  const unowned = { id: newId('upload'), store_id: store.id, objects: [place.key], due_at: dueAfter(now) };
  const announced = commitUnitOfWork({
    decide: async () => ({ writes: [unownedObjects.create(unowned)], reply: undefined }),
  });
  announced.catch(() => undefined);
  return { place, unowned, announced };
}

/** The decision, whose commit also gives the object its owner. */
const claiming = (
  { unowned, announced }: Placed<unknown>,
  file: ReceivedFile,
  { writes, ...decision }: Decision<Reply>,
): Decision<Reply> => ({
  ...decision,
  writes: [...writes, unownedObjects.claim(unownedObjects.created(unowned))],
  before: [() => announced.then(() => file.keep())],
});

/** Where the object has not found its owner it goes at once; should that fail, it goes when it is due. */
async function sweepUnclaimed(placed: Placed<unknown> | undefined, receiving: Promise<ReceivedFile>): Promise<void> {
  if (!placed) return;
  const { unowned, announced } = placed;
  try {
    await Promise.allSettled([receiving.then((file) => file.discard()), announced]);
    await sweep(unowned);
  } catch (error) {
    log('warn', 'upload not swept', { upload_id: unowned.id, error: describeError(error) });
  }
}
