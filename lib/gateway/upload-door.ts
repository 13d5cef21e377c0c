/**
 * The gateway of a server that takes uploads of any size. It admits the sender before it reads any of the body, limits
 * the uploads in progress, and drops clients that are too slow.
 */
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { EndpointContext } from '../chain/exchange.ts';
import { bearerToken } from '../chain/request.ts';
import { streamReceiver } from '../objects/receive-stream.ts';
import type { Receive } from '../objects/received-file.ts';
import { ApiError } from '../schema/errors.ts';
import type { Operation } from '../schema/operation.ts';
import { type Connections, longestUpload, type MinimumRate, watchRate } from './connections.ts';
import { gateway } from './gateway.ts';
import type { Mount } from './mounts.ts';

interface UploadLimits extends MinimumRate {
  /** Uploads in progress at once, each of which holds buffers: of all clients, and of one API key. */
  uploads: number;
  uploadsOfKey: number;
}

/** Runs the function of an operation; `more` is added to the context that Lambda would pass. */
type Run = (name: string, event: APIGatewayProxyEvent, more: Partial<EndpointContext>) => Promise<unknown>;

/** Runs a function before any of the body is read. The function reads the body once it has admitted the sender. */
export function uploadDoor(
  operations: readonly Operation[],
  run: Run,
  limits: UploadLimits,
  connections: Connections,
): Mount {
  const underWay = new UploadLimiter(limits);

  async function serve(name: string, event: APIGatewayProxyEvent, arriving?: IncomingMessage): Promise<unknown> {
    if (!arriving) throw new Error('The request has been read already');
    const leaving: (() => void)[] = [];
    // Called once the key is verified.
    const receive: Receive = async (rules) => {
      connections.know(arriving.socket);
      leaving.push(underWay.enter(bearerToken(event) ?? ''));
      const { signal, stop } = watchRate(arriving, limits);
      leaving.push(stop);
      return streamReceiver(arriving, arriving.headers['content-type'], signal)(rules);
    };
    try {
      return await run(name, event, { getRemainingTimeInMillis: () => longestUpload, receive });
    } finally {
      for (const leave of leaving) leave();
    }
  }

  return gateway(operations, serve, () => true);
}

class UploadLimiter {
  readonly #limits: UploadLimits;
  readonly #ofKey = new Map<string, number>();
  #all = 0;

  constructor(limits: UploadLimits) {
    this.#limits = limits;
  }

  /** Returns the function to call when the upload has ended. Throws 429 if there are too many. */
  enter(key: string): () => void {
    const ofKey = this.#ofKey.get(key) ?? 0;
    if (this.#all >= this.#limits.uploads || ofKey >= this.#limits.uploadsOfKey) {
      throw new ApiError('RATE_LIMIT_EXCEEDED', 'Rate limit exceeded', { headers: { 'Retry-After': '5' } });
    }
    this.#add(key, 1);
    return () => this.#add(key, -1);
  }

  #add(key: string, count: 1 | -1): void {
    this.#all += count;
    const ofKey = (this.#ofKey.get(key) ?? 0) + count;
    if (ofKey > 0) this.#ofKey.set(key, ofKey);
    else this.#ofKey.delete(key);
  }
}
