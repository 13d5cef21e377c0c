/** Whom the command line asks: the operator's functions of a stack, on AWS or on a local server alike. */
import { LambdaClient } from '@aws-sdk/client-lambda';
import { Operator } from '../../lib/client/functions.ts';

export interface Target {
  stack: string;
  /** Undefined is AWS. */
  endpoint: string | undefined;
}

/** For a store, or for what is of none. */
export type OperatorOf = (store?: string) => Operator;

/** Credentials and region are the SDK's own; a local server needs none, so some are made up. */
export function operatorOn({ stack, endpoint }: Target): OperatorOf {
  const madeUp = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  const lambda = new LambdaClient(endpoint === undefined ? {} : { endpoint, ...madeUp });
  return (storeId) => new Operator({ stackName: stack, lambda, storeId });
}
