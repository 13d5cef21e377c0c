import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './shared-constructs.ts';

/**
 * Sent by the distribution to the API, which refuses requests without it before they cost an invocation. The template
 * contains a reference that CloudFormation resolves.
 */
export class OriginSecret extends Construct {
  readonly value: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const secret = new Secret(this, 'Secret', {
      description: 'Sent by the distribution with each request to the API',
      generateSecretString: { passwordLength: 40, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.value = secret.secretValue.unsafeUnwrap();
    acknowledge(secret, {
      'AwsSolutions-SMG4':
        'CloudFront and API Gateway learn a new one only by a deployment, so nothing else may change it',
    });
  }
}
