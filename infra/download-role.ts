import { ArnFormat, Aws, Duration, Stack } from 'aws-cdk-lib';
import { ArnPrincipal, CompositePrincipal, PolicyDocument, Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { type Resources, statementsFor } from './access.ts';
import { acknowledgeObjects, type StoreFunction } from './functions.ts';
import { downloads } from './grants.ts';
import { nameInAccount, type StackOptions } from './options.ts';

const nameOf = (options: StackOptions): string => nameInAccount(options, 'downloads');

/** A name of its own, since the function that assumes it and the role refer to each other. */
export const downloadRoleArn = (scope: Construct, options: StackOptions): string =>
  Stack.of(scope).formatArn({
    service: 'iam',
    region: '',
    account: Aws.ACCOUNT_ID,
    resource: 'role',
    resourceName: nameOf(options),
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });

interface DownloadRoleProps {
  options: StackOptions;
  resources: Resources;
  /** The functions that make links. */
  signers: readonly StoreFunction[];
}

/** Signs links to digital files, for an hour: the maximum for a role that is assumed by a role. */
export class DownloadRole extends Construct {
  constructor(scope: Construct, id: string, { options, resources, signers }: DownloadRoleProps) {
    super(scope, id);
    const role = new Role(this, 'Role', {
      roleName: nameOf(options),
      description: 'Signs links to digital files',
      assumedBy: new CompositePrincipal(...signers.map(({ roleArn }) => new ArnPrincipal(roleArn))),
      maxSessionDuration: Duration.hours(1),
      inlinePolicies: { access: new PolicyDocument({ statements: statementsFor(downloads, resources) }) },
    });
    acknowledgeObjects(role, resources);
  }
}
