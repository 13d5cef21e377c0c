import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './shared-constructs.ts';

/** The key that codes of other systems and secrets of webhooks are kept under. Without it both are lost, so it outlives the stack. */
export class DeploymentKey extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', {
      description:
        'Key that imported gift card codes and secrets of webhooks are kept under: never change or delete it',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    acknowledge(this.secret, {
      'AwsSolutions-SMG4': 'Another key would find none of the codes that were imported under this one',
    });
  }
}
