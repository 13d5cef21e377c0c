import { NestedStack } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { viewerAddressHeader } from '../lib/schema/viewer.ts';

interface FirewallProps {
  /** Separates its metrics from those of another stack. */
  stackName: string;
  /** Beyond which an address is blocked. */
  requestsPerMinute: number;
  api: RestApiBase;
  /** ARN of the balancer before the upload containers, where there are any. */
  balancerArn: string | undefined;
}

/**
 * A regional web application firewall behind the distribution: one for distributions exists in us-east-1 only. The API refuses requests
 * that bypass the distribution and so carry no address.
 */
export class Firewall extends NestedStack {
  constructor(scope: Construct, id: string, { stackName, requestsPerMinute, api, balancerArn }: FirewallProps) {
    super(scope, id, { description: 'The web application firewall' });
    const acl = new CfnWebACL(this, 'Rules', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: seen(`${stackName}-firewall`),
      rules: [
        {
          name: 'flood',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              limit: requestsPerMinute,
              evaluationWindowSec: 60,
              aggregateKeyType: 'FORWARDED_IP',
              // A request without a readable address is blocked.
              forwardedIpConfig: { headerName: viewerAddressHeader, fallbackBehavior: 'MATCH' },
            },
          },
          visibilityConfig: seen(`${stackName}-flood`),
        },
        {
          name: 'known-bad-inputs',
          priority: 1,
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesKnownBadInputsRuleSet' },
          },
          visibilityConfig: seen(`${stackName}-known-bad-inputs`),
        },
      ],
    });
    const { partition, region } = this;
    const guarded = {
      Association: `arn:${partition}:apigateway:${region}::/restapis/${api.restApiId}/stages/${api.deploymentStage.stageName}`,
      ...(balancerArn === undefined ? {} : { Uploads: balancerArn }),
    };
    for (const [name, resourceArn] of Object.entries(guarded)) {
      new CfnWebACLAssociation(this, name, { webAclArn: acl.attrArn, resourceArn });
    }
  }
}

const seen = (metricName: string) => ({ metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false });
