import { RemovalPolicy } from 'aws-cdk-lib';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { StackOptions } from './options.ts';
import { acknowledge } from './shared-constructs.ts';

/** The key that codes of other systems and secrets of webhooks are kept under. Without it both are lost, so it outlives the stack. */
export class DeploymentKey extends Construct {
  readonly secret: ISecret;

  constructor(scope: Construct, id: string, { deploymentKey }: Pick<StackOptions, 'deploymentKey'>) {
    super(scope, id);
    this.secret =
      deploymentKey === undefined ? this.make() : Secret.fromSecretCompleteArn(this, 'Existing', deploymentKey);
  }

  private make(): Secret {
    const secret = new Secret(this, 'Secret', {
      description:
        'Key that imported gift card codes and secrets of webhooks are kept under: never change or delete it',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    acknowledge(secret, {
      'AwsSolutions-SMG4': 'Another key would find none of the codes that were imported under this one',
    });
    return secret;
  }
}
