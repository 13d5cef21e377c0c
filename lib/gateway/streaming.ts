import type { IncomingMessage } from 'node:http';
import type { EndpointContext } from '../http/exchange.ts';
import { streamReceiver } from '../objects/receive-stream.ts';
import { limits } from '../schema/limits.ts';
import type { Operation } from '../schema/operation.ts';

/** A file of the contract's full size at the slowest rate that is waited for, and the time that S3 takes. */
export const longestUpload = 6 * 60 * 60 * 1000;

/** What a function's context must hold beside Lambda's own so that it takes its file in while it arrives. */
export const streaming = (request: IncomingMessage): Pick<EndpointContext, 'receive' | 'getRemainingTimeInMillis'> => ({
  receive: streamReceiver(request, request.headers['content-type']),
  getRemainingTimeInMillis: () => longestUpload,
});

/** An upload of more than a function takes, or of which nobody knows how much it is. */
export function isLargeUpload({ upload }: Operation, { headers }: IncomingMessage): boolean {
  if (!upload) return false;
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > limits.functionBody;
}
