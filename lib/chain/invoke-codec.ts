/** The door of Lambda's Invoke API: a payload comes in, and a result or an error that Lambda reports goes out. */

import { isPublicId } from '../schema/ids.ts';
import { unfinished } from '../schema/invocable.ts';
import { isObject } from '../schema/values.ts';
import type { Codec } from './outcome.ts';

/** A refused invocation: Lambda reports an error's name as `errorType` and its message as `errorMessage`. */
export class InvocationError extends Error {
  constructor(code: string, message: string) {
    super(message);
    this.name = code;
    // The caller sees the error, never the stack trace.
    this.stack = '';
  }
}

export const invokeCodec: Codec<unknown> = {
  door: 'invoke',
  line: 'invocation',
  unfinished: unfinished.invoke,

  open: () => ({}),

  subjectOf: (_, { event, context }) => ({
    request_id: context.awsRequestId,
    store_id:
      isObject(event) && 'store_id' in event && isPublicId('store', event.store_id) ? event.store_id : undefined,
  }),

  answer: ({ body }) => body,

  refuse({ code, message }) {
    throw new InvocationError(code, message);
  },
};
