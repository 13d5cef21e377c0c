/** The third kind of endpoint: an upload is a command whose body is a file. */
import { ApiError, missingField } from '../contract/kinds/errors.ts';
import type { Operation } from '../contract/kinds/operation.ts';
import type { FileHead, Place, Receive, ReceivedFile } from '../objects/received-file.ts';
import { describeError, log } from '../runtime/log.ts';
import * as uploads from '../table/files/uploads.ts';
import { commitUnitOfWork, type Decision } from '../table/unit-of-work.ts';
import { sweepUpload } from '../work/sweep-uploads.ts';
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
    const intake = new Intake(operation, steps, exchange);
    try {
      return await intake.commit(signal);
    } finally {
      await intake.sweepUnclaimed();
    }
  };
  return chain(operation, inner, [multipartBody(operation)]);
}

class Intake<O extends Operation, P extends Place, R> {
  readonly #operation: O;
  readonly #steps: UploadSteps<O, P, R>;
  readonly #exchange: Exchange;
  readonly #request: Request<O>;
  /** The first read starts at once; the commit is held to it, however long the bytes take. */
  #reading: Promise<R> | undefined;
  #placed: { place: P; upload: uploads.Upload; announced: Promise<unknown> } | undefined;
  #file: ReceivedFile | undefined;
  #claimed = false;

  constructor(operation: O, steps: UploadSteps<O, P, R>, exchange: Exchange) {
    this.#operation = operation;
    this.#steps = steps;
    this.#exchange = exchange;
    this.#request = requestOf<O>(exchange);
    this.#reading = steps.read(this.#request);
  }

  async commit(signal: AbortSignal | undefined): Promise<Reply> {
    const file = await this.#receive();
    const { identify } = this.#exchange;
    if (identify) this.#exchange.idempotent = identify([file.name ?? '', file.contentType, file.sha256]);
    return exactlyOnce(this.#exchange, () => this.#decide(file), signal);
  }

  /** Where the object has not found its owner it goes at once; should that fail, it goes when it is due. */
  async sweepUnclaimed(): Promise<void> {
    if (this.#claimed || !this.#placed) return;
    try {
      await Promise.allSettled([this.#file?.discard(), this.#placed.announced]);
      await sweepUpload(this.#placed.upload);
    } catch (error) {
      log('warn', 'upload not swept', { upload_id: this.#placed.upload.id, error: describeError(error) });
    }
  }

  async #receive(): Promise<ReceivedFile> {
    const { receive, upload: rules } = requireUpload(this.#exchange, this.#operation);
    const cleared = Promise.all([this.#addressed(), this.#exchange.admitted]);
    cleared.catch(() => undefined);
    try {
      const { field, maximumBytes, tooLarge } = rules;
      this.#file = await receive(
        {
          field,
          maximumBytes,
          tooLarge: () => new ApiError(tooLarge.code, tooLarge.message),
          place: (head) => this.#place(head),
        },
        cleared,
      );
      if (!this.#file) throw missingField(`${field} is required`);
      return this.#file;
    } catch (error) {
      // What is wrong with the address comes before what is wrong with the body, through every door.
      await cleared;
      throw error;
    }
  }

  /** Refuses what is wrong with the address, unless the request may be a repeat: then only its file can tell. */
  async #addressed(): Promise<void> {
    try {
      await this.#reading;
    } catch (refusal) {
      const { identify } = this.#exchange;
      if (!identify || !(await isKeyUsed(identify([])))) throw refusal;
    }
  }

  #place(head: FileHead): P {
    const place = this.#steps.place(head, this.#request);
    const { store, now, newId } = this.#request;
    const upload = { id: newId('upload'), store_id: store.id, objects: [place.key], due_at: uploads.dueAfter(now) };
    const announced = commitUnitOfWork({
      decide: async () => ({ writes: [uploads.create(upload)], reply: undefined }),
    });
    announced.catch(() => undefined);
    this.#placed = { place, upload, announced };
    return place;
  }

  async #decide(file: ReceivedFile): Promise<Decision<Reply>> {
    const request = requestOf<O>(this.#exchange);
    const read = await (this.#reading ?? this.#steps.read(request));
    this.#reading = undefined;
    const placed = this.#placed;
    if (!placed) throw new Error('The file was received without a place');
    const { writes, reply, after = [] } = this.#steps.decide(read, { ...file, place: placed.place }, request);
    return {
      writes: [...writes, uploads.claim(uploads.created(placed.upload))],
      reply,
      before: [() => placed.announced.then(() => file.keep())],
      after: [
        async () => {
          this.#claimed = true;
        },
        ...after,
      ],
    };
  }
}

function requireUpload(
  { receive }: Exchange,
  { upload }: Operation,
): { receive: Receive; upload: NonNullable<Operation['upload']> } {
  if (!receive || !upload) throw new Error('The operation takes no upload');
  return { receive, upload };
}
