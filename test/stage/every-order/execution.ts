/**
 * Executions of functions whose calls to AWS somebody else lets go. Each has a memory of its own, as functions have that run in
 * processes of their own, and begins without any; what it sends is kept; its pauses end when somebody else says so.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ses } from '../../../lib/mail/send.ts';
import { s3 } from '../../../lib/objects/client.ts';
import { sqs } from '../../../lib/queue/send.ts';
import { queueUrlSettings } from '../../../lib/resources/background.ts';
import { BoundedMap } from '../../../lib/runtime/bounded-map.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import type { Call } from './touches.ts';

/** A message of a queue, known by its body. */
export interface Message {
  queue: string;
  body: string;
}

/** A mail as SES was given it. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** What functions have sent: nobody delivers it by himself. */
export class Outbox {
  readonly messages: Message[] = [];
  readonly mails: Mail[] = [];
}

/** What a function keeps between two invocations: the content of each of its maps. */
export type Memory = Map<object, Map<unknown, unknown>>;

export const copyOf = (memory: Memory): Memory => new Map([...memory].map(([map, content]) => [map, new Map(content)]));

export interface Execution {
  outbox: Outbox;
  /** Lets a call go in its time. Never settles where the function has died. */
  enter<T>(call: Call, act: () => Promise<T>): Promise<T>;
  /** Ends a pause in its time; at once where left out. Never settles where the function has died. */
  pause?(): Promise<void>;
  isDead?: boolean;
  /** What it remembers from earlier; nothing where left out. */
  memory?: Memory;
  /** So many transactions are still to be cancelled, as DynamoDB cancels those that meet another one under way. */
  conflicts?: number;
}

const executions = new AsyncLocalStorage<Execution>();

/** Runs a function as this execution. */
export const execute = <T>(execution: Execution, work: () => Promise<T>): Promise<T> => executions.run(execution, work);

export const never = new Promise<never>(() => undefined);

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input and output
type Anything = any;

type Next = (args: { input: Anything }) => Promise<{ output: Anything }>;

interface AwsClient {
  middlewareStack: {
    add(middleware: never, options: { step: 'initialize'; priority: 'high'; name: string }): void;
    remove(name: string): boolean;
  };
}

const middleware =
  (next: Next, { commandName = '' }: { commandName?: string }) =>
  (args: { input: Anything }) => {
    const execution = executions.getStore();
    if (!execution) return next(args);
    const call = { command: commandName.replace(/Command$/, ''), input: args.input };
    if (call.command === 'TransactWriteItems' && execution.conflicts) {
      execution.conflicts -= 1;
      return Promise.reject(conflictOf(call));
    }
    return execution.enter(call, async () => {
      const served = serve(execution.outbox, call);
      return served ? { response: {}, output: { ...served, $metadata: {} } } : withWholeBody(await next(args));
    });
  };

const conflictOf = ({ input }: Call): Error =>
  new TransactionCanceledException({
    message: 'A conflict',
    $metadata: {},
    CancellationReasons: input.TransactItems.map(() => ({ Code: 'TransactionConflict' })),
  });

/** The answer of a service whose effects the plays keep themselves; undefined for the others. */
function serve({ messages, mails }: Outbox, { command, input }: Call) {
  if (command === 'SendMessageBatch') {
    const queue = queueOf(input.QueueUrl);
    messages.push(...input.Entries.map(({ MessageBody: body }: { MessageBody: string }) => ({ queue, body })));
    return { Successful: [], Failed: [] };
  }
  if (command === 'SendEmail') {
    const { Subject, Body } = input.Content.Simple;
    mails.push({ to: input.Destination.ToAddresses[0], subject: Subject.Data, text: Body.Text.Data });
    return { MessageId: `mail-${mails.length}` };
  }
  return undefined;
}

function queueOf(url: string): string {
  const found = Object.entries(queueUrlSettings).find(([, setting]) => process.env[setting] === url);
  if (!found) throw new Error(`No queue is at ${url}`);
  return found[0];
}

/** Reads an object that is answered to its end, so that nothing of it arrives later than the answer. */
async function withWholeBody(result: { output: Anything }): Promise<{ output: Anything }> {
  const { Body } = result.output;
  if (!Body) return result;
  const bytes: Uint8Array = await Body.transformToByteArray();
  return { ...result, output: { ...result.output, Body: { transformToByteArray: async () => bytes } } };
}

/** What an execution remembers in the place of a map of the module's; undefined outside of executions. */
function memoryOf(map: object): Map<unknown, unknown> | undefined {
  const execution = executions.getStore();
  if (!execution) return undefined;
  execution.memory ??= new Map();
  const content = execution.memory.get(map) ?? new Map<unknown, unknown>();
  execution.memory.set(map, content);
  return content;
}

const methods = ['get', 'set', 'has', 'delete', 'clear', 'keys', 'values', 'entries', 'forEach'] as const;

/** Gives maps that outlive an invocation another content in each execution. Answers what undoes it. */
function separateMemories(): () => void {
  const { prototype } = BoundedMap;
  const kept = Object.getOwnPropertyDescriptors(prototype);
  for (const name of methods) {
    const usual: Anything = prototype[name];
    Object.defineProperty(prototype, name, {
      configurable: true,
      value(this: object, ...args: unknown[]) {
        const memory: Anything = memoryOf(this);
        return memory ? memory[name](...args) : usual.apply(this, args);
      },
    });
  }
  return () => {
    for (const name of methods) Reflect.deleteProperty(prototype, name);
    Object.defineProperties(prototype, kept);
  };
}

/** What a pause is made for may come before the next call all the same: it takes no time of its own. */
function skipPauses(): () => void {
  const usual = timers.setTimeout;
  const pause = async <T>(milliseconds?: number, value?: T, options?: object): Promise<T | undefined> => {
    const execution = executions.getStore();
    if (!execution) return usual(milliseconds, value, options);
    await execution.pause?.();
    return value;
  };
  Object.assign(timers, { setTimeout: pause });
  syncBuiltinESMExports();
  return () => {
    Object.assign(timers, { setTimeout: usual });
    syncBuiltinESMExports();
  };
}

function watchCalls(): () => void {
  const clients: AwsClient[] = [dynamodb, s3(), sqs, ses];
  const name = 'interleavings';
  for (const { middlewareStack } of clients) {
    middlewareStack.add(middleware as never, { step: 'initialize', priority: 'high', name });
  }
  return () => {
    for (const { middlewareStack } of clients) middlewareStack.remove(name);
  };
}

/** Makes executions what this file says. Answers what puts everything back. */
export function enterPlays(): () => void {
  const undo = [separateMemories(), skipPauses(), watchCalls()];
  return () => {
    for (const each of undo.toReversed()) each();
  };
}
