/** Watches the AWS calls that one piece of work makes, counts its sequential round trips, and makes chosen calls fail. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { sqs } from '../../../lib/queue/send.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { type AwsClient, type Next, onCall } from './on-call.ts';

/** `before`: the call never reaches AWS. `after`: it takes effect, and the answer is lost. */
export type FaultMoment = 'before' | 'after';

export interface AwsCall {
  command: string;
  /** How many calls, one after the other, had to end before this one began, itself included. */
  depth: number;
  /** Read and write capacity units, where the service reports them. */
  capacity: number;
  /** Items of a transaction that was cancelled: its error does not contain what they took. */
  cancelledItems: number;
}

/** The moments at which a failing call leaves different effects: one that only reads has none. */
export const momentsOf = (command: string): readonly FaultMoment[] =>
  /^(?:BatchGet|Get|Head|List|Query|Scan)/.test(command) ? ['before'] : ['before', 'after'];

interface Watch {
  calls: AwsCall[];
  depthEnded: number;
  fault: ((index: number, command: string) => FaultMoment | undefined) | undefined;
}

export interface Watched<T> {
  result: T;
  calls: readonly AwsCall[];
  /** Sequential round trips. */
  roundTrips: number;
  capacity: number;
}

/** The fault a test injects; not one the SDK would retry. */
class InjectedFault extends Error {
  override readonly name = 'InjectedFault';
}

/** AWS's answers to one piece of work, in the order of its calls. */
export type Recording = object[];

const watches = new AsyncLocalStorage<Watch>();
const recordings = new AsyncLocalStorage<{ answers: Recording; replayed: number | undefined }>();
const watchedClients = new WeakSet<object>();

/** Makes a client's calls visible to `watch`, until the answer is called; those of DynamoDB's and of SQS's already are. */
export function watchClient(client: AwsClient): () => void {
  if (watchedClients.has(client)) return () => undefined;
  watchedClients.add(client);
  const end = onCall(client, ({ command, input }, next) => {
    const current = watches.getStore();
    const answer = answered(next);
    return current ? watchCall(current, command, input, answer) : answer();
  });
  return () => {
    watchedClients.delete(client);
    end();
  };
}

watchClient(dynamodb);
watchClient(sqs);

/** AWS's answer, kept by a recording in progress or taken from the one being replayed. */
const answered =
  (next: Next): Next =>
  async (input) => {
    const recording = recordings.getStore();
    if (recording?.replayed !== undefined) {
      const answer = recording.answers[recording.replayed++];
      if (!answer) throw new Error('The replay makes a call that the recording has not');
      return answer;
    }
    const index = recording ? recording.answers.push({}) - 1 : 0;
    const answer = await next(input);
    if (recording) recording.answers[index] = answer;
    return answer;
  };

/** Runs some work, keeping AWS's answers. */
export const record = <T>(answers: Recording, work: () => Promise<T>): Promise<T> =>
  recordings.run({ answers, replayed: undefined }, work);

/** Runs the same work again on the answers that were kept, without AWS. */
export const replay = <T>(answers: Recording, work: () => Promise<T>): Promise<T> =>
  recordings.run({ answers, replayed: 0 }, work);

async function watchCall(current: Watch, command: string, input: object, next: Next): Promise<object> {
  const call: AwsCall = { command, depth: current.depthEnded + 1, capacity: 0, cancelledItems: 0 };
  const index = current.calls.push(call) - 1;
  const moment = current.fault?.(index, command);
  try {
    if (moment === 'before') throw new InjectedFault(`${command} never arrived`);
    const isTable = ['TableName', 'TransactItems', 'RequestItems'].some((name) => name in input);
    const answer = await next(isTable ? { ...input, ReturnConsumedCapacity: 'TOTAL' } : input);
    call.capacity = capacityOf(answer);
    if (moment === 'after') throw new InjectedFault(`The answer to ${command} was lost`);
    return answer;
  } catch (error) {
    if (error instanceof TransactionCanceledException && 'TransactItems' in input) {
      call.cancelledItems = [input.TransactItems].flat().length;
    }
    throw error;
  } finally {
    current.depthEnded = Math.max(current.depthEnded, call.depth);
  }
}

interface Consumed {
  CapacityUnits?: number;
}

function capacityOf(output: object): number {
  if (!('ConsumedCapacity' in output)) return 0;
  const consumed = [output.ConsumedCapacity ?? []].flat() as Consumed[];
  return consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

/** Runs some work and returns its AWS calls; `fault` chooses the calls that fail, by their order. */
export async function watch<T>(work: () => Promise<T>, fault?: Watch['fault']): Promise<Watched<T>> {
  const current: Watch = { calls: [], depthEnded: 0, fault };
  const result = await watches.run(current, work);
  return {
    result,
    calls: current.calls,
    roundTrips: Math.max(0, ...current.calls.map(({ depth }) => depth)),
    capacity: current.calls.reduce((sum, { capacity }) => sum + capacity, 0),
  };
}
