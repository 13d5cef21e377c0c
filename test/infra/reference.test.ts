/** The API reference on AWS: what is copied, who may copy it, and how the distribution serves it. */
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { docsPolicy, notFoundPage } from '../../bin/reference/head.ts';
import { siteFiles } from '../../bin/reference/site.ts';
import { functionAccess } from '../../infra/access-table.ts';
import { template } from '../support/aws/template.ts';

const stack = await template();
const onAws = siteFiles('aws');

const ofType = (type: string) => Object.entries(stack.Resources).filter(([, { Type }]) => Type === type);

/** The one of its kind, of which the reference may have one beside those of others. */
const only = (type: string, owner = ''): { id: string; properties: Record<string, unknown> } => {
  const [[id = '', { Properties = {} } = {}] = [], ...others] = ofType(type).filter(([each]) => each.startsWith(owner));
  expect([id, others]).toEqual([expect.stringMatching(/./), []]);
  return { id, properties: Properties };
};

test('its files go to docs/ in the bucket, and browsers ask each time whether one changed', () => {
  expect(only('Custom::CDKBucketDeployment').properties).toMatchObject({
    DestinationBucketName: { Ref: expect.stringMatching(/^ObjectsBucket/) },
    DestinationBucketKeyPrefix: 'docs',
    SystemMetadata: { 'cache-control': 'no-cache' },
  });
});

test('the function that copies them reaches nothing else of the bucket', () => {
  const [, statements = []] =
    [...functionAccess(stack)].find(([name]) => name.startsWith('CustomCDKBucketDeployment')) ?? [];
  const ofBucket = statements.filter(({ resources }) => resources.some((each) => each.startsWith('<ObjectsBucket')));

  expect(ofBucket).toEqual([
    expect.objectContaining({ actions: ['s3:ListBucket'], condition: { StringLike: { 's3:prefix': 'docs/*' } } }),
    expect.objectContaining({ resources: [expect.stringMatching(/^<ObjectsBucket\w+\.Arn>\/docs\/\*$/)] }),
  ]);
  expect(ofType('AWS::IAM::Policy').filter(([id]) => id.includes('BucketDeployment'))).toEqual([]);
});

test('it is served under the policy of the local server’s page', () => {
  expect(only('AWS::CloudFront::ResponseHeadersPolicy', 'Reference').properties).toMatchObject({
    ResponseHeadersPolicyConfig: {
      SecurityHeadersConfig: { ContentSecurityPolicy: { ContentSecurityPolicy: docsPolicy, Override: true } },
    },
  });
});

test('/, /llms.txt, /docs and everything below it pass the policy and the function that leads to the page', () => {
  const { DistributionConfig } = only('AWS::CloudFront::Distribution').properties as {
    DistributionConfig: { CacheBehaviors: { PathPattern: string }[] };
  };
  const behaviors = DistributionConfig.CacheBehaviors.filter(
    ({ PathPattern }) => PathPattern === '/' || /^\/(?:docs|llms)/.test(PathPattern),
  );

  expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual(['/', '/llms.txt', '/docs', '/docs/*']);
  for (const behavior of behaviors) {
    expect(behavior).toMatchObject({
      ResponseHeadersPolicyId: { Ref: only('AWS::CloudFront::ResponseHeadersPolicy', 'Reference').id },
      FunctionAssociations: [
        {
          EventType: 'viewer-request',
          FunctionARN: { 'Fn::GetAtt': [only('AWS::CloudFront::Function', 'Reference').id, 'FunctionARN'] },
        },
      ],
    });
  }
});

test('the page of an operator function shows no sample of the local server', () => {
  const page = onAws.get('functions/create-api-key.md')?.body.toString();

  expect(page).toContain('aws lambda invoke');
  expect(page).toContain('new LambdaClient();');
  expect(page).not.toContain('localhost');
});

describe('the function that leads to the page', () => {
  const isRequestFor = (given: unknown, uri: string): boolean => Object(given).uri === uri;

  const answer = (uri: string): unknown =>
    runInNewContext(
      `${only('AWS::CloudFront::Function', 'Reference').properties.FunctionCode}; handler({ request: { uri } })`,
      {
        uri,
      },
    );

  test.each([
    ['/docs/', '/docs/index.html'],
    ['/docs/index.html', '/docs/index.html'],
    ['/docs/api/issue-gift-card.html', '/docs/api/issue-gift-card.html'],
    ['/docs/api/issue-gift-card.md', '/docs/api/issue-gift-card.md'],
    ['/docs/fonts/figtree.woff2', '/docs/fonts/figtree.woff2'],
    ['/docs/openapi.json', '/docs/openapi.json'],
    ['/llms.txt', '/docs/llms.txt'],
  ])('finds %s at %s', (uri, object) => {
    expect(answer(uri)).toEqual({ uri: object });
  });

  test('finds every file', () => {
    const files = [...onAws.keys()];

    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((name) => !isRequestFor(answer(`/docs/${name}`), `/docs/${name}`))).toEqual([]);
  });

  test.each(['/docs/nothing.html', '/docs/api/', '/docs/api/issue-gift-card', '/docs/openapi.json.html'])(
    'answers %s with the page for what is not found',
    (uri) => {
      expect(answer(uri)).toMatchObject({
        statusCode: 404,
        headers: {
          'content-type': { value: 'text/html; charset=utf-8' },
          'content-security-policy': { value: docsPolicy },
        },
        body: { encoding: 'text', data: notFoundPage },
      });
    },
  );

  test('has the 10 KB at most that CloudFront takes', () => {
    const code = String(only('AWS::CloudFront::Function', 'Reference').properties.FunctionCode);

    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(10_240);
  });

  test('leads / to the reference, for now', () => {
    expect(answer('/')).toMatchObject({ statusCode: 302, headers: { location: { value: '/docs/' } } });
  });

  test('leads /docs to /docs/', () => {
    expect(answer('/docs')).toMatchObject({ statusCode: 308, headers: { location: { value: '/docs/' } } });
  });
});
