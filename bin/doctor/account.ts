/** What an account must have before the first deployment. */
import { type CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetAccountCommand,
  GetConfigurationSetCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  type SESv2Client,
  type SendQuota,
} from '@aws-sdk/client-sesv2';
import { type FunctionGroup, functionGroups, type StackOptions } from '../../infra/options.ts';
import { backgroundFunctions } from '../../lib/resources/background.ts';
import { invocables, operations } from '../../lib/resources/nouns.ts';
import { type Finding, ill, judged, unlessNone } from './finding.ts';

/** A stack by its name, or undefined if missing. */
export async function findStack(client: CloudFormationClient, StackName: string): Promise<Stack | undefined> {
  const answer = client.send(new DescribeStacksCommand({ StackName }));
  return (await unlessNone(answer, ({ message }) => /does not exist/.test(message)))?.Stacks?.[0];
}

export const bootstrapFindings = async (client: CloudFormationClient): Promise<Finding[]> => [
  judged(
    (await findStack(client, 'CDKToolkit')) !== undefined,
    'the account is bootstrapped in this Region',
    'the account is not bootstrapped in this Region',
    'npx cdk bootstrap',
  ),
];

/** Whether emails go out, to anybody, from the deployment's own sender. */
export async function mailFindings(client: SESv2Client, { mailSender }: StackOptions): Promise<Finding[]> {
  const { ProductionAccessEnabled, SendingEnabled, SendQuota } = await client.send(new GetAccountCommand({}));
  const domain = mailSender.slice(mailSender.lastIndexOf('@') + 1);
  const find = (EmailIdentity: string) => found(client.send(new GetEmailIdentityCommand({ EmailIdentity })));
  const identities = await Promise.all([mailSender, domain].map(find));
  // Of an address of its own and its domain SES goes by the address.
  const sender = identities.find((each) => each?.VerifiedForSendingStatus);
  return [
    judged(
      ProductionAccessEnabled === true,
      'SES sends to any address',
      'SES is in the sandbox: it sends only to verified addresses',
      'aws sesv2 put-account-details --help, or the SES console: request production access',
    ),
    judged(SendingEnabled === true, 'SES sends', 'SES has stopped sending for this account', 'see the SES console'),
    quotaFinding(SendQuota),
    judged(
      sender !== undefined,
      `SES has verified the sender ${mailSender}`,
      `SES has not verified the sender ${mailSender}`,
      `aws sesv2 create-email-identity --email-identity ${domain}, or another one with -c mailSender=`,
    ),
    ...(sender?.ConfigurationSetName ? [await configurationSet(client, mailSender, sender.ConfigurationSetName)] : []),
  ];
}

/** What a small shop needs for a restock that many wait for. */
const leastQuota = { aDay: 10_000, aSecond: 10 };

/** Emails beyond the quota of a day end in the dead letters half an hour later. */
function quotaFinding({ Max24HourSend = 0, MaxSendRate = 0 }: SendQuota = {}): Finding {
  const isUnlimited = Max24HourSend === -1;
  const what = `SES sends ${isUnlimited ? 'any number of' : Max24HourSend} emails a day, ${MaxSendRate} a second`;
  return judged(
    (isUnlimited || Max24HourSend >= leastQuota.aDay) && MaxSendRate >= leastQuota.aSecond,
    what,
    `${what}: a larger restock puts emails into the dead-letter queue`,
    'aws service-quotas request-service-quota-increase --service-code ses --help',
  );
}

/** Each email of an identity goes by its default configuration set: one that is gone or has stopped sends none. */
async function configurationSet(client: SESv2Client, sender: string, ConfigurationSetName: string): Promise<Finding> {
  const what = `the configuration set ${ConfigurationSetName} of the sender ${sender}`;
  const set = await found(client.send(new GetConfigurationSetCommand({ ConfigurationSetName })));
  if (!set) return ill(`${what} does not exist`, `aws sesv2 put-email-identity-configuration-set-attributes --help`);
  return judged(
    set.SendingOptions?.SendingEnabled ?? true,
    `${what} sends`,
    `${what} has stopped sending`,
    `aws sesv2 put-configuration-set-sending-options --configuration-set-name ${ConfigurationSetName} --sending-enabled`,
  );
}

const found = <T>(answer: Promise<T>): Promise<T | undefined> =>
  unlessNone(answer, (error) => error instanceof NotFoundException);

/** What AWS wants left unreserved, and the least with which the service answers while its own functions work. */
const unreserved = 100;

/** Of each group, since what is reserved is reserved for each. */
const functionCounts: Readonly<Record<FunctionGroup, number>> = {
  api: operations.length,
  storefront: invocables.filter(({ group }) => group === 'storefront').length,
  operator: invocables.filter(({ group }) => group === 'operator').length,
  background: backgroundFunctions.length,
};

export async function concurrencyFindings(
  client: LambdaClient,
  { reservedConcurrency }: StackOptions,
): Promise<Finding[]> {
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  const reserved = functionGroups.reduce(
    (sum, group) => sum + (reservedConcurrency[group] ?? 0) * functionCounts[group],
    0,
  );
  return [
    judged(
      limit >= reserved + unreserved,
      `Lambda's concurrency is ${limit}, of which the stack reserves ${reserved}`,
      `Lambda's concurrency is ${limit}: the stack reserves ${reserved}, and ${unreserved} must stay unreserved`,
      'request a higher limit: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000',
    ),
  ];
}

/** CloudFront takes certificates of one Region. */
export function certificateFindings({ domain }: StackOptions): Finding[] {
  if (domain === undefined) return [];
  const [, , , region] = domain.certificateArn.split(':');
  const what = `the certificate of ${domain.name} is in ${region}`;
  return [judged(region === 'us-east-1', what, what, 'request one in us-east-1, as CloudFront requires')];
}
