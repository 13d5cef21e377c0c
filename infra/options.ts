/** The options of synthesis and deployment, as CDK context: `-c name=value`. */
import { Aws } from 'aws-cdk-lib';
import type { Node } from 'constructs';
import type { QueueName } from '../lib/resources/background.ts';
import { functionFiles } from '../lib/resources/function-files.ts';

export interface StackOptions {
  /** Names the stack, its functions and its alarms, so that several can live side by side. */
  stackName: string;
  architecture: 'arm64' | 'x86_64';
  /** Megabytes of memory of each function that does not need more; its share of a processor grows with them. */
  functionMemory: number;
  /** Adds the container that receives uploads beyond what API Gateway carries. */
  largeUploads: boolean;
  /** A custom domain for the distribution; its certificate must be in us-east-1. */
  domain: { name: string; certificateArn: string } | undefined;
  /** Puts a web application firewall before the API and the upload containers. */
  waf: boolean;
  /** Requests a minute beyond which the firewall blocks an address. */
  wafRequestsPerMinute: number;
  /** Sends `WWW-Authenticate: Bearer`; `false` where AWS refuses a response headers policy with it. */
  authenticateHeader: boolean;
  /** Concurrent executions kept for, and the most of, each function of a group. */
  reservedConcurrency: ReservedConcurrency;
  /** The most batches at once of the queues of webhooks; one that is not named has its default. */
  webhookConcurrency: WebhookConcurrency;
  /** Origins of browsers that may use the links of direct uploads. */
  uploadOrigins: readonly string[];
  /** Tables and a bucket that were restored, for the stack to take over in place of its own. */
  restored: Restored;
  /** The ARN of a secret with the key that the data is kept under, in place of one that the stack makes. */
  deploymentKey: string | undefined;
  /** Where urgent alarms are mailed to. */
  alarmEmail: string | undefined;
  /** Where alarms that can wait are mailed to; with the others unless named. */
  ticketEmail: string | undefined;
  /** Makes a CloudWatch dashboard, which AWS bills by the month. */
  dashboard: boolean;
  /** AWS X-Ray on gateway and functions. */
  tracing: boolean;
  /** Sender of emails for a store without sites; SES must have verified it. */
  mailSender: string;
  /** Makes the variant of the template that `sam local` needs; not for deployment. */
  samLocal: boolean;
  /** `false` turns the reviews off, as the contract's SERVICE_REVIEWS does. */
  serviceReviews: boolean;
}

/** By their names. */
interface Restored {
  storeTable: string | undefined;
  requestTable: string | undefined;
  objectBucket: string | undefined;
}

export const functionGroups = ['api', 'storefront', 'operator', 'background'] as const;

export type FunctionGroup = (typeof functionGroups)[number];

type ReservedConcurrency = Partial<Record<FunctionGroup, number>>;

type WebhookConcurrency = Partial<Record<QueueName, number>>;

/** A name that is unique in the account across Regions: the stack may exist in several. */
export const nameInAccount = ({ stackName }: StackOptions, what: string): string =>
  `${stackName}-${Aws.REGION}-${what}`;

/**
 * A restored resource has an id of its own: to CloudFormation it is new, and the one that it replaces is removed from
 * the stack.
 */
export const idFor = (id: string, restored: string | undefined): string =>
  restored === undefined ? id : `${id}-${restored}`;

/** `<stack>-<name>` of every function must stay within Lambda's 64 characters. */
const stackNameAtMost = 64 - Math.max(...[...functionFiles.keys()].map((name) => `-${name}`.length));

/** The form that a text must have, and the error for another one. */
type Form = readonly [pattern: RegExp, message: string];

const name: Form = [/^[\w.-]{3,255}$/, 'must be the name of a table or a bucket'];
const secret: Form = [
  /^arn:aws[\w-]*:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/,
  'must be the whole ARN of a secret, with its last six characters',
];
const origin: Form = [
  /^(?:\*|https?:\/\/[\w.-]+(?::\d+)?)$/,
  'must be a list of origins like https://shop.example.com, separated by commas, or *',
];

