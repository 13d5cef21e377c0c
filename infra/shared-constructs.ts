/** Constructs that several parts of the stack have: logs, roles of functions, queues of what failed, private buckets, functions at the edge. */
import { type CfnElement, Duration, type IResource, Names, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  Function as EdgeFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ILogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct, IConstruct } from 'constructs';

/** Records why findings of cdk-nag do not apply to a construct and what it holds: reasons by rule. */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
}

/** The same for a function that CDK itself adds to the stack, under an id that begins so. */
export function acknowledgeFunctionOfCdk(scope: Construct, idPrefix: string): void {
  for (const construct of Stack.of(scope).node.children.filter(({ node }) => node.id.startsWith(idPrefix))) {
    acknowledge(construct, { 'AwsSolutions-L1': 'CDK chooses the runtime of its own code' });
  }
}

/** The id that a resource has in the template. */
const logicalId = (resource: IResource): string =>
  Stack.of(resource).getLogicalId(resource.node.defaultChild as CfnElement);

/** How cdk-nag names the ARN of a resource in what a construct does with it: within a nested stack it is a parameter. */
export function arnInFindings(construct: IConstruct, resource: IResource): string {
  if (Stack.of(construct) === Stack.of(resource)) return `<${logicalId(resource)}.Arn>`;
  return `<referenceto${Names.nodeUniqueId((resource.node.defaultChild as CfnElement).node)}Arn>`;
}

/** A log group that is kept for three months and deleted with the stack. */
export const logs = (scope: Construct, id: string, logGroupName?: string): LogGroup =>
  new LogGroup(scope, id, {
    ...(logGroupName && { logGroupName }),
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });

/** A role of a Lambda function that may write its logs and do what the statements say. */
export const functionRole = (scope: Construct, logGroup: ILogGroup, statements: readonly PolicyStatement[]): Role =>
  new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { access: new PolicyDocument({ statements: [writeLogs(logGroup), ...statements] }) },
  });

const writeLogs = (logGroup: ILogGroup): PolicyStatement =>
  new PolicyStatement({
    sid: 'WriteLogs',
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });

/** The time within which failures are fixed or given up. */
export const keptFor = Duration.days(14);

export const encryptedQueue = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true } as const;

/** A queue in which something ends that failed each time it was tried. */
export const deadLetterQueue = (scope: Construct, id: string): Queue =>
  new Queue(scope, id, { ...encryptedQueue, retentionPeriod: keptFor });

export const privateBucket = {
  encryption: BucketEncryption.S3_MANAGED,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
} as const;

/** Security headers of everything that the distribution answers. */
export const securityHeaders = {
  contentTypeOptions: { override: true },
  frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
  strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
} as const;

interface ViewerRequest {
  functionName: string;
  comment: string;
  /** Source of its `handler`. */
  code: string;
}

/** A function that the distribution runs on each request of a viewer. */
export const onViewerRequest = (
  scope: Construct,
  id: string,
  { code, ...props }: ViewerRequest,
): FunctionAssociation => ({
  eventType: FunctionEventType.VIEWER_REQUEST,
  function: new EdgeFunction(scope, id, {
    ...props,
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(code),
  }),
});
