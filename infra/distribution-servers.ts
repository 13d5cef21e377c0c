import { type IPeer, Peer } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { AwsCustomResource, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeFunctionOfCdk, functionRole, logs } from './shared-constructs.ts';

/** The addresses of distributions: a list that AWS maintains, with another id in each Region. */
export class DistributionServers extends Construct {
  readonly peer: IPeer;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const logGroup = logs(this, 'Logs');
    const role = functionRole(this, logGroup, [findLists]);
    const list = new AwsCustomResource(this, 'List', {
      onUpdate: {
        service: 'EC2',
        action: 'describeManagedPrefixLists',
        parameters: {
          Filters: [{ Name: 'prefix-list-name', Values: ['com.amazonaws.global.cloudfront.origin-facing'] }],
        },
        outputPaths: ['PrefixLists.0.PrefixListId'],
        physicalResourceId: PhysicalResourceId.of('origin-facing'),
      },
      role,
      installLatestAwsSdk: false,
      logGroup,
    });
    this.peer = Peer.prefixList(list.getResponseField('PrefixLists.0.PrefixListId'));
    acknowledge(role, { 'AwsSolutions-IAM5[Resource::*]': 'EC2 has no permission to find lists by what they are' });
    acknowledgeFunctionOfCdk(this, 'AWS679f53fac');
  }
}

const findLists = new PolicyStatement({
  sid: 'FindLists',
  actions: ['ec2:DescribeManagedPrefixLists'],
  resources: ['*'],
});
