import { App } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import type { Template } from '../../infra/access-table.ts';
import { readOptions } from '../../infra/options.ts';
import { functionFiles } from '../../lib/resources/function-files.ts';
import { operations } from '../../lib/resources/nouns.ts';
import { everyOption, resolveIn, samLocal, template } from '../support/aws/template.ts';

const ofType = ({ Resources }: Template, type: string) =>
  Object.values(Resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties = {} }) => Properties);

/** All but CDK's own, which AWS names. */
const ownFunctions = (of: Template) =>
  ofType(of, 'AWS::Lambda::Function').filter(({ FunctionName }) => FunctionName !== undefined);

const restored = { storeTable: 'store-restored', requestTable: 'requests-restored', objectBucket: 'objects-restored' };

const usual = await template();
const full = await template(everyOption);
const another = await template({ ...everyOption, stackName: 'Another' });
const over = await template(restored);
const sam = await template(samLocal);
const narrow = await template({ reservedConcurrency: 'background=5' });

const refusal = (context: Record<string, string>) => () => readOptions(new App({ context }).node);

describe('options', () => {
  test('stackName puts another stack beside the first, with names of its own', () => {
    const names = ownFunctions(full).map(({ FunctionName }) => String(FunctionName));
    expect(names.filter((name) => !name.startsWith('Staging-'))).toEqual([]);
    expect(ofType(full, 'AWS::CloudWatch::Dashboard')).toMatchObject([
      { DashboardName: { 'Fn::Join': ['', ['Staging-', { Ref: 'AWS::Region' }, '-overview']] } },
    ]);
  });

  test('the longest stackName leaves room for the longest name of a function: Lambda takes 64 characters', () => {
    const longest = Math.max(...[...functionFiles.keys()].map((name) => name.length));
    const stackName = 's'.repeat(64 - longest - 1);

    expect(readOptions(new App({ context: { stackName } }).node)).toMatchObject({ stackName });
    expect(refusal({ stackName: `${stackName}s` })).toThrow('stackName must be');
  });

  test('architecture is that of every function', () => {
    const architectures = ownFunctions(full).map(({ Architectures }) => Architectures);

    expect(architectures).toEqual(Array(functionFiles.size).fill(['x86_64']));
  });

  test('`waf`, `tracing`, `alarmEmail` and a domain add what they name', () => {
    expect(ofType(full, 'AWS::WAFv2::WebACL')).toHaveLength(1);
    expect(ofType(full, 'AWS::ApiGateway::Stage')).toMatchObject([{ TracingEnabled: true }]);
    expect(ofType(full, 'AWS::SNS::Subscription')).toMatchObject([
      { Endpoint: 'operator@example.com' },
      { Endpoint: 'tickets@example.com' },
    ]);
    expect(ofType(full, 'AWS::CloudFront::Distribution')).toMatchObject([
      { DistributionConfig: { Aliases: ['api.example.com'] } },
    ]);
  });

  test('reservedConcurrency limits the batches of each queue: a batch that its function refuses counts as failed', () => {
    const sources = (of: Template) =>
      Object.fromEntries(
        ofType(of, 'AWS::Lambda::EventSourceMapping')
          .filter((source) => !('StartingPosition' in source))
          .map(({ FunctionName, ScalingConfig }) => [
            String(resolveIn(of, FunctionName)).replace(/^\w+-/, ''),
            (ScalingConfig as { MaximumConcurrency: number } | undefined)?.MaximumConcurrency,
          ]),
      );
    const mails = { 'send-mail': 2 };

    expect(sources(full)).toMatchObject({
      ...mails,
      'work-on-waitlist': 60,
      'deliver-events': 30,
      'redeliver-events': 12,
    });
    expect(sources(narrow)).toMatchObject({
      ...mails,
      'work-on-waitlist': 5,
      'deliver-events': 5,
      'redeliver-events': 5,
    });
  });

  test('largeUploads leads exactly the upload paths to containers behind a balancer without a way in', () => {
    const [distribution] = ofType(full, 'AWS::CloudFront::Distribution');
    const { CacheBehaviors } = (distribution?.DistributionConfig ?? {}) as {
      CacheBehaviors: { PathPattern: string; TargetOriginId: string }[];
    };
    const api = CacheBehaviors.find(({ PathPattern }) => PathPattern === '/api/*')?.TargetOriginId;
    const uploads = CacheBehaviors.filter(
      ({ PathPattern, TargetOriginId }) => PathPattern.startsWith('/api/v1') && TargetOriginId !== api,
    );
    expect(uploads.map(({ PathPattern }) => PathPattern)).toEqual([
      '/api/v1/sites/*/gift-options/*/image/',
      '/api/v1/sites/*/gift-options/*/image',
      '/api/v1/products/*/variants/*/digital-files/',
      '/api/v1/products/*/variants/*/digital-files',
    ]);
    expect(ofType(full, 'AWS::ElasticLoadBalancingV2::LoadBalancer')).toMatchObject([{ Scheme: 'internal' }]);
    expect(ofType(full, 'AWS::ECS::Service')).toHaveLength(1);
  });

  test('serviceReviews reaches the functions that know the switch, and no others', () => {
    const switched = ofType(full, 'AWS::Lambda::Function')
      .filter(({ Environment = {} }) => JSON.stringify(Environment).includes('"SERVICE_REVIEWS":"false"'))
      .map(({ FunctionName }) => FunctionName);
    for (const { name, switch: known } of operations) {
      expect(switched.includes(`Staging-${name}`)).toBe(known === 'SERVICE_REVIEWS');
    }
  });

  test.each([
    [{ architecture: 'sparc' }, 'architecture must be arm64 or x86_64'],
    [{ waf: 'yes' }, 'waf must be true or false'],
    [{ wafRequestsPerMinute: '9' }, 'wafRequestsPerMinute must be between 10 and 2000000000'],
    [{ wafRequestsPerMinute: 'many' }, 'wafRequestsPerMinute must be'],
    [{ authenticateHeader: 'no' }, 'authenticateHeader must be true or false'],
    [{ stackName: '1st' }, 'stackName must be'],
    [{ domainName: 'api.example.com' }, 'domainName and certificateArn go together'],
    [{ reservedConcurrency: 'api' }, 'reservedConcurrency must be a list of api=N, storefront=N, operator=N'],
    [{ reservedConcurrency: 'api=0' }, 'reservedConcurrency must be'],
    [{ reservedConcurrency: 'web=5' }, 'reservedConcurrency must be'],
    [{ uploadOrigins: 'shop.example.com' }, 'uploadOrigins must be a list of origins like https://shop.example.com'],
    [{ uploadOrigins: 'https://shop.example.com/' }, 'uploadOrigins must be'],
    [{ reservedConcurrency: 'background=1' }, 'reservedConcurrency must be background=2 or more'],
    [{ webhookConcurrency: '1' }, 'webhookConcurrency must be deliveries=N,redeliveries=N, each between 2 and 1000'],
    [{ webhookConcurrency: 'mail=5' }, 'webhookConcurrency must be'],
    [
      { webhookConcurrency: '50', reservedConcurrency: 'background=49' },
      'webhookConcurrency must not be above the reservedConcurrency of background',
    ],
    [
      { eventWebhook: 'https://shop.example.com' },
      'eventWebhook is no option any more: create a webhook with create-webhook',
    ],
    [{ eventTypes: 'order.paid' }, 'eventTypes is no option any more: create a webhook with create-webhook'],
  ])('%o is refused in words', (context, message) => {
    expect(refusal(context)).toThrow(message);
  });
});

