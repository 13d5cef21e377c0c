/** Functions that a queue, a stream or a schedule calls. The stack and the local server read them here. */
import { limits } from '../schema/limits.ts';
import type { Reach } from '../schema/operation.ts';

/** The queues, by the environment variables in which functions find their URLs. */
export const queueUrlSettings = {
  mail: 'MAIL_QUEUE_URL',
  /** Restock emails have their own queue: there may be very many at once, and other emails must not wait behind them. */
  restockMail: 'RESTOCK_MAIL_QUEUE_URL',
  waitlist: 'WAITLIST_QUEUE_URL',
  /** Events as the bus hands them on: first attempts. */
  deliveries: 'DELIVERIES_QUEUE_URL',
  /** Further attempts, and all attempts for webhooks that are slow or failing. */
  redeliveries: 'REDELIVERIES_QUEUE_URL',
  /** Public files that are due, by product. */
  publicFiles: 'PUBLIC_FILES_QUEUE_URL',
} as const;

export type QueueName = keyof typeof queueUrlSettings;

export const queueNames = Object.keys(queueUrlSettings) as QueueName[];

/** The name of a queue on the local machine, for `sam local`. */
export const localQueue = (prefix: string, name: QueueName): string => `${prefix}-${name === 'mail' ? 'mails' : name}`;

/** Messages of a queue in batches; a function reports the ones that failed as `batchItemFailures`. */
export interface QueueTrigger {
  queue: QueueName;
  batchSize: number;
  /** Seconds that a batch waits for more messages: Lambda requires at least one if a batch has more than 10. */
  windowSeconds?: number;
  /** Concurrent batches, if the called service has a limit per second. */
  batchesAtMost?: number;
}

interface ScheduleTrigger {
  everyMinutes: number;
  /** Concurrent calls, each for its share of the due work; default one. An EventBridge rule has at most five targets. */
  shards?: number;
}

/** Changes of the store table in their order, in batches; a function reports the first that failed. */
export interface StreamTrigger {
  stream: 'store';
  batchSize: number;
  /** Whether changes that failed for hours are kept in a bucket, for a person to deliver them again. */
  keepsFailed?: true;
}

export interface BackgroundFunction {
  /** Names the function (`<stack name>-<name>`) and its file (`functions/background/<name>.ts`). */
  name: string;
  summary: string;
  trigger: QueueTrigger | ScheduleTrigger | StreamTrigger;
  /** Whether one call works on many records, so that its duration depends on the processor. */
  isBatch?: boolean;
  /** The environment setting that the function reads to find out whether the service has reviews. */
  switch?: 'SERVICE_REVIEWS';
  /** Time limit of one call; default the limit of all functions. */
  seconds?: number;
  reach?: readonly Reach[];
}

