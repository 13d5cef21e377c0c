import { join } from 'node:path';
import { type CfnElement, Duration, type IResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct, type IConstruct } from 'constructs';
import type { BackgroundFunction } from '../lib/resources/background.ts';
import type { Invocable } from '../lib/schema/invocable.ts';
import { limits } from '../lib/schema/limits.ts';
import type { Operation } from '../lib/schema/operation.ts';
import { environmentFor, type Resources, statementsFor } from './access.ts';
import { acknowledge } from './acknowledge.ts';
import {
  type Access,
  accessOfBackground,
  accessOfInvocable,
  accessOfOperation,
  objectPrefixes,
  reachesObjects,
} from './grants.ts';
import type { FunctionGroup, StackOptions } from './options.ts';
import { declareCredentials, engineEnvironment } from './sam-local.ts';

/** API Gateway waits this long for an answer; a function that runs on would answer nobody. */
const endpointTimeout = Duration.seconds(29);
export const backgroundTimeout = Duration.seconds(limits.functionSeconds);

/** What all functions share. */
export interface FunctionSettings {
  options: StackOptions;
  resources: Resources;
  /** The folder that holds a folder for each function's bundle. */
  bundles: string;
}

interface StoreFunctionProps extends FunctionSettings {
  /** The function's own part of its name. */
  name: string;
  summary: string;
  access: Access;
  /** With whose concurrency it is kept. */
  group: FunctionGroup;
  timeout: Duration;
  environment?: Record<string, string>;
}

/** A function with a log group and a role of its own, which may do what the contract says of it and no more. */
export class StoreFunction extends Construct {
  readonly function: LambdaFunction;
  readonly roleArn: string;
  readonly access: Access;

  constructor(scope: Construct, id: string, props: StoreFunctionProps) {
    super(scope, id);
    const { options, resources, access } = props;
    const functionName = `${options.stackName}-${props.name}`;
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const statements = [
      writeLogs(logGroup),
      ...statementsFor(access, resources),
      ...(options.tracing ? [sendTraces()] : []),
    ];
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { access: new PolicyDocument({ statements }) },
    });
    this.access = access;
    this.roleArn = role.roleArn;
    this.function = new LambdaFunction(this, 'Function', {
      functionName,
      description: props.summary,
      runtime: Runtime.NODEJS_24_X,
      architecture: options.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      code: Code.fromAsset(join(props.bundles, props.name)),
      handler: 'index.handler',
      // Start-up is all computing, and the share of a processor grows with the memory.
      memorySize: reachesObjects(access) ? 1024 : 512,
      timeout: props.timeout,
      reservedConcurrentExecutions: options.reservedConcurrency[props.group],
      // `withoutPolicyUpdates`: nothing that is wired to the function later may widen its role.
      role: role.withoutPolicyUpdates(),
      logGroup,
      tracing: options.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      environment: {
        ...environmentFor(access, resources),
        ...engineEnvironment(options),
        METRICS_NAMESPACE: options.stackName,
        ...props.environment,
      },
    });
    if (options.samLocal) declareCredentials(this.function);
    acknowledgeWildcards(role, props);
  }
}

/** The function behind a route. */
export function endpointFunction(scope: Construct, settings: FunctionSettings, operation: Operation): StoreFunction {
  const { name, summary } = operation;
  return new StoreFunction(scope, name, {
    ...settings,
    name,
    summary,
    access: accessOfOperation(operation),
    group: 'api',
    timeout: endpointTimeout,
    environment: switches(operation, settings.options),
  });
}

/** A function without a route, for the store's own backend and its operators. */
export function invocableFunction(scope: Construct, settings: FunctionSettings, invocable: Invocable): StoreFunction {
  const { name, summary } = invocable;
  return new StoreFunction(scope, name, {
    ...settings,
    name,
    summary,
    access: accessOfInvocable(invocable),
    group: invocable.group,
    timeout: backgroundTimeout,
    environment: switches(invocable, settings.options),
  });
}

/** A function that a queue or a schedule calls. */
export function backgroundFunction(
  scope: Construct,
  settings: FunctionSettings,
  declaration: BackgroundFunction,
): StoreFunction {
  const { name, summary } = declaration;
  return new StoreFunction(scope, name, {
    ...settings,
    name,
    summary,
    access: accessOfBackground(declaration),
    group: 'background',
    timeout: backgroundTimeout,
  });
}

const switches = (declaration: Operation | Invocable, { serviceReviews }: StackOptions): Record<string, string> =>
  declaration.switch ? { [declaration.switch]: String(serviceReviews) } : {};

export const writeLogs = (logGroup: LogGroup): PolicyStatement =>
  new PolicyStatement({
    sid: 'WriteLogs',
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });

const sendTraces = (): PolicyStatement =>
  new PolicyStatement({
    sid: 'SendTraces',
    actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
    resources: ['*'],
  });

/** Where a purpose has no single resource; the reasons stand here, the statements in `access.ts`. */
function acknowledgeWildcards(role: Role, { access, options, resources }: StoreFunctionProps): void {
  acknowledgeObjects(role, resources);
  if (access.reach.includes('SendEmail')) {
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]':
        'Each site has a sender of its own',
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:configuration-set/*]':
        'Each sender may have a configuration set of its own',
    });
  }
  if (access.follows) {
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::<${idOf(resources.failedChanges)}.Arn>/*]`]: 'The event source names what it keeps',
      [`AwsSolutions-IAM5[Resource::<${idOf(resources.storeTable)}.Arn>/stream/*]`]:
        'A restored table has another stream, and what lists streams is no stream',
    });
  }
  if (options.tracing) acknowledge(role, { 'AwsSolutions-IAM5[Resource::*]': 'X-Ray knows no resources' });
}

const idOf = (resource: IResource): string => Stack.of(resource).getLogicalId(resource.node.defaultChild as CfnElement);

/** A role's wildcards under the prefixes of the bucket. */
export function acknowledgeObjects(role: IConstruct, { bucket }: Resources): void {
  const bucketId = idOf(bucket);
  for (const prefix of objectPrefixes) {
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${prefix}/*]`]:
        'Objects have the names of what they belong to, made as it is',
    });
  }
}
