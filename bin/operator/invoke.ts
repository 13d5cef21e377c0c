/** The command line's target: the operator's functions of a stack, on AWS or on a local server. */
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { Operator } from '../../lib/client/functions.ts';
import { busPath } from '../local/events/bus-path.ts';

export interface Target {
  stack: string;
  /** Undefined is AWS. */
  endpoint: string | undefined;
}

/** For a store, or for what is of none. */
export type OperatorOf = (store?: string) => Operator;

export function operatorOn(target: Target): OperatorOf {
  const lambda = lambdaOf(target);
  return (storeId) => new Operator({ stackName: target.stack, lambda, storeId });
}

/** Runs a function that a schedule invokes otherwise, with `event` for its input. Throws if it fails. */
export async function runScheduled(target: Target, name: string, event: object = {}): Promise<void> {
  const command = new InvokeCommand({ FunctionName: `${target.stack}-${name}`, Payload: JSON.stringify(event) });
  const { FunctionError, Payload } = await lambdaOf(target).send(command);
  if (FunctionError) throw new Error(`${name} failed: ${Payload?.transformToString()}`);
}

/** Credentials and region are the SDK's own; a local server needs none, so some are made up. */
const madeUp = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

const lambdaOf = ({ endpoint }: Target): LambdaClient =>
  new LambdaClient(endpoint === undefined ? {} : { endpoint, ...madeUp });

export const eventBridgeOf = ({ endpoint }: Target): EventBridgeClient =>
  new EventBridgeClient(endpoint === undefined ? {} : { endpoint: new URL(busPath, endpoint).href, ...madeUp });
