/** The permissions of a function: what the contract says that it reaches, what its chain needs, and no more. */
import {
  type BackgroundFunction,
  backgroundFunctions,
  type QueueName,
  queueNames,
} from '../lib/resources/background.ts';
import { invocables, operations } from '../lib/resources/nouns.ts';
import { pages } from '../lib/resources/pages.ts';
import { shopCalls } from '../lib/resources/shop-calls.ts';
import type { Invocable } from '../lib/schema/invocable.ts';
import {
  type IndexName,
  isOnTable,
  type ObjectPrefix,
  type Operation,
  type Reach,
  replays,
} from '../lib/schema/operation.ts';
import type { ShopCall } from '../lib/schema/shop-call.ts';
import type { ShopperPage } from '../lib/schema/shopper-page.ts';
import { upperFirst } from '../lib/schema/text.ts';

/** A function's part of the service. */
export interface Access {
  reach: readonly Reach[];
  /** Its use of the request table: counts the caller's rate, keeps idempotency records, counts unknown codes. */
  requests: readonly ('count' | 'record' | 'unknown codes')[];
  /** Its use of API keys and the secret that makes them: verifies the calling one, lists or writes them. */
  apiKeys?: 'verify' | 'list' | 'write' | undefined;
  /** The queue it is called by. */
  consumes?: QueueName | undefined;
  /** Whether changes of the store table call it. */
  follows?: boolean;
}

/** The chain verifies the key beside the store, and reads the deployment's secret as the function starts. */
export const accessOfOperation = (operation: Operation): Access => ({
  reach: ['BatchGetItem', ...(operation.reach ?? [])],
  requests: ['count', ...(replays(operation) ? (['record'] as const) : []), ...countsCodes(operation)],
  apiKeys: 'verify',
});

/** The chain finds the store, where the function is of one. A storefront function is also called over HTTP, with an API key. */
export const accessOfInvocable = ({ reach = [], payload, apiKeys, group }: Invocable): Access => ({
  reach: [...(isOfStore(payload) ? (['BatchGetItem'] as const) : []), ...reach],
  requests: [...(group === 'storefront' ? (['count'] as const) : []), ...countsCodes({ reach })],
  apiKeys: group === 'storefront' ? 'verify' : apiKeys,
});

const countsCodes = ({ reach }: { reach?: readonly Reach[] | undefined }) =>
  reach?.includes('CountUnknownCodes') ? (['unknown codes'] as const) : [];

const isOfStore = (payload: Invocable['payload']): boolean => 'shape' in payload && 'store_id' in Object(payload.shape);

/** The chain reads the store and counts the shopper's requests. */
export const accessOfPage = ({ reach = [] }: ShopperPage): Access => ({
  reach: ['BatchGetItem', ...reach],
  requests: ['count'],
});

/** The chain verifies the token, finds the site of the caller's origin and the customer, and counts the call. */
export const accessOfShopCall = ({ reach = [], of }: ShopCall): Access => {
  const all: readonly Reach[] = [...reach, ...(of?.reach ?? [])];
  return {
    reach: [...new Set<Reach>(['BatchGetItem', 'Query feed', 'GetSecretValue key', ...all])],
    requests: ['count', ...countsCodes({ reach: all })],
  };
};

export const accessOfBackground = ({ reach = [], trigger }: BackgroundFunction): Access => ({
  reach,
  requests: [],
  ...('queue' in trigger ? { consumes: trigger.queue } : {}),
  ...('stream' in trigger ? { follows: true } : {}),
});

/** Whether it sends messages to the queue that it reads. */
export const queuesAgain = ({ reach, consumes }: Access): boolean =>
  consumes !== undefined && reach.includes(`SendMessage ${consumes}`);

/** Of every function, by its name. */
export const accesses: ReadonlyMap<string, Access> = new Map([
  ...operations.map((each) => [each.name, accessOfOperation(each)] as const),
  ...invocables.map((each) => [each.name, accessOfInvocable(each)] as const),
  ...pages.map((each) => [each.name, accessOfPage(each)] as const),
  ...shopCalls.map((each) => [each.name, accessOfShopCall(each)] as const),
  ...backgroundFunctions.map((each) => [each.name, accessOfBackground(each)] as const),
]);

