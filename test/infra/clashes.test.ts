/** Several stacks in one account: names that AWS lets only one of them have. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Template } from '../../infra/access-table.ts';
import { everyOption, template } from '../support/aws/template.ts';

/** Where AWS allows a name once: in a Region of an account, or in all Regions of it. */
type Scope = 'region' | 'account';

/** The names that resources of a type can be given. */
const named: Record<string, readonly [path: string, scope: Scope]> = {
  'AWS::CloudFront::Function': ['Name', 'account'],
  'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig.Name', 'account'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig.Name', 'account'],
  'AWS::CloudFront::VpcOrigin': ['VpcOriginEndpointConfig.Name', 'account'],
  'AWS::CloudWatch::Alarm': ['AlarmName', 'region'],
  'AWS::CloudWatch::Dashboard': ['DashboardName', 'account'],
  'AWS::DynamoDB::GlobalTable': ['TableName', 'region'],
  'AWS::Events::EventBus': ['Name', 'region'],
  'AWS::IAM::Role': ['RoleName', 'account'],
  'AWS::Lambda::Function': ['FunctionName', 'region'],
  'AWS::Logs::LogGroup': ['LogGroupName', 'region'],
  'AWS::S3::Bucket': ['BucketName', 'account'],
  'AWS::SNS::Topic': ['TopicName', 'region'],
  'AWS::SQS::Queue': ['QueueName', 'region'],
  'AWS::WAFv2::WebACL': ['VisibilityConfig.MetricName', 'region'],
};

/** What looks like a name and is none of the resource's own, or may be borne by several. */
const borrowed =
  /^AWS::(?:ApiGateway::(?:RestApi Name|Stage StageName)|CloudWatch::Alarm MetricName|EC2::VPCEndpoint ServiceName|IAM::Policy PolicyName|SNS::Topic DisplayName)$/;

interface Deployed {
  stack: Template;
  region: string;
}

type Properties = Record<string, unknown>;

/** A value as CloudFormation makes it in a Region; undefined where AWS makes the name up. */
function resolved(value: unknown, region: string): string | undefined {
  if (typeof value === 'string') return value;
  const parts = (value as { 'Fn::Join'?: [string, unknown[]] } | undefined)?.['Fn::Join'];
  if (!parts) return undefined;
  return parts[1]
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part).replace('{"Ref":"AWS::Region"}', region)))
    .join(parts[0]);
}

const at = (properties: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Properties | undefined)?.[key], properties);

/** Names that both have, of those that a scope lets only one have. */
function clashes(one: Deployed, other: Deployed): string[] {
  const isOneRegion = one.region === other.region;
  const namesOf = ({ stack, region }: Deployed) =>
    Object.values(stack.Resources).flatMap(({ Type, Properties }) => {
      const [path = '', scope] = named[Type] ?? [];
      const name = scope === 'account' || isOneRegion ? resolved(at(Properties, path), region) : undefined;
      return name === undefined ? [] : [`${Type} ${name}`];
    });
  const taken = new Set(namesOf(one));
  return namesOf(other).filter((name) => taken.has(name));
}

describe('two stacks clash in nothing', () => {
  let first: Template;
  let full: Template;
  let fullBeside: Template;
  beforeAll(async () => {
    first = await template();
    full = await template(everyOption);
    fullBeside = await template({ ...everyOption, stackName: 'Another' });
  }, 900_000);

  test('of two names in one Region', () => {
    const region = 'us-east-1';

    expect(clashes({ stack: first, region }, { stack: full, region })).toEqual([]);
    expect(clashes({ stack: full, region }, { stack: fullBeside, region })).toEqual([]);
  });

  test('of one name in two Regions', () => {
    for (const stack of [first, full]) {
      expect(clashes({ stack, region: 'us-east-1' }, { stack, region: 'eu-central-1' })).toEqual([]);
    }
  });

  test('and the check sees them where they are', () => {
    const region = 'us-east-1';
    const inBoth = clashes({ stack: first, region }, { stack: first, region });
    for (const type of ['Lambda::Function', 'Logs::LogGroup', 'IAM::Role', 'CloudFront::ResponseHeadersPolicy']) {
      expect(inBoth).toContainEqual(expect.stringMatching(`^AWS::${type} (?:/aws/lambda/)?StoreCommerceApi`));
    }

    const fixed = structuredClone(first);
    for (const { Type, Properties } of Object.values(fixed.Resources)) {
      if (Type === 'AWS::IAM::Role' && Properties?.RoleName) Properties.RoleName = 'StoreCommerceApi-downloads';
    }
    expect(clashes({ stack: fixed, region }, { stack: fixed, region: 'eu-central-1' })).toEqual([
      'AWS::IAM::Role StoreCommerceApi-downloads',
    ]);
  });

  test('no resource bears a name of which nobody has said where it must be the only one', () => {
    const unknown = [first, full].flatMap(({ Resources }) =>
      Object.values(Resources).flatMap(({ Type, Properties = {} }) =>
        Object.entries(Properties)
          .flatMap(([key, value]) =>
            key.endsWith('Config') && typeof value === 'object' && value !== null
              ? Object.entries(value).map(([inner, each]) => [`${key}.${inner}`, each] as const)
              : [[key, value] as const],
          )
          .filter(([path, value]) => /(?:^|\.)\w*Name$/.test(path) && resolved(value, 'us-east-1') !== undefined)
          .map(([path]) => [Type, path] as const)
          .filter(([type, path]) => named[type]?.[0] !== path && !borrowed.test(`${type} ${path}`))
          .map((each) => each.join(' ')),
      ),
    );

    expect([...new Set(unknown)]).toEqual([]);
  });
});
