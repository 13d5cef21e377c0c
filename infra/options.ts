/** What can be chosen when the stack is synthesised or deployed, as CDK context: `-c name=value`. */
import { Aws } from 'aws-cdk-lib';
import type { Node } from 'constructs';
import { functionFiles } from '../lib/contract/function-files.ts';

export interface StackOptions {
  /** Names the stack, its functions and its alarms, so that several can live side by side. */
  stackName: string;
  architecture: 'arm64' | 'x86_64';
  /** Adds the container that receives uploads beyond what API Gateway carries. */
  largeUploads: boolean;
  /** A domain of one's own for the distribution; its certificate must be in us-east-1. */
  domain: { name: string; certificateArn: string } | undefined;
  /** Puts a web application firewall before the API. */
  waf: boolean;
  /** Where alarms are mailed to. */
  alarmEmail: string | undefined;
  /** AWS X-Ray on gateway and functions. */
  tracing: boolean;
  /** Sender of mails for a store without sites; SES must have verified it. */
  mailSender: string;
  /** Makes the variant of the template that `sam local` needs; not for deployment. */
  samLocal: boolean;
  /** Where functions in a container find this machine. */
  engineHost: string;
  /** `false` turns the reviews off, as the contract's SERVICE_REVIEWS does. */
  serviceReviews: boolean;
}

/** The name of something of which an account has but one list for all Regions: the stack's may be there in several. */
export const nameInAccount = ({ stackName }: StackOptions, what: string): string =>
  `${stackName}-${Aws.REGION}-${what}`;

/** `<stack>-<name>` of every function must stay within Lambda's 64 characters. */
const stackNameAtMost = 64 - Math.max(...[...functionFiles.keys()].map((name) => `-${name}`.length));

/** Reads the options. Throws an Error naming the one that makes no sense. */
export function readOptions(node: Node): StackOptions {
  const text = (name: string): string | undefined => {
    const value: unknown = node.tryGetContext(name);
    return value === undefined || value === '' ? undefined : String(value);
  };
  const flag = (name: string, byDefault: boolean): boolean => {
    const value = text(name) ?? String(byDefault);
    if (value !== 'true' && value !== 'false') throw new Error(`${name} must be true or false`);
    return value === 'true';
  };
  const architecture = text('architecture') ?? 'arm64';
  if (architecture !== 'arm64' && architecture !== 'x86_64') throw new Error('architecture must be arm64 or x86_64');
  const stackName = text('stackName') ?? 'StoreCommerceApi';
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(stackName) || stackName.length > stackNameAtMost) {
    throw new Error(`stackName must be 1 to ${stackNameAtMost} letters, digits and hyphens, a letter first`);
  }
  return {
    stackName,
    architecture,
    largeUploads: flag('largeUploads', false),
    domain: domainOf(text('domainName'), text('certificateArn')),
    waf: flag('waf', false),
    alarmEmail: text('alarmEmail'),
    tracing: flag('tracing', false),
    mailSender: text('mailSender') ?? 'no-reply@example.com',
    samLocal: flag('samLocal', false),
    engineHost: text('engineHost') ?? 'host.docker.internal',
    serviceReviews: flag('serviceReviews', true),
  };
}

function domainOf(name: string | undefined, certificateArn: string | undefined): StackOptions['domain'] {
  if (name === undefined && certificateArn === undefined) return undefined;
  if (name === undefined || certificateArn === undefined) throw new Error('domainName and certificateArn go together');
  return { name, certificateArn };
}
