import { Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

/** A web application firewall before the API's stage, where it stands whichever way a request comes. */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, api: RestApi) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Rules', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: seen('firewall'),
      rules: [
        {
          name: 'flood',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              limit: 20_000,
              evaluationWindowSec: 300,
              // Behind CloudFront the address a request comes from is CloudFront's.
              aggregateKeyType: 'FORWARDED_IP',
              forwardedIpConfig: { headerName: 'X-Forwarded-For', fallbackBehavior: 'NO_MATCH' },
            },
          },
          visibilityConfig: seen('flood'),
        },
        {
          name: 'known-bad-inputs',
          priority: 1,
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesKnownBadInputsRuleSet' },
          },
          visibilityConfig: seen('known-bad-inputs'),
        },
      ],
    });
    const { partition, region } = Stack.of(this);
    new CfnWebACLAssociation(this, 'Association', {
      webAclArn: acl.attrArn,
      resourceArn: `arn:${partition}:apigateway:${region}::/restapis/${api.restApiId}/stages/${api.deploymentStage.stageName}`,
    });
  }
}

const seen = (metricName: string) => ({ metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false });