/** Whether it reaches objects of the bucket, or signs links to them. */
export const reachesObjects = ({ reach }: Access): boolean =>
  reach.some((each) => each.endsWith('/') || each === 'AssumeRole downloads');

/** Targets for reporting changes to others. */
export type EventTarget =
  | { bus: true }
  | { archive: true }
  | { replays: true }
  | { stream: 'store' }
  | { failedChanges: 'bucket' | 'objects' };

/** A target of permissions. */
export type Target =
  | { table: 'store' | 'requests'; index?: IndexName }
  | { objects: ObjectPrefix }
  | { bucket: true }
  | { queue: QueueName }
  | { senders: true }
  | { configurationSets: true }
  | EventTarget
  | { key: true }
  | { role: 'downloads' };

export interface Grant {
  sid: string;
  /** Denies what other statements allow. */
  effect?: 'Deny';
  actions: readonly string[];
  targets: readonly Target[];
  conditions?: Record<string, Record<string, readonly string[]>>;
}

/** What a function is granted and denied, a statement for each purpose; none allows an action where it is not needed. */
export function grantsOf(access: Access): Grant[] {
  const { reach, requests, consumes, follows } = access;
  const grants: Grant[] = [
    { sid: 'Store', actions: dynamodb(reach.filter(isOnTable)), targets: [{ table: 'store' }] },
    {
      sid: 'Indexes',
      actions: ['dynamodb:Query'],
      targets: indexesIn(reach).map((index) => ({ table: 'store', index })),
    },
    ...(reach.some(isOnTable) ? denialsOf(access) : []),
    ...requests.map((each) => grantsOnRequests[each]),
    ...objectPrefixes.map((prefix) => objectsUnder(prefix, reach)),
    ...(reach.some((each) => each.startsWith('GetObject ')) ? [missObjects] : []),
    ...(reach.includes('ListObjects public/') ? [listPublicFiles] : []),
    ...queueNames.filter((name) => reach.includes(`SendMessage ${name}`)).map(queueWork),
    ...(consumes ? [consumeWork(consumes)] : []),
    ...(follows ? consumeChanges : []),
    ...(reach.includes('SendEmail') ? [sendMail] : []),
    ...(reach.includes('PutEvents') ? [publishEvents] : []),
    ...(reach.includes('StartReplay') ? runReplays : []),
    ...(reach.includes('GetSecretValue key') ? [readKey] : []),
    ...(reach.includes('AssumeRole downloads') ? [signDownloads] : []),
  ];
  return grants.filter(({ actions, targets }) => actions.length > 0 && targets.length > 0);
}

const dynamodb = (actions: readonly string[]): string[] =>
  [...new Set(actions)].toSorted().map((action) => `dynamodb:${action}`);

const indexesIn = (reach: readonly Reach[]): IndexName[] =>
  reach.filter((each) => each.startsWith('Query ')).map((each) => each.slice('Query '.length) as IndexName);

/** Partitions of API keys by their hash, and of the secret that identifies this deployment's own. */
const verification = ['APIKEY#*', 'DEPLOYMENT'];

/**
 * Partitions of each store's list of API keys. IAM has no pattern for an id without `#`: the contract refuses checkout, refund and restock
 * ids that end so (`callersId`).
 */
const lists = ['sto_*#APIKEYS'];

const writes = ['BatchWriteItem', 'DeleteItem', 'PutItem', 'UpdateItem'].map((action) => `dynamodb:${action}`);
const anything = ['dynamodb:*'];

/**
 * `ForAnyValue` denies when any key in the condition is among these. AWS does not say whether a transaction over both tables shows the keys
 * of both, but no key of the request table looks like these.
 */
const denied = (sid: string, actions: readonly string[], partitions: readonly string[]): Grant => ({
  sid,
  effect: 'Deny',
  actions,
  targets: [{ table: 'store' }],
  conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': partitions } },
});

/** A function that can write an API key or the secret may act for every store, so only those with that task can. */
function denialsOf({ apiKeys }: Access): Grant[] {
  if (apiKeys === 'write') return [];
  if (apiKeys === 'list') return [denied('NoKeys', anything, verification), denied('NoKeyWrites', writes, lists)];
  if (apiKeys === 'verify') return [denied('NoKeys', anything, lists), denied('NoKeyWrites', writes, verification)];
  return [denied('NoKeys', anything, [...verification, ...lists])];
}

