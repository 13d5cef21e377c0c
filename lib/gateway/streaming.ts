import type { IncomingMessage } from 'node:http';
import type { ExchangeContext } from '../http/exchange.ts';
import { streamReceiver } from '../objects/receive-stream.ts';

const longestUpload = 6 * 60 * 60 * 1000;

/** What a function's context must hold beside Lambda's own so that it takes its file in while it arrives. */
export const streaming = (request: IncomingMessage): Pick<ExchangeContext, 'receive' | 'getRemainingTimeInMillis'> => ({
  receive: streamReceiver(request, request.headers['content-type']),
  getRemainingTimeInMillis: () => longestUpload,
});