export const backgroundFunctions: readonly BackgroundFunction[] = [
  {
    name: 'sweep-uploads',
    summary: 'Delete unused objects: uploads not finished within a day, and replaced files and photos',
    trigger: { everyMinutes: 15 },
    isBatch: true,
    reach: [
      'BatchGetItem',
      'Query due',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'AbortMultipartUpload files/',
      'DeleteObject files/',
      'DeleteObject media/',
      'DeleteObject pending/',
    ],
  },
  {
    name: 'work-on-waitlist',
    summary:
      'Notify the shoppers of a restock, update the ranking of waitlisted products, delete waitlists of removed variants',
    trigger: { queue: 'waitlist', batchSize: 10 },
    isBatch: true,
    reach: [
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
      'SendMessage restockMail',
      'SendMessage waitlist',
    ],
  },
  {
    name: 'send-mail',
    summary: 'Send the emails of gift cards',
    // SES limits the emails per second: thousands at once would be refused again and again, until they are dead letters. Both functions that send
    // have at most 20 emails in flight together, and the one for reviews 2.
    trigger: { queue: 'mail', batchSize: 3, batchesAtMost: 2 },
    reach: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'SendEmail'],
  },
  {
    name: 'send-restock-mail',
    summary: 'Send the emails of restocks',
    trigger: { queue: 'restockMail', batchSize: 7, batchesAtMost: 2 },
    reach: ['BatchGetItem', 'DeleteItem', 'SendEmail', 'GetSecretValue key'],
  },
  {
    name: 'send-review-requests',
    summary: 'Send the emails that ask for reviews of orders',
    trigger: { everyMinutes: 5 },
    // A round ends before the next one starts, so that no two of them send.
    seconds: 300,
    isBatch: true,
    switch: 'SERVICE_REVIEWS',
    reach: [
      'BatchGetItem',
      'Query due',
      'PutItem',
      'UpdateItem',
      'ConditionCheckItem',
      'SendEmail',
      'GetSecretValue key',
    ],
  },
  {
    name: 'sweep-gift-cards',
    summary:
      'Mark expired gift cards and store credits, clear expired holds, issue the remaining cards of orders, finish interrupted refunds, email scheduled cards, count emails that failed',
    trigger: { everyMinutes: 1, shards: 4 },
    isBatch: true,
    reach: [
      'BatchGetItem',
      'Query',
      'Query due',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
      'SendMessage mail',
      'GetSecretValue key',
    ],
  },
  {
    name: 'go-on-with-migrations',
    summary: 'Migrate stored data to this release',
    trigger: { everyMinutes: 5, shards: 4 },
    // A large table takes hours, and a round runs until the next one starts.
    seconds: 300,
    isBatch: true,
    reach: [
      'Scan',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
      'GetSecretValue key',
    ],
  },
  {
    name: 'deliver-events',
    summary: 'Deliver events to webhooks for the first time',
    trigger: { queue: 'deliveries', batchSize: 10, batchesAtMost: 50 },
    reach: ['BatchGetItem', 'Query', 'PutItem', 'SendMessage redeliveries', 'GetSecretValue key'],
  },
  {
    name: 'redeliver-events',
    summary: 'Retry deliveries, and deliver events to webhooks that are slow or failing',
    // A batch waits for its slowest receiver: a few large batches leave room for the batches of other stores.
    trigger: { queue: 'redeliveries', batchSize: 50, windowSeconds: 1, batchesAtMost: 20 },
    reach: ['BatchGetItem', 'PutItem', 'SendMessage redeliveries', 'GetSecretValue key'],
  },
  {
    name: 'sweep-deliveries',
    summary: 'Queue deliveries that are due again, probe failing webhooks, and run replays one after another',
    trigger: { everyMinutes: 1, shards: 4 },
    isBatch: true,
    reach: [
      'BatchGetItem',
      'Query due',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'SendMessage redeliveries',
      'GetSecretValue key',
      'StartReplay',
    ],
  },
  {
    name: 'publish-events',
    summary: 'Publish the events of each change of the store table on the bus',
    trigger: { stream: 'store', batchSize: 100, keepsFailed: true },
    isBatch: true,
    reach: ['PutEvents'],
  },
  {
    // Not with the events: they would wait while figures cannot be counted.
    name: 'keep-figures',
    summary:
      'Count each change of the store table in the figures of the overview, and queue the public files that it changes',
    trigger: { stream: 'store', batchSize: 100 },
    isBatch: true,
    // DynamoDB lets two functions read a stream: this one also queues public files.
    reach: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'SendMessage publicFiles'],
  },
  {
    name: 'write-public-files',
    summary: 'Write the public files of products after changes of their reviews',
    trigger: { queue: 'publicFiles', batchSize: 10 },
    isBatch: true,
    switch: 'SERVICE_REVIEWS',
    reach: [
      'BatchGetItem',
      'Query',
      'Query product_feed',
      'Query stars_feed',
      'PutItem',
      'UpdateItem',
      'ListObjects public/',
      'PutObject public/',
      'DeleteObject public/',
      'SendMessage publicFiles',
    ],
  },
  {
    name: 'sweep-public-files',
    summary: 'Write the public files of sites that were switched on, and remove those of sites that were switched off',
    trigger: { everyMinutes: 5 },
    isBatch: true,
    switch: 'SERVICE_REVIEWS',
    reach: [
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'ListObjects public/',
      'DeleteObject public/',
      'SendMessage publicFiles',
    ],
  },
  {
    name: 'write-feeds',
    summary: 'Write the product review feeds of sites with public reviews, once a day and after a review was deleted',
    trigger: { everyMinutes: 15 },
    // A store with millions of reviews takes many minutes.
    seconds: limits.feedsFunctionSeconds,
    isBatch: true,
    switch: 'SERVICE_REVIEWS',
    reach: [
      'BatchGetItem',
      'Query',
      'PutItem',
      'PutObject public/',
      'GetObject pending/',
      'PutObject pending/',
      'DeleteObject pending/',
    ],
  },
];
