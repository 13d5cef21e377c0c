/** The staff console, the elements and the hosted pages on AWS: under which policies the distribution serves them, and which file an address leads to. */
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { hostedPagesHeaders, hostedPagesPolicy } from '../../bin/hosted-pages/policy.ts';
import { template } from '../support/aws/template.ts';

const stack = await template();

const propertiesOf = (type: string) => {
  const [[id = '', { Properties = {} } = {}] = []] = Object.entries(stack.Resources).filter(
    ([name, { Type }]) => Type === type && name.startsWith('Console'),
  );
  return { id, properties: Properties as Record<string, never> };
};

test('nothing runs or loads in it but its own files, and it sends nothing but to the API and the bucket', () => {
  const { ContentSecurityPolicy } = Object(
    propertiesOf('AWS::CloudFront::ResponseHeadersPolicy').properties.ResponseHeadersPolicyConfig,
  ).SecurityHeadersConfig.ContentSecurityPolicy;
  const [before, bucket, after] = ContentSecurityPolicy['Fn::Join'][1];

  expect(before).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self' https://",
  );
  expect(bucket).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^ObjectsBucket/), 'RegionalDomainName'] });
  expect(after).toBe("; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
});

test('a page that has opened it keeps no handle on its tab', () => {
  const { ResponseHeadersPolicyConfig } = propertiesOf('AWS::CloudFront::ResponseHeadersPolicy').properties;

  expect(Object(ResponseHeadersPolicyConfig).CustomHeadersConfig.Items).toEqual([
    { Header: 'Cross-Origin-Opener-Policy', Value: 'same-origin', Override: true },
  ]);
});

test('/console and everything below it pass the policy and the function that leads to its files', () => {
  const [{ Properties } = { Properties: {} }] = Object.values(stack.Resources).filter(
    ({ Type }) => Type === 'AWS::CloudFront::Distribution',
  );
  const behaviors = Object(Properties).DistributionConfig.CacheBehaviors.filter(({ PathPattern }: never) =>
    String(PathPattern).startsWith('/console'),
  );

  expect(behaviors.map(({ PathPattern }: never) => PathPattern)).toEqual(['/console', '/console/*']);
  for (const behavior of behaviors) {
    expect(behavior).toMatchObject({
      ResponseHeadersPolicyId: { Ref: propertiesOf('AWS::CloudFront::ResponseHeadersPolicy').id },
      FunctionAssociations: [
        { FunctionARN: { 'Fn::GetAtt': [propertiesOf('AWS::CloudFront::Function').id, 'FunctionARN'] } },
      ],
    });
  }
});

test.each([
  ['/console/', '/docs/console/index.html'],
  ['/console/gift-cards/gcd_1/', '/docs/console/index.html'],
  ['/console/console.js', '/docs/console/console.js'],
  ['/console/console.css', '/docs/console/console.css'],
  ['/console/../media/photo.png', '/docs/console/index.html'],
])('%s is %s in the bucket', (uri, object) => {
  const { FunctionCode } = propertiesOf('AWS::CloudFront::Function').properties;

  expect(runInNewContext(`${FunctionCode}; handler({ request: { uri } })`, { uri })).toEqual({ uri: object });
});

test('the elements can be loaded by pages of every origin, and run nothing in this one', () => {
  const [{ Properties } = { Properties: {} }] = Object.values(stack.Resources).filter(
    ({ Type }) => Type === 'AWS::CloudFront::Distribution',
  );
  const { CacheBehaviors, Origins } = Object(Properties).DistributionConfig;
  const { TargetOriginId, ResponseHeadersPolicyId, ViewerProtocolPolicy, FunctionAssociations } = CacheBehaviors.find(
    ({ PathPattern }: never) => PathPattern === '/elements/*',
  );
  const policy = Object(stack.Resources[ResponseHeadersPolicyId.Ref]?.Properties).ResponseHeadersPolicyConfig;

  expect(policy.CorsConfig).toMatchObject({
    AccessControlAllowOrigins: { Items: ['*'] },
    AccessControlAllowCredentials: false,
    OriginOverride: true,
  });
  expect(policy.SecurityHeadersConfig).toMatchObject({
    ContentSecurityPolicy: {
      ContentSecurityPolicy: "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
    ContentTypeOptions: { Override: true },
  });
  expect(policy.CustomHeadersConfig.Items).toEqual([
    { Header: 'Cross-Origin-Resource-Policy', Value: 'cross-origin', Override: true },
    { Header: 'Cache-Control', Value: 'public, max-age=300', Override: true },
  ]);
  expect([ViewerProtocolPolicy, FunctionAssociations]).toEqual(['redirect-to-https', undefined]);
  // The deployment copies the script below the reference.
  expect(Origins.find(({ Id }: never) => Id === TargetOriginId).OriginPath).toBe('/docs');
});

describe('the hosted pages', () => {
  const { Properties: distribution = {} } =
    Object.values(stack.Resources).find(({ Type }) => Type === 'AWS::CloudFront::Distribution') ?? {};
  const behaviors: Record<string, never>[] = Object(distribution).DistributionConfig.CacheBehaviors.filter(
    ({ PathPattern }: never) => /^\/(?:review|balance)/.test(PathPattern),
  );

  test('have a policy as strict as the one of the console, and no headers of their own but those of the local server', () => {
    expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual(['/review', '/review/*', '/balance', '/balance/*']);
    for (const { ResponseHeadersPolicyId, ViewerProtocolPolicy } of behaviors) {
      const policy = Object(
        stack.Resources[Object(ResponseHeadersPolicyId).Ref]?.Properties,
      ).ResponseHeadersPolicyConfig;
      expect(policy.SecurityHeadersConfig).toMatchObject({
        ContentSecurityPolicy: { ContentSecurityPolicy: hostedPagesPolicy, Override: true },
        ContentTypeOptions: { Override: true },
        FrameOptions: { FrameOption: 'DENY' },
        ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
      });
      expect(policy.CustomHeadersConfig.Items).toEqual(
        Object.entries(hostedPagesHeaders).map(([Header, Value]) => ({ Header, Value, Override: true })),
      );
      expect(policy.CorsConfig).toBeUndefined();
      expect(ViewerProtocolPolicy).toBe('redirect-to-https');
    }
    expect(hostedPagesPolicy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  test.each([
    ['/review', '/docs/hosted/review/index.html'],
    ['/review/', '/docs/hosted/review/index.html'],
    ['/balance/', '/docs/hosted/balance/index.html'],
    ['/balance/page.js', '/docs/hosted/balance/page.js'],
    ['/review/none/page.css', '/docs/hosted/review/none/page.css'],
  ])('%s is %s in the bucket', (uri, object) => {
    const [{ FunctionAssociations = [] } = {}] = behaviors;
    const [id] = Object(FunctionAssociations)[0].FunctionARN['Fn::GetAtt'];
    const { FunctionCode } = Object(stack.Resources[id]?.Properties);

    expect(runInNewContext(`${FunctionCode}; handler({ request: { uri } })`, { uri })).toEqual({ uri: object });
  });
});
