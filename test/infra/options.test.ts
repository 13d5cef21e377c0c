/** What the options make of the stack. Each template here has passed cdk-nag, or it would not have been made. */
import { App } from 'aws-cdk-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Template } from '../../infra/access-table.ts';
import { readOptions } from '../../infra/options.ts';
import { functionFiles } from '../../lib/resources/function-files.ts';
import { operations } from '../../lib/resources/operations.ts';
import { everyOption, samLocal, template } from '../support/aws/template.ts';

const ofType = ({ Resources }: Template, type: string) =>
  Object.values(Resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties = {} }) => Properties);

/** All but CDK's own, which AWS names. */
const ownFunctions = (stack: Template) =>
  ofType(stack, 'AWS::Lambda::Function').filter(({ FunctionName }) => FunctionName !== undefined);

const refusal = (context: Record<string, string>) => () => readOptions(new App({ context }).node);

describe('options', () => {
  let stack: Template;
  beforeAll(async () => {
    stack = await template(everyOption);
  }, 300_000);

  test('stackName puts another stack beside the first, with names of its own', () => {
    const names = ownFunctions(stack).map(({ FunctionName }) => String(FunctionName));
    expect(names.filter((name) => !name.startsWith('Staging-'))).toEqual([]);
    expect(ofType(stack, 'AWS::CloudWatch::Dashboard')).toMatchObject([
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
    const architectures = ownFunctions(stack).map(({ Architectures }) => Architectures);

    expect(architectures).toEqual(Array(functionFiles.size).fill(['x86_64']));
  });

  test('waf, tracing, alarmEmail and a domain add what they name', () => {
    expect(ofType(stack, 'AWS::WAFv2::WebACL')).toHaveLength(1);
    expect(ofType(stack, 'AWS::ApiGateway::Stage')).toMatchObject([{ TracingEnabled: true }]);
    expect(ofType(stack, 'AWS::SNS::Subscription')).toMatchObject([{ Endpoint: 'operator@example.com' }]);
    expect(ofType(stack, 'AWS::CloudFront::Distribution')).toMatchObject([
      { DistributionConfig: { Aliases: ['api.example.com'] } },
    ]);
  });

  test('largeUploads leads exactly the upload paths to containers behind a balancer without a way in', () => {
    const [distribution] = ofType(stack, 'AWS::CloudFront::Distribution');
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
    expect(ofType(stack, 'AWS::ElasticLoadBalancingV2::LoadBalancer')).toMatchObject([{ Scheme: 'internal' }]);
    expect(ofType(stack, 'AWS::ECS::Service')).toHaveLength(1);
  });

  test('serviceReviews reaches the functions that know the switch, and no others', () => {
    const switched = ofType(stack, 'AWS::Lambda::Function')
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
    [
      { eventWebhook: 'http://shop.example.com' },
      'eventWebhook must be an address like https://shop.example.com/events',
    ],
    [{ eventTypes: 'gift_card' }, 'eventTypes must be a list of types like gift_card.* or order.paid'],
    [{ eventTypes: 'gift_box.*' }, 'eventTypes must be'],
  ])('%o is refused in words', (context, message) => {
    expect(refusal(context)).toThrow(message);
  });
});

describe('the variant for sam local', () => {
  test('names the binary media types where sam local looks for them', async () => {
    const apis = ofType(await template(samLocal), 'AWS::ApiGateway::RestApi');

    expect(apis.map(({ Body }) => Body)).toContainEqual(
      expect.objectContaining({ 'x-amazon-apigateway-binary-media-types': ['*/*'] }),
    );
  });

  test('declares the engines’ endpoints on every function, where they can be overridden', async () => {
    const functions = ofType(await template(samLocal), 'AWS::Lambda::Function');

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
    expect(ofType(await template(samLocal), 'Custom::CDKBucketDeployment')).toEqual([]);
  });

  test('is nothing that the deployed template knows of', async () => {
    expect(JSON.stringify(await template())).not.toContain('AWS_ENDPOINT_URL');
  });
});
