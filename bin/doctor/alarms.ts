/** Whether someone receives the alarms of a stack. */
import { type CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { paginateListSubscriptionsByTopic, type SNSClient } from '@aws-sdk/client-sns';
import { type Finding, judged } from './finding.ts';

interface Clients {
  cloudformation: CloudFormationClient;
  sns: SNSClient;
}

/** Each alarm topic of the stack and its nested stacks must have a confirmed subscription. */
export async function alarmFindings({ cloudformation, sns }: Clients, stackName: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const topic of await topicsOf(cloudformation, stackName)) {
    const name = topic.slice(topic.lastIndexOf(':') + 1);
    findings.push(
      judged(
        await isReceived(sns, topic),
        `the alarm topic ${name} has a confirmed subscription`,
        `the alarm topic ${name} has no confirmed subscription, so its alarms reach no one`,
        `confirm the subscription in the email from AWS, or add one: aws sns subscribe --topic-arn ${topic} --protocol email --notification-endpoint ADDRESS`,
      ),
    );
  }
  return findings;
}

/** ARNs of topics. */
async function topicsOf(client: CloudFormationClient, StackName: string): Promise<string[]> {
  const topics: string[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    for (const { ResourceType, PhysicalResourceId: id } of StackResourceSummaries) {
      if (id === undefined) continue;
      if (ResourceType === 'AWS::SNS::Topic') topics.push(id);
      if (ResourceType === 'AWS::CloudFormation::Stack') topics.push(...(await topicsOf(client, id)));
    }
  }
  return topics;
}

/** SNS lists a subscription that is not confirmed or is deleted with a word in place of its ARN. */
async function isReceived(client: SNSClient, TopicArn: string): Promise<boolean> {
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn })) {
    if (Subscriptions.some(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:'))) return true;
  }
  return false;
}