/** Partitions of the request table: each of its keys has its kind in the middle. */
const windows = { 'dynamodb:LeadingKeys': ['*#RATE#*'] };

const countRequests: Grant = {
  sid: 'CountRequests',
  actions: ['dynamodb:UpdateItem'],
  targets: [{ table: 'requests' }],
  conditions: { 'ForAllValues:StringLike': windows },
};

const countUnknownCodes: Grant = {
  sid: 'CountUnknownCodes',
  actions: ['dynamodb:BatchGetItem', 'dynamodb:DeleteItem', 'dynamodb:UpdateItem'],
  targets: [{ table: 'requests' }],
  conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['*#GUESSES#*'] } },
};

/**
 * Everywhere but the windows: AWS does not say whether a condition sees the keys of the store table that are in the same transaction as a
 * record.
 */
const recordReplies: Grant = {
  sid: 'RecordReplies',
  actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
  targets: [{ table: 'requests' }],
  conditions: { 'ForAllValues:StringNotLike': windows },
};

const grantsOnRequests: Readonly<Record<Access['requests'][number], Grant>> = {
  count: countRequests,
  record: recordReplies,
  'unknown codes': countUnknownCodes,
};

export const objectPrefixes: readonly ObjectPrefix[] = ['files', 'media', 'pending', 'public'];

const objectsUnder = (prefix: ObjectPrefix, reach: readonly Reach[]): Grant => ({
  sid: `Objects${upperFirst(prefix)}`,
  actions: reach
    .filter((each) => each.endsWith(` ${prefix}/`) && each !== 'ListObjects public/')
    .map((each) => `s3:${each.split(' ')[0]}`),
  targets: [{ objects: prefix }],
});

/** Without it S3 answers 403 in place of 404 for a missing object. */
const missObjects: Grant = { sid: 'MissObjects', actions: ['s3:ListBucket'], targets: [{ bucket: true }] };

const listPublicFiles: Grant = {
  sid: 'ListPublicFiles',
  actions: ['s3:ListBucket'],
  targets: [{ bucket: true }],
  conditions: { StringLike: { 's3:prefix': ['public/*'] } },
};

const queueWork = (queue: QueueName): Grant => ({
  sid: `Queue${upperFirst(queue)}`,
  actions: ['sqs:SendMessage'],
  targets: [{ queue }],
});

const consumeWork = (queue: QueueName): Grant => ({
  sid: `Consume${upperFirst(queue)}`,
  actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
  targets: [{ queue }],
});

/**
 * Each site has its own sender, so the grant names identities by kind. SES also checks the right to an identity's default configuration
 * set, as the console creates one.
 */
const sendMail: Grant = {
  sid: 'SendMail',
  actions: ['ses:SendEmail'],
  targets: [{ senders: true }, { configurationSets: true }],
};

const publishEvents: Grant = { sid: 'PublishEvents', actions: ['events:PutEvents'], targets: [{ bus: true }] };

/** Replays have the service's ids as names, so those that people start by hand are not included. */
const runReplays: readonly Grant[] = [
  {
    sid: 'StartReplays',
    actions: ['events:StartReplay'],
    targets: [{ archive: true }, { bus: true }, { replays: true }],
  },
  { sid: 'FollowReplays', actions: ['events:DescribeReplay'], targets: [{ replays: true }] },
];

/** A change that fails to the end is kept whole. */
const consumeChanges: readonly Grant[] = [
  {
    sid: 'ConsumeChanges',
    actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
    targets: [{ stream: 'store' }],
  },
  { sid: 'ConsumeKeepFailed', actions: ['s3:PutObject'], targets: [{ failedChanges: 'objects' }] },
  { sid: 'ConsumeFindFailed', actions: ['s3:ListBucket'], targets: [{ failedChanges: 'bucket' }] },
];

const readKey: Grant = { sid: 'ReadKey', actions: ['secretsmanager:GetSecretValue'], targets: [{ key: true }] };

const signDownloads: Grant = { sid: 'SignDownloads', actions: ['sts:AssumeRole'], targets: [{ role: 'downloads' }] };

/** The permissions of links to digital files, by the role that signs them. */
export const downloads: Access = { reach: ['GetObject files/'], requests: [] };
