/** The effects of a template change on stored data and on known names, in words for its reviewer. */
import { fullDiff, type ResourceDifference, ResourceImpact } from '@aws-cdk/cloudformation-diff';

interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: properties are as CloudFormation names them
  Properties?: Record<string, any>;
  DeletionPolicy?: string;
}

export interface Template {
  /** Of each nested stack: how many of the resources are its own. */
  Metadata?: { NestedResources?: Readonly<Record<string, number>> };
  Resources: Record<string, Resource>;
  Outputs?: Record<string, unknown>;
}

/** What is lost with a resource of a type that is replaced. */
const holds: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::GlobalTable': 'its items',
  'AWS::DynamoDB::Table': 'its items',
  'AWS::S3::Bucket': 'its objects',
  'AWS::SQS::Queue': 'the work in it',
  'AWS::SecretsManager::Secret': 'the secret',
  'AWS::CloudFront::Distribution': 'the base URL that clients know',
  'AWS::Events::EventBus': 'the bus that receivers know',
};

/** Where a resource of a type has a name by which others know it, and of which AWS allows one. */
const names: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Events::EventBus': 'Name',
};

/** CloudFormation takes 500 resources; the rest is room for the next change. */
const resourcesAtMost = 450;

/** What a reviewer must know of a change; empty if it loses nothing, renames nothing and leaves room. */
export const judge = (before: Template, after: Template): string[] => [
  ...losses(before, after),
  ...indexes(before, after),
  ...renames(before, after),
  ...conversions(before, after),
  ...outputs(before, after),
  ...size(after),
];

function losses(before: Template, after: Template): string[] {
  const breaks: string[] = [];
  // `changes` compares all resources each time that it is read, and `forEachDifference` reads it for each resource.
  for (const [id, change] of Object.entries(fullDiff(before, after).resources.changes)) {
    const type = change.oldResourceType ?? '';
    const held = holds[type];
    if (held === undefined) continue;
    const isKept = /^Retain/.test(before.Resources[id]?.DeletionPolicy ?? '');
    const loss =
      change.newResourceType === type
        ? replacement(change, held)
        : `is removed from the stack: its content (${held}) ${isKept ? 'is kept but no longer used' : 'is deleted'}`;
    if (loss !== undefined) breaks.push(`${id} (${type}) ${loss}`);
  }
  return breaks;
}

function replacement({ changeImpact, propertyUpdates }: ResourceDifference, held: string): string | undefined {
  const causes = Object.entries(propertyUpdates)
    .filter(([, update]) => update.changeImpact !== ResourceImpact.WILL_UPDATE)
    .map(([property]) => property)
    .join(', ');
  if (changeImpact === ResourceImpact.MAY_REPLACE) return `may be replaced by an empty one, because ${causes} changes`;
  return changeImpact === ResourceImpact.WILL_REPLACE
    ? `is replaced by an empty one, because ${causes} changes: it loses ${held}`
    : undefined;
}

const indexNames = (resource: Resource | undefined): Set<string> =>
  new Set(
    (resource?.Properties?.GlobalSecondaryIndexes ?? []).map(({ IndexName }: { IndexName: string }) => IndexName),
  );

/** CloudFormation creates or deletes one index of a table in a deployment. */
const indexes = (before: Template, after: Template): string[] =>
  Object.keys(before.Resources).flatMap((id) => {
    const [old, now] = [indexNames(before.Resources[id]), indexNames(after.Resources[id])];
    const changed = [...[...old].filter((name) => !now.has(name)), ...[...now].filter((name) => !old.has(name))];
    return after.Resources[id] && changed.length > 1
      ? [`${id} gains or loses ${changed.length} indexes (${changed.join(', ')}): a deployment can change only one`]
      : [];
  });

/** Of each type, the names that resources have, with their ids. */
function namesIn({ Resources }: Template): Map<string, string> {
  const found = new Map<string, string>();
  for (const [id, { Type, Properties = {} }] of Object.entries(Resources)) {
    const name: unknown = Properties[names[Type] ?? ''];
    if (name !== undefined) found.set(`${Type} ${typeof name === 'string' ? name : JSON.stringify(name)}`, id);
  }
  return found;
}

function renames(before: Template, after: Template): string[] {
  const now = namesIn(after);
  return [...namesIn(before)].flatMap(([name, id]) => {
    const successor = now.get(name);
    if (successor === undefined) return [`${name} is removed: clients that use this name fail`];
    return successor === id
      ? []
      : [`${name} gets another id, ${successor} for ${id}: the name already exists, so the deployment fails`];
  });
}

/** An API that is made of a document, where it was made of resources: those are removed once the document has made them again. */
const conversions = (before: Template, after: Template): string[] =>
  Object.entries(before.Resources).flatMap(([id, { Type, Properties }]) => {
    const now = after.Resources[id]?.Properties;
    return Type === 'AWS::ApiGateway::RestApi' && now && 'Body' in now !== 'Body' in (Properties ?? {})
      ? [`${id} (${Type}) is converted in place, and CloudFormation removes its routes: give it another id`]
      : [];
  });

const outputs = (before: Template, after: Template): string[] =>
  Object.keys(before.Outputs ?? {})
    .filter((name) => !(name in (after.Outputs ?? {})))
    .map((name) => `The output ${name} is removed: programs that read it fail`);

/** How many resources the template of the stack has, and that of each nested one. */
export function resourceCounts({ Resources, Metadata }: Template): number[] {
  const nested = Object.values(Metadata?.NestedResources ?? {});
  return [Object.keys(Resources).length - nested.reduce((sum, one) => sum + one - 1, 0), ...nested];
}

const size = (template: Template): string[] =>
  resourceCounts(template)
    .filter((count) => count >= resourcesAtMost)
    .map((count) => `${count} resources: under ${resourcesAtMost} leave room for CloudFormation's 500`);
