/** Starts bundled functions, and counts the delays of AWS that the first answer of each waits for. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { HeldReplies } from './aws/held-replies.ts';

interface FreshAnswer {
  statusCode: number;
  /** Sequential round trips to DynamoDB and SQS; what S3 needs comes on top. */
  delays: number;
  /** What was asked for in each, and in those to S3. */
  asked: readonly (readonly string[])[];
}

interface FreshFunctions {
  /** Starts the function of a bundle that has not been started yet, and calls it. Throws if the process ends before it has answered. */
  call(bundle: string, event: object): Promise<FreshAnswer>;
  stop(): void;
}

/** A process in which functions start, one after the other. */
export async function startFreshFunctions(): Promise<FreshFunctions> {
  const child: { process?: ChildProcess } = {};
  const replies = new HeldReplies(async () => {
    if (!child.process?.connected) return;
    child.process.send('idle?');
    // A process that has ended is reported by the code that waits for its answer.
    await next(child.process, (message) => message === 'idle').catch(() => undefined);
  });
  const env = { ...process.env, ...(await addressesOf(replies)), AWS_LAMBDA_FUNCTION_NAME: 'fresh', NODE_OPTIONS: '' };
  const started = fork(join(import.meta.dirname, 'fresh-process.ts'), { env, execArgv: [] });
  child.process = started;
  return {
    async call(bundle, event) {
      started.send({ bundle });
      await next(started, (message) => message === 'ready');
      replies.begin();
      started.send({ event });
      const { statusCode } = await next<{ statusCode: number }>(started, (message) => typeof message === 'object');
      const asked = [...replies.asked];
      const delays = asked.filter((names) => names.some((name) => !name.startsWith('S3 '))).length;
      return { statusCode, asked, delays };
    },
    stop() {
      started.kill();
      replies.stop();
    },
  };
}

/** Where the function finds AWS: each engine behind the same held replies. */
async function addressesOf(replies: HeldReplies): Promise<Record<string, string>> {
  const [dynamodb, s3, sqs] = await Promise.all(
    ['DYNAMODB', 'S3', 'SQS'].map((name) => replies.before(process.env[`AWS_ENDPOINT_URL_${name}`] ?? '')),
  );
  const queueAt = (name: string) => new URL(new URL(process.env[name] ?? '').pathname, sqs).href;
  return {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb ?? '',
    AWS_ENDPOINT_URL_S3: s3 ?? '',
    AWS_ENDPOINT_URL_SQS: sqs ?? '',
    MAIL_QUEUE_URL: queueAt('MAIL_QUEUE_URL'),
    WAITLIST_QUEUE_URL: queueAt('WAITLIST_QUEUE_URL'),
    REDELIVERIES_QUEUE_URL: queueAt('REDELIVERIES_QUEUE_URL'),
  };
}

async function next<T>(child: ChildProcess, isMeant: (message: unknown) => boolean): Promise<T> {
  const gone = new AbortController();
  const ended = once(child, 'exit', { signal: gone.signal }).then(() => Promise.reject(new Error('The process ended')));
  ended.catch(() => undefined);
  try {
    return await Promise.race([
      ended,
      new Promise<T>((resolve) => {
        const listen = (message: unknown) => {
          if (!isMeant(message)) return;
          child.off('message', listen);
          resolve(message as T);
        };
        child.on('message', listen);
      }),
    ]);
  } finally {
    gone.abort();
  }
}