describe('the variant for sam local', () => {
  test('names the binary media types where sam local looks for them', async () => {
    const apis = ofType(sam, 'AWS::ApiGateway::RestApi');

    expect(apis.map(({ Body }) => Body)).toContainEqual(
      expect.objectContaining({ 'x-amazon-apigateway-binary-media-types': ['*/*'] }),
    );
  });

  test('declares the engines’ endpoints on every function, where they can be overridden', async () => {
    const functions = ofType(sam, 'AWS::Lambda::Function');

    for (const { Environment } of functions) {
      expect(Environment).toMatchObject({
        Variables: {
          AWS_ENDPOINT_URL_DYNAMODB: expect.stringMatching(/^http:\/\/host\.docker\.internal:\d+$/),
          AWS_ENDPOINT_URL_S3: expect.any(String),
          AWS_ENDPOINT_URL_SQS: expect.any(String),
          AWS_ENDPOINT_URL_SESV2: expect.any(String),
          S3_FORCE_PATH_STYLE: 'true',
        },
      });
    }
  });

  test('leaves the reference out', async () => {
    expect(ofType(sam, 'Custom::CDKBucketDeployment')).toEqual([]);
  });

  test('is nothing that the deployed template knows of', async () => {
    expect(JSON.stringify(usual)).not.toContain('AWS_ENDPOINT_URL');
  });
});

const names: Record<string, string> = {
  TableName: 'AWS::DynamoDB::GlobalTable',
  BucketName: 'AWS::S3::Bucket',
};

/** Resources that hold data, by id; unpublished changes are not restored. */
const holding = ({ Resources }: Template) =>
  Object.entries(Resources).filter(
    ([id, { Type }]) => Object.values(names).includes(Type) && !id.startsWith('EventsFailedChanges'),
  );

const nameOf = ({ Properties = {} }: { Properties?: Record<string, unknown> }): unknown =>
  Properties.TableName ?? Properties.BucketName;