/** Reads the options. Throws an Error naming an invalid one. */
export function readOptions(node: Node): StackOptions {
  const text = (option: string, form?: Form): string | undefined => {
    const value: unknown = node.tryGetContext(option);
    return value === undefined || value === '' ? undefined : checked(option, String(value), form);
  };
  const flag = (option: string, byDefault: boolean): boolean =>
    (text(option, [/^(?:true|false)$/, 'must be true or false']) ?? String(byDefault)) === 'true';
  const list = (option: string): string[] => (text(option) ?? '').split(',').filter((each) => each !== '');
  const architecture = text('architecture') ?? 'arm64';
  if (architecture !== 'arm64' && architecture !== 'x86_64') throw new Error('architecture must be arm64 or x86_64');
  const stackName = text('stackName') ?? 'StoreCommerceApi';
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(stackName) || stackName.length > stackNameAtMost) {
    throw new Error(`stackName must be 1 to ${stackNameAtMost} letters, digits and hyphens, a letter first`);
  }
  for (const gone of ['eventWebhook', 'eventTypes']) {
    if (text(gone)) throw new Error(`${gone} is no option any more: create a webhook with create-webhook`);
  }
  const reservedConcurrency = reservedConcurrencyOf(list('reservedConcurrency'));
  return {
    stackName,
    architecture,
    functionMemory: megabytesOf(text('functionMemory')),
    largeUploads: flag('largeUploads', false),
    domain: domainOf(text('domainName'), text('certificateArn')),
    waf: flag('waf', false),
    wafRequestsPerMinute: requestsPerMinuteOf(text('wafRequestsPerMinute') ?? '60000'),
    authenticateHeader: flag('authenticateHeader', true),
    reservedConcurrency,
    webhookConcurrency: webhookConcurrencyOf(list('webhookConcurrency'), reservedConcurrency),
    uploadOrigins: list('uploadOrigins').map((each) => checked('uploadOrigins', each, origin)),
    restored: {
      storeTable: text('storeTable', name),
      requestTable: text('requestTable', name),
      objectBucket: text('objectBucket', name),
    },
    deploymentKey: text('deploymentKey', secret),
    alarmEmail: text('alarmEmail'),
    ticketEmail: text('ticketEmail') ?? text('alarmEmail'),
    dashboard: flag('dashboard', false),
    tracing: flag('tracing', false),
    mailSender: text('mailSender') ?? 'no-reply@example.com',
    samLocal: flag('samLocal', false),
    serviceReviews: flag('serviceReviews', true),
  };
}

function checked(option: string, text: string, [pattern, message]: Form = [/./s, '']): string {
  if (!pattern.test(text)) throw new Error(`${option} ${message}`);
  return text;
}

function domainOf(name: string | undefined, certificateArn: string | undefined): StackOptions['domain'] {
  if (name === undefined && certificateArn === undefined) return undefined;
  if (name === undefined || certificateArn === undefined) throw new Error('domainName and certificateArn go together');
  return { name, certificateArn };
}

const isGroup = (name: string): name is FunctionGroup => functionGroups.some((group) => group === name);

/** `api=20,background=5`: groups without a number share what the account has. */
function reservedConcurrencyOf(shares: readonly string[]): ReservedConcurrency {
  const reserved: ReservedConcurrency = {};
  for (const each of shares) {
    const [, name = '', count = ''] = /^(\w+)=(\d{1,5})$/.exec(each) ?? [];
    if (!isGroup(name) || Number(count) < 1) {
      throw new Error(`reservedConcurrency must be a list of ${functionGroups.join('=N, ')}=N, separated by commas`);
    }
    reserved[name] = Number(count);
  }
  // A queue is read by two batches at once or more, and what finds its function busy counts as failed.
  if (reserved.background === 1) throw new Error('reservedConcurrency must be background=2 or more');
  return reserved;
}

const isConcurrency = (count: number): boolean => count >= 2 && count <= 1000;

/** `deliveries=50,redeliveries=20`, or one number for both. Lambda takes 2 to 1,000 of an event source, and no more than is reserved. */
function webhookConcurrencyOf(
  shares: readonly string[],
  { background: reserved = 1000 }: ReservedConcurrency,
): WebhookConcurrency {
  const most: WebhookConcurrency = {};
  for (const each of shares) {
    const [, queue, count] = /^(?:(deliveries|redeliveries)=)?(\d{1,4})$/.exec(each) ?? [];
    if (count === undefined || !isConcurrency(Number(count))) {
      throw new Error('webhookConcurrency must be deliveries=N,redeliveries=N, each between 2 and 1000');
    }
    if (Number(count) > reserved) {
      throw new Error('webhookConcurrency must not be above the reservedConcurrency of background');
    }
    Object.assign(
      most,
      queue ? { [queue]: Number(count) } : { deliveries: Number(count), redeliveries: Number(count) },
    );
  }
  return most;
}

/** Lambda takes up to 10,240; with less than 256 a function may run out of it. */
function megabytesOf(text = '512'): number {
  if (/^\d{3,5}$/.test(text) && Number(text) >= 256 && Number(text) <= 10_240) return Number(text);
  throw new Error('functionMemory must be between 256 and 10240');
}

/** AWS WAF counts 10 requests at least, and 2,000,000,000 at most. */
function requestsPerMinuteOf(text: string): number {
  if (/^\d{2,10}$/.test(text) && Number(text) >= 10 && Number(text) <= 2_000_000_000) return Number(text);
  throw new Error('wafRequestsPerMinute must be between 10 and 2000000000');
}
