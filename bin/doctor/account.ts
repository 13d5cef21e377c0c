/** What an account must have before the first deployment. */
import { type CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetAccountCommand,
  GetConfigurationSetCommand,
  GetEmailIdentityCommand,
  type GetEmailIdentityCommandOutput,
  NotFoundException,
  type SESv2Client,
} from '@aws-sdk/client-sesv2';
import { type FunctionGroup, functionGroups, type StackOptions } from '../../infra/options.ts';
import { backgroundFunctions } from '../../lib/resources/background.ts';
import { invocables } from '../../lib/resources/functions.ts';
import { operations } from '../../lib/resources/operations.ts';
import { type Finding, ill, well } from './finding.ts';

/** A stack by its name, or undefined where there is none. */
export async function findStack(client: CloudFormationClient, StackName: string): Promise<Stack | undefined> {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    return Stacks[0];
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

export async function bootstrapFindings(client: CloudFormationClient): Promise<Finding[]> {
  const toolkit = await findStack(client, 'CDKToolkit');
  return [
    toolkit
      ? well('the account is bootstrapped in this Region')
      : ill('the account is not bootstrapped in this Region', 'npx cdk bootstrap'),
  ];
}

/** Whether mails go out, to anybody, from the deployment's own sender. */
export async function mailFindings(client: SESv2Client, { mailSender }: StackOptions): Promise<Finding[]> {
  const { ProductionAccessEnabled, SendingEnabled } = await client.send(new GetAccountCommand({}));
  const domain = mailSender.slice(mailSender.lastIndexOf('@') + 1);
  const identities = await Promise.all([mailSender, domain].map((identity) => identityOf(client, identity)));
  // Of an address of its own and its domain SES goes by the address.
  const sender = identities.find((each) => each?.VerifiedForSendingStatus);
  return [
    ProductionAccessEnabled
      ? well('SES sends mail to anybody')
      : ill(
          'SES is in the sandbox: mail reaches verified addresses alone',
          'aws sesv2 put-account-details --help, or the SES console: request production access',
        ),
    SendingEnabled ? well('SES sends') : ill('SES has stopped sending for this account', 'look into the SES console'),
    sender
      ? well(`SES has verified the sender ${mailSender}`)
      : ill(
          `SES has not verified the sender ${mailSender}`,
          `aws sesv2 create-email-identity --email-identity ${domain}, or another one with -c mailSender=`,
        ),
    ...(sender?.ConfigurationSetName ? [await configurationSet(client, mailSender, sender.ConfigurationSetName)] : []),
  ];
}

/** Each mail of an identity goes by its default configuration set: one that is gone or has stopped sends none. */
async function configurationSet(client: SESv2Client, sender: string, ConfigurationSetName: string): Promise<Finding> {
  const what = `the configuration set ${ConfigurationSetName} of the sender ${sender}`;
  const set = await unlessNone(client.send(new GetConfigurationSetCommand({ ConfigurationSetName })));
  if (set === undefined) {
    return ill(`${what} is not there`, `aws sesv2 put-email-identity-configuration-set-attributes --help`);
  }
  return (set.SendingOptions?.SendingEnabled ?? true)
    ? well(`${what} sends`)
    : ill(
        `${what} has stopped sending`,
        `aws sesv2 put-configuration-set-sending-options --configuration-set-name ${ConfigurationSetName} --sending-enabled`,
      );
}

const identityOf = (client: SESv2Client, EmailIdentity: string): Promise<GetEmailIdentityCommandOutput | undefined> =>
  unlessNone(client.send(new GetEmailIdentityCommand({ EmailIdentity })));

async function unlessNone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}

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
    limit >= reserved + unreserved
      ? well(`Lambda's concurrency is ${limit}, of which the stack reserves ${reserved}`)
      : ill(
          `Lambda's concurrency is ${limit}: the stack reserves ${reserved}, and ${unreserved} must stay`,
          'ask for more: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000',
        ),
  ];
}

/** CloudFront takes certificates of one Region. */
export function certificateFindings({ domain }: StackOptions): Finding[] {
  if (domain === undefined) return [];
  const [, , , region] = domain.certificateArn.split(':');
  return [
    region === 'us-east-1'
      ? well(`the certificate of ${domain.name} is in us-east-1`)
      : ill(`the certificate of ${domain.name} is in ${region}`, 'request one in us-east-1: CloudFront takes no other'),
  ];
}
