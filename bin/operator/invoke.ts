/** Invokes functions of the stack, on AWS or on the local server alike. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type * as z from 'zod/mini';
import type { Invocable, ResultOf } from '../../lib/contract/kinds/invocable.ts';

export interface Target {
  stack: string;
  /** Undefined is AWS. */
  endpoint: string | undefined;
}

/** A payload as it was typed in: its fields are the contract's, and what they hold is for the function to judge. */
export type Typed<I extends Invocable> = Partial<Record<keyof z.input<I['payload']>, unknown>>;

/** Gives a function's result. Throws a `Refusal` where the function refuses or fails. */
export type Invoke = <I extends Invocable>(contract: I, payload: Typed<I>) => Promise<ResultOf<I>>;

/** What a function answered in the place of a result. */
export class Refusal extends Error {
  constructor(code: string, message: string) {
    super(message);
    this.name = code;
  }
}

/** Credentials and region are the SDK's own; a local server needs none, so some are made up. */
export function invokeOn({ stack, endpoint }: Target): Invoke {
  const madeUp = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  const lambda = new LambdaClient(endpoint === undefined ? {} : { endpoint, ...madeUp });
  return async ({ name }, payload) => {
    const response = await lambda.send(
      new InvokeCommand({ FunctionName: `${stack}-${name}`, Payload: JSON.stringify(payload) }),
    );
    const result = JSON.parse(response.Payload?.transformToString() || 'null');
    if (response.FunctionError !== undefined) throw new Refusal(result.errorType, result.errorMessage);
    return result;
  };
}
