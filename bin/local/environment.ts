/** The environment a function finds itself in, made of the engines: what the stack declares on AWS. */
import { randomBytes } from 'node:crypto';
import { BucketAlreadyOwnedByYou, CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { accountId } from '../../lib/gateway/proxy-event.ts';
import { localQueue, queueNames, queueUrlSettings } from '../../lib/resources/background.ts';
import { newDeploymentSecret } from '../../lib/runtime/ids.ts';
import { limits } from '../../lib/schema/limits.ts';
import { replacePrivateSync } from '../command-line/private-file.ts';
import type { Engines } from './engines/engines.ts';
import { createTables } from './engines/tables.ts';
import { dockerHost } from './guard.ts';
import { messageOf, StartupError } from './startup-error.ts';

const region = 'us-east-1';

interface ResourceNames {
  storeTable: string;
  requestTable: string;
  bucket: string;
  /** How the names of queues begin. */
  queues: string;
  /** What imported codes and secrets of webhooks are kept under; a new one if omitted. */
  deploymentKey?: string;
  /** Whether the store table has its stream. */
  stream?: boolean;
}

/**
 * Creates missing tables, buckets and queues, and sets the variables of the functions and the SDK; call it before importing a function. The
 * credentials are made up, so nothing can reach an account, and their secret is new each time, because it signs links. Returns the
 * variables' names, without the region, which Lambda sets itself.
 */
export async function prepareEnvironment(engines: Engines, names: ResourceNames): Promise<string[]> {
  for (const name of ['AWS_PROFILE', 'AWS_ENDPOINT_URL']) delete process.env[name];
  process.env.AWS_REGION = region;
  const variables = {
    // The same id each time: DynamoDB Local keeps the tables of each apart.
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: randomBytes(32).toString('base64url'),
    AWS_SESSION_TOKEN: '',
    AWS_ENDPOINT_URL_DYNAMODB: engines.dynamodb,
    AWS_ENDPOINT_URL_S3: engines.s3,
    AWS_ENDPOINT_URL_SQS: engines.sqs,
    AWS_ENDPOINT_URL_SESV2: engines.ses,
    STORE_TABLE: names.storeTable,
    REQUEST_TABLE: names.requestTable,
    OBJECT_BUCKET: names.bucket,
    S3_FORCE_PATH_STYLE: 'true',
    MAIL_SENDER: 'no-reply@store.example',
    // Replaced by the address of the server, once it listens.
    SERVICE_URL: 'http://localhost:3000',
    EVENT_BUS: names.storeTable,
    EVENT_SOURCE: names.storeTable,
    EVENT_BUS_ARN: arnOfEvents('event-bus', names.storeTable),
    EVENT_ARCHIVE_ARN: arnOfEvents('archive', names.storeTable),
    REPLAY_RULE_ARN: arnOfEvents('rule', `${names.storeTable}/Replays`),
    // Receivers of this machine.
    WEBHOOKS_ANYWHERE: 'true',
    DEPLOYMENT_KEY: names.deploymentKey ?? newDeploymentSecret(),
    // Made-up credentials do not end, so links need no others.
    DOWNLOAD_ROLE: '',
  };
  Object.assign(process.env, variables);
  const [urls] = await Promise.all([
    Promise.all(
      queueNames.map(async (name) => [queueUrlSettings[name], await createQueues(localQueue(names.queues, name))]),
    ),
    createTables({ store: names.storeTable, requests: names.requestTable }, { stream: names.stream }),
    createBucket(names.bucket),
  ]);
  const queues: Record<string, string> = Object.fromEntries(urls);
  Object.assign(process.env, queues);
  return Object.keys({ ...variables, ...queues });
}

const arnOfEvents = (kind: string, name: string): string => `arn:aws:events:${region}:${accountId}:${kind}/${name}`;

async function createBucket(Bucket: string): Promise<void> {
  const s3 = new S3Client({ forcePathStyle: true });
  try {
    await s3.send(new CreateBucketCommand({ Bucket }));
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
  } finally {
    s3.destroy();
  }
}

/** A queue, and the one where messages end that failed five times. */
async function createQueues(name: string): Promise<string> {
  const sqs = new SQSClient({});
  const create = async (QueueName: string, Attributes: Record<string, string>): Promise<string> => {
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
    if (QueueUrl === undefined) throw new Error(`The queue ${QueueName} has no URL`);
    return queueUrlAtEngine(QueueUrl);
  };
  try {
    const deadLetters = await create(`${name}-dead-letters`, { MessageRetentionPeriod: '1209600' });
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: deadLetters, AttributeNames: ['QueueArn'] }),
    );
    return await create(name, {
      VisibilityTimeout: '60',
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: Attributes?.QueueArn,
        maxReceiveCount: limits.queueDeliveries,
      }),
    });
  } finally {
    sqs.destroy();
  }
}

/** A queue's URL at the engine itself: it may name a host that does not resolve, or the port of an earlier run. */
export const queueUrlAtEngine = (queueUrl: string): string =>
  new URL(new URL(queueUrl).pathname, process.env.AWS_ENDPOINT_URL_SQS).href;

const isOfEngine = (name: string): boolean => name.startsWith('AWS_ENDPOINT_URL_') || name.endsWith('_QUEUE_URL');

/**
 * Writes the file by which functions in containers use the engines of a running local server: variables for `sam local --env-vars FILE`,
 * the same for every function, with the engines' addresses as containers reach them.
 */
export function writeEnvVars(file: string, names: readonly string[], address = dockerHost): void {
  const variables = names.map((name) => {
    const value = process.env[name];
    return [name, isOfEngine(name) ? value?.replace(/127\.0\.0\.1|localhost/, address) : value];
  });
  const hidden = variables.find(([, value]) => /^http:\/\/127\.(?!0\.0\.1:)/.test(value ?? ''));
  if (hidden)
    throw new StartupError(`Containers do not find ${hidden[1]}: name ports that they find with --engine-port`);
  try {
    replacePrivateSync(file, `${JSON.stringify({ Parameters: Object.fromEntries(variables) }, undefined, 2)}\n`);
  } catch (error) {
    throw new StartupError(`Cannot write ${file}: ${messageOf(error)}`);
  }
}
