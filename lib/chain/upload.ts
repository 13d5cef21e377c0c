/** The third kind of endpoint: an upload is a command with a file as its body. */

import { removeUnowned } from '../objects/discard.ts';
import type { FileHead, ObjectLocation, ReceivedFile, ReceiveRules } from '../objects/received-file.ts';
import { type Attempt, commitUnitOfWork, type Decision, writing } from '../once/unit-of-work.ts';
import { dueAfter } from '../resources/uploads/records.ts';
import type { UnownedObjects } from '../resources/uploads/unowned-object-records.ts';
import * as unownedObjects from '../resources/uploads/unowned-object-records.ts';
import { describeError, log } from '../runtime/log.ts';
import { ApiError, missingField } from '../schema/errors.ts';
import type { Operation } from '../schema/operation.ts';
import type { Handler } from './chain.ts';
import { endpoint, exactlyOnce, foundFirst, marked, type Request, requestOf } from './endpoint.ts';
import type { Exchange, Receiving } from './exchange.ts';
import { multipartBody } from './multipart.ts';
import type { Reply } from './reply.ts';

/** The file as a decision sees it: its properties and its location. */
type UploadedFile<P extends ObjectLocation> = Omit<ReceivedFile<P>, 'keep' | 'discard'>;

interface UploadSteps<O, P extends ObjectLocation, R> {
  /** Reads the data for the decision. Refuses before any byte is received; runs again if the data has changed by the commit. */
  read(request: Request<O>): Promise<R>;
  /** Returns a location under a new id, based on the file's first bytes and content type. */
  place(head: FileHead, request: Request<O>): P;
  decide(read: R, file: UploadedFile<P>, request: Request<O>): Decision<Reply>;
}

/**
 * An endpoint that takes a file. Before it receives or writes anything, it has checked headers, key, rate limit and any
 * existing record. It writes the object under a new name before the commit. The object has no owner until the commit
 * gives it one; if anything goes wrong, the object is deleted.
 */
export function upload<O extends Operation, P extends ObjectLocation, R>(
  operation: O,
  steps: UploadSteps<O, P, R>,
): Handler {
  const rules = operation.upload;
  if (!rules) throw new Error(`${operation.name} takes no upload`);
  return endpoint(operation)
    .use(multipartBody(rules.field))
    .handler(async (exchange, { signal }) => {
      const request = requestOf<O>(exchange);
      // The first read starts at once; the commit requires that the data is unchanged, however long the upload takes.
      const reading = steps.read(request);
      const existing = await existingRecord(exchange, reading);
      const place = (head: FileHead) => steps.place(head, request);
      const file = await receive(rules, exchange, { place, isStored: !existing });
      const record = exchange.recordOf(file.name ?? '', file.contentType, file.sha256);
      if (existing && record) return marked(exchange, record.read(existing));

      const unowned = unownedOf(file, request);
      const announcing = announce(unowned);
      const decide = async ({ attempt }: Attempt): Promise<Decision<Reply>> => {
        await announcing;
        const present = requestOf<O>(exchange);
        const read = await (attempt === 1 ? reading : steps.read(present));
        return claiming(unowned, file, steps.decide(read, file, present));
      };
      try {
        const reply = await exactlyOnce(exchange, { decide, record: record && foundFirst(record), signal });
        if (reply.replayed) await withdraw(file, unowned, announcing);
        return reply;
      } catch (error) {
        await withdraw(file, unowned, announcing);
        throw error;
      }
    });
}

/**
 * The record under the request's idempotency key. If there is one, only the file shows whether this is a repeat. Throws if
 * the request is not admitted or, without a record, if the first read fails.
 */
async function existingRecord(
  { recordOf, admitted }: Exchange,
  reading: Promise<unknown>,
): Promise<object | undefined> {
  const find = () => recordOf()?.findItem();
  reading.catch(() => undefined);
  const [existing] = await Promise.all([find(), admitted]);
  if (existing) return existing;
  try {
    await reading;
    return undefined;
  } catch (error) {
    // The same request may have been answered meanwhile, and its subject deleted since.
    const meanwhile = error instanceof ApiError ? await find() : undefined;
    if (meanwhile === undefined) throw error;
    return meanwhile;
  }
}

/** Receives the file. Throws if it is missing or refused. */
async function receive<P extends ObjectLocation>(
  { field, maximumBytes, tooLarge }: NonNullable<Operation['upload']>,
  { receive: receiver }: Receiving,
  more: Pick<ReceiveRules<P>, 'place' | 'isStored'>,
): Promise<ReceivedFile<P>> {
  const refusal = () => new ApiError(tooLarge.code, tooLarge.message, { fields: [field] });
  const file = await receiver({ field, maximumBytes, tooLarge: refusal, ...more });
  if (!file) throw missingField(`${field} is required`, field);
  return file;
}

const unownedOf = ({ place }: ReceivedFile, { store, now, newId }: Request<unknown>): UnownedObjects => ({
  id: newId('upload'),
  store_id: store.id,
  objects: [place.key],
  due_at: dueAfter(now),
});

/** Records the object as unowned before the object exists. */
function announce(unowned: UnownedObjects): Promise<unknown> {
  const announcing = commitUnitOfWork(writing([unownedObjects.create(unowned)]));
  announcing.catch(() => undefined);
  return announcing;
}

/** The decision; its commit also gives the object its owner. */
const claiming = (
  unowned: UnownedObjects,
  file: ReceivedFile,
  { writes, ...decision }: Decision<Reply>,
): Decision<Reply> => ({
  ...decision,
  writes: [...writes, unownedObjects.claim(unownedObjects.created(unowned))],
  before: [() => file.keep()],
});

/** An object without an owner is deleted at once; if that fails, it is deleted later, when it is due. */
async function withdraw(file: ReceivedFile, unowned: UnownedObjects, announcing: Promise<unknown>): Promise<void> {
  try {
    await Promise.allSettled([file.discard(), announcing]);
    await removeUnowned(unowned);
  } catch (error) {
    log('warn', 'upload not swept', { upload_id: unowned.id, error: describeError(error) });
  }
}
