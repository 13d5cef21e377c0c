import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { type IPeer, Peer } from 'aws-cdk-lib/aws-ec2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { AwsCustomResource, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { writeLogs } from './functions.ts';

/** The addresses from which distributions call: a list that AWS keeps, and names in each Region by an id of its own. */
export class DistributionServers extends Construct {
  readonly peer: IPeer;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { access: new PolicyDocument({ statements: [writeLogs(logGroup), findLists] }) },
    });
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
    acknowledge(role, { 'AwsSolutions-IAM5[Resource::*]': 'EC2 lets nobody find lists by what they are' });
    const finder = Stack.of(this).node.children.filter(({ node }) => node.id.startsWith('AWS679f53fac'));
    for (const construct of finder) {
      acknowledge(construct, { 'AwsSolutions-L1': 'CDK chooses the runtime of its own code' });
    }
  }
}

const findLists = new PolicyStatement({
  sid: 'FindLists',
  actions: ['ec2:DescribeManagedPrefixLists'],
  resources: ['*'],
});
