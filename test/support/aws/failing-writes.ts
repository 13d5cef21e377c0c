/** Functions whose writes fail, or that die right after one. */
import { vi } from 'vitest';
import { s3 } from '../../../lib/objects/client.ts';
import { sqs } from '../../../lib/queue/send.ts';
import { dynamodb } from '../../../lib/table/client.ts';

export interface Client {
  send(command: object): Promise<unknown>;
}

/** What commits; counts of requests and of the waiting are updates. */
const isCommit = (command: object): boolean => /^(?:Put|TransactWrite)Command$/.test(command.constructor.name);

/** Does some work while a client's `send` is another, which is given the client's own. */
export async function sendingBy<T>(
  client: Client,
  send: (command: object, next: Client['send']) => unknown,
  work: () => Promise<T>,
): Promise<T> {
  const next = client.send.bind(client);
  const spy = vi.spyOn(client, 'send').mockImplementation(async (command) => send(command, next));
  try {
    return await work();
  } finally {
    spy.mockRestore();
  }
}

/** Does some work while nothing is committed. */
export const withoutCommits = <T>(work: () => Promise<T>): Promise<T> =>
  sendingBy(
    dynamodb as Client,
    (command, next) => {
      if (isCommit(command)) throw new Error('The table is out of reach');
      return next(command);
    },
    work,
  );

/** Does some work in a function that dies right after its first commit: no call that it makes from then on arrives. */
export function dyingAfterCommit<T>(work: () => Promise<T>): Promise<T> {
  let isDead = false;
  const send = async (command: object, next: Client['send']) => {
    if (isDead) throw new Error('The function has died');
    const answer = await next(command);
    isDead = isCommit(command);
    return answer;
  };
  const [table, queue, bucket] = [dynamodb as Client, sqs as Client, s3() as Client];
  return sendingBy(table, send, () => sendingBy(queue, send, () => sendingBy(bucket, send, work)));
}