describe('option deploymentKey', () => {
  const deploymentKey = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:KeySecret4C0E54CF-Gh3kT9-AbC12x';

  test('gives functions that secret in place of one that the stack makes, and may be read by the same ones', async () => {
    const [own, given] = [await template(), await template({ deploymentKey })];
    const variables = (of: Template) =>
      ownFunctions(of).flatMap(({ Environment }) => Object(Environment).Variables?.DEPLOYMENT_KEY_SECRET ?? []);
    const roles = JSON.stringify(ofType(given, 'AWS::IAM::Role'));

    expect(variables(own).length).toBeGreaterThan(5);
    expect(variables(given)).toEqual(variables(own).map(() => deploymentKey));
    expect(roles).toContain(deploymentKey);
    expect(Object.keys(given.Resources).filter((id) => id.startsWith('KeySecret'))).toEqual([]);
  });

  test.each(['KeySecret', 'arn:aws:secretsmanager:us-east-1:123456789012:secret:Key', 'arn:aws:iam::1:role/x'])(
    'refuses %s, which is not a whole ARN',
    (given) => {
      expect(() => readOptions(new App({ context: { deploymentKey: given } }).node)).toThrow('deploymentKey must be');
    },
  );
});

describe('options storeTable, requestTable and objectBucket', () => {
  test('name what is taken over, and keep it when the stack goes: CloudFormation takes over nothing else', () => {
    const taken = holding(over).map(([, resource]) => resource);

    expect(taken.map(nameOf)).toEqual(Object.values(restored));
    for (const resource of taken) expect(resource).toMatchObject({ DeletionPolicy: 'Retain' });
  });

  test('are under ids of their own, new to CloudFormation, which lets the lost ones go', () => {
    const before = new Set(holding(usual).map(([id]) => id));

    expect(holding(over).filter(([id]) => before.has(id))).toEqual([]);
    expect(holding(usual).map(([, resource]) => nameOf(resource))).toEqual([undefined, undefined, undefined]);
  });

  test('leave nothing that speaks of the lost ones', () => {
    const text = JSON.stringify(over);

    for (const [id] of holding(usual)) expect(text).not.toContain(`"${id}"`);
  });

  test('change nothing but what holds data and what speaks of it', () => {
    const others = ({ Resources }: Template) =>
      Object.entries(Resources)
        .filter(([id]) => !/^(?:Tables|Objects|ReferenceDeployment|RestApiApiDeployment)/.test(id))
        .map(([id, { Type }]) => `${id} ${Type}`)
        .toSorted();

    expect(others(over)).toEqual(others(usual));
  });

  test('both tables can be restored to the same moment', () => {
    for (const [, { Type, Properties }] of holding(usual)) {
      if (Type !== 'AWS::DynamoDB::GlobalTable') continue;
      expect(Properties).toMatchObject({
        Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
      });
    }
  });

  test.each(['a', 'my table', 'table/1'])('refuse the name %s', (storeTable) => {
    expect(() => readOptions(new App({ context: { storeTable } }).node)).toThrow(
      'storeTable must be the name of a table',
    );
  });
});

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

/** Properties that look like a name and do not name the resource, or that several may share. */
const borrowed =
  /^AWS::(?:ApiGateway::(?:RestApi Name|Stage StageName)|CloudWatch::Alarm MetricName|EC2::VPCEndpoint ServiceName|IAM::Policy PolicyName|SNS::Topic DisplayName)$/;

interface Deployed {
  stack: Template;
  region: string;
}

type Properties = Record<string, unknown>;

/** A value as CloudFormation makes it in a Region; undefined if AWS makes the name up. */
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
  test('of two names in one Region', () => {
    const region = 'us-east-1';

    expect(clashes({ stack: usual, region }, { stack: full, region })).toEqual([]);
    expect(clashes({ stack: full, region }, { stack: another, region })).toEqual([]);
  });

  test('of one name in two Regions', () => {
    for (const stack of [usual, full]) {
      expect(clashes({ stack, region: 'us-east-1' }, { stack, region: 'eu-central-1' })).toEqual([]);
    }
  });

  test('and the check sees them where they are', () => {
    const region = 'us-east-1';
    const inBoth = clashes({ stack: usual, region }, { stack: usual, region });
    for (const type of ['Lambda::Function', 'Logs::LogGroup', 'IAM::Role', 'CloudFront::ResponseHeadersPolicy']) {
      expect(inBoth).toContainEqual(expect.stringMatching(`^AWS::${type} (?:/aws/lambda/)?StoreCommerceApi`));
    }

    const fixed = structuredClone(usual);
    for (const { Type, Properties } of Object.values(fixed.Resources)) {
      if (Type === 'AWS::IAM::Role' && Properties?.RoleName) Properties.RoleName = 'StoreCommerceApi-downloads';
    }
    expect(clashes({ stack: fixed, region }, { stack: fixed, region: 'eu-central-1' })).toEqual([
      'AWS::IAM::Role StoreCommerceApi-downloads',
    ]);
  });

  test('no resource has a name that is not listed with where it must be unique', () => {
    const unknown = [usual, full].flatMap(({ Resources }) =>
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
