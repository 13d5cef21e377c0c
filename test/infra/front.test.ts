/** What stands before the functions: who gets through to them, how fast, and what goes round. */
import { runInNewContext } from 'node:vm';
import { App } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import type { Template } from '../../infra/access-table.ts';
import { readOptions } from '../../infra/options.ts';
import { routes } from '../../lib/resources/nouns.ts';
import { pageRoutes } from '../../lib/resources/pages.ts';
import { shopRoutes } from '../../lib/resources/shop-calls.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import type { Routed } from '../../lib/schema/shopper-page.ts';
import { viewerAddressHeader, viewerHostHeader } from '../../lib/schema/viewer.ts';
import { everyOption, samLocal, template } from '../support/aws/template.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template's properties, as CloudFormation names them
type Properties = any;

const [usual, full] = [await template(), await template(everyOption)];

const ofType = ({ Resources }: Template, type: string): Properties[] =>
  Object.values(Resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties = {} }) => Properties);

const only = (stack: Template, type: string): Properties => {
  const found = ofType(stack, type);
  expect(found).toHaveLength(1);
  return found[0];
};

/** The bucket of photos and files: another keeps changes that could not be published. */
const bucketOf = ({ Resources }: Template): Properties =>
  Object.entries(Resources).find(([id]) => id.startsWith('ObjectsBucket'))?.[1].Properties as Properties;

const changed = (stack: Template, change: (copy: Template) => void): Template => {
  const copy = structuredClone(stack);
  change(copy);
  return copy;
};

/** The name under which the only resource of a type stands. */
const idOf = ({ Resources }: Template, type: string): string =>
  Object.keys(Resources).find((id) => Resources[id]?.Type === type) ?? '';

describe('the API', () => {
  /** Ways round the distribution: none where the policy asks for exactly what the distribution, and nothing else, says. */
  function waysRound(stack: Template): string[] {
    const said = JSON.stringify(
      only(stack, 'AWS::CloudFront::Distribution')
        .DistributionConfig.Origins.flatMap((origin: Properties) => origin.OriginCustomHeaders ?? [])
        .find(({ HeaderName }: Properties) => HeaderName === 'Referer')?.HeaderValue,
    );
    const statements: Properties[] = only(stack, 'AWS::ApiGateway::RestApi').Policy?.Statement ?? [{}];
    const open = statements.filter(
      ({ Effect, Condition }) => Effect !== 'Deny' && JSON.stringify(Condition?.StringEquals?.['aws:Referer']) !== said,
    );
    const text = JSON.stringify(stack.Resources);
    return [
      ...open.map(() => 'the policy lets in who does not say the secret'),
      ...(said?.includes('{{resolve:secretsmanager:') ? [] : ['what the distribution says stands in the template']),
      ...(text.split(said ?? '').length === 3 ? [] : ['the secret is told to others too']),
    ];
  }

  test('takes only requests through the distribution', () => {
    expect(waysRound(usual)).toEqual([]);
    expect(waysRound(full)).toEqual([]);
  });

  test.each([
    [
      'without its policy',
      (copy: Template) => {
        delete only(copy, 'AWS::ApiGateway::RestApi').Policy;
      },
    ],
    [
      'with a statement that asks for nothing',
      (copy: Template) => {
        only(copy, 'AWS::ApiGateway::RestApi').Policy.Statement.push({ Effect: 'Allow', Principal: '*' });
      },
    ],
    [
      'where the secret can be read in the template',
      (copy: Template) => {
        only(copy, 'AWS::ApiGateway::RestApi').Policy.Statement[0].Condition.StringEquals['aws:Referer'] = 'known';
        for (const origin of only(copy, 'AWS::CloudFront::Distribution').DistributionConfig.Origins) {
          for (const header of origin.OriginCustomHeaders ?? []) header.HeaderValue = 'known';
        }
      },
    ],
    [
      'where a function is told the secret',
      (copy: Template) => {
        const [{ HeaderValue }] = only(copy, 'AWS::CloudFront::Distribution').DistributionConfig.Origins.flatMap(
          (origin: Properties) => origin.OriginCustomHeaders ?? [],
        );
        ofType(copy, 'AWS::Lambda::Function')[0].Environment = { Variables: { SECRET: HeaderValue } };
      },
    ],
  ])('%s, the check notices', (_, change) => {
    expect(waysRound(changed(usual, change))).not.toEqual([]);
  });

  test('has no policy under sam local, where nothing stands before it', { tags: 'long' }, async () => {
    expect(ofType(await template(samLocal), 'AWS::ApiGateway::RestApi').filter(({ Policy }) => Policy)).toEqual([]);
  });

  /** A setting's path: each slash of the route but the last as `~1`, behind one that stays (CloudFormation, ResourcePath). */
  const routeOf = ({ HttpMethod, ResourcePath }: Properties): string =>
    `${HttpMethod} ${ResourcePath.slice(1)
      .replaceAll('~1', '/')
      .replaceAll(/\{\w+\}/g, '{}')}/`;

  const all: readonly (Routed & Partial<Pick<Operation, 'upload' | 'permission'>>)[] = [
    ...routes,
    ...pageRoutes,
    ...shopRoutes,
  ];

  test.each(all)('throttles $method $path separately, and logs no bodies', (operation) => {
    const { MethodSettings } = only(usual, 'AWS::ApiGateway::Stage');
    const { permission = 'Write' } = operation;
    const route = `${operation.method} ${operation.path.replaceAll(/\{\w+\}/g, '{}')}`;

    expect(MethodSettings.filter((each: Properties) => routeOf(each) === route)).toEqual([
      expect.objectContaining({
        ResourcePath: expect.stringMatching(/^\/~1(?:(?:api|shop|storefront)~1v1~1[^/]+|unsubscribe)$/),
        ThrottlingRateLimit: operation.upload ? 200 : permission === 'Write' ? 1000 : 2000,
        ThrottlingBurstLimit: operation.upload ? 100 : permission === 'Write' ? 500 : 1000,
        MetricsEnabled: false,
        LoggingLevel: 'OFF',
        DataTraceEnabled: false,
      }),
    ]);
  });
});

describe('the distribution', () => {
  test.each([404, 405, 414, 500, 501, 502, 503, 504])(
    'keeps no %d: what one caller is refused is not answered to the next, and the body stays the API’s',
    (code) => {
      for (const stack of [usual, full]) {
        const { CustomErrorResponses = [] } = only(stack, 'AWS::CloudFront::Distribution').DistributionConfig;

        expect(CustomErrorResponses.filter(({ ErrorCode }: Properties) => ErrorCode === code)).toEqual([
          { ErrorCode: code, ErrorCachingMinTTL: 0 },
        ]);
      }
    },
  );
});

/** The headers that the policy of a behavior adds. */
function addedAt(stack: Template, path: string): Properties {
  const { CacheBehaviors } = only(stack, 'AWS::CloudFront::Distribution').DistributionConfig;
  const { ResponseHeadersPolicyId } = CacheBehaviors.find(({ PathPattern }: Properties) => PathPattern === path);
  return stack.Resources[ResponseHeadersPolicyId.Ref]?.Properties?.ResponseHeadersPolicyConfig;
}

describe('headers that the distribution adds', () => {
  test('a photo runs no script, even if it contains one', () => {
    for (const stack of [usual, full]) {
      expect(addedAt(stack, '/media/*').SecurityHeadersConfig).toMatchObject({
        ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'none'; sandbox", Override: true },
        ContentTypeOptions: { Override: true },
      });
    }
  });

  test('the API says how to authenticate, unless authenticateHeader=false takes that away', () => {
    expect(addedAt(usual, '/api/*').CustomHeadersConfig).toEqual({
      Items: [{ Header: 'WWW-Authenticate', Value: 'Bearer', Override: true }],
    });
    expect(JSON.stringify(addedAt(full, '/api/*'))).not.toContain('WWW-Authenticate');
    expect(addedAt(full, '/api/*').SecurityHeadersConfig).toEqual(addedAt(usual, '/api/*').SecurityHeadersConfig);
  });
});

/** The behaviors of paths to the API; the default one counts as `/api/*`. */
function behaviorsAt(stack: Template, paths: RegExp): Properties[] {
  const { DefaultCacheBehavior, CacheBehaviors } = only(stack, 'AWS::CloudFront::Distribution').DistributionConfig;
  return [DefaultCacheBehavior, ...CacheBehaviors].filter(({ PathPattern = '/api/*' }) => paths.test(PathPattern));
}

/** The headers that a behavior passes on of a caller who has written those of the distribution. */
function passedBy(stack: Template, { FunctionAssociations }: Properties): Properties {
  expect(FunctionAssociations).toMatchObject([{ EventType: 'viewer-request' }]);
  const [id] = FunctionAssociations[0].FunctionARN['Fn::GetAtt'];
  const { FunctionCode } = stack.Resources[id]?.Properties ?? {};
  const headers = {
    host: { value: 'api.example.com' },
    [viewerAddressHeader]: { value: '10.0.0.1' },
    [viewerHostHeader]: { value: 'evil.example' },
    authorization: { value: 'Bearer a' },
  };

  const passed = runInNewContext(`${FunctionCode}; handler(event)`, {
    event: { viewer: { ip: '203.0.113.7' }, request: { uri: '/api/v1/reviews/', headers } },
  });

  expect(passed.headers).toMatchObject({ host: headers.host, authorization: headers.authorization });
  return passed.headers;
}

describe('the calls of shops’ pages', () => {
  test('get address and host from the distribution with any options, and are never cached', () => {
    for (const stack of [usual, full]) {
      const [behavior, ...more] = behaviorsAt(stack, /^\/shop\//);
      const [api] = behaviorsAt(stack, /^\/api\/\*$/);

      expect(more).toEqual([]);
      expect(passedBy(stack, behavior)).toMatchObject({
        [viewerAddressHeader]: { value: '203.0.113.7' },
        [viewerHostHeader]: { value: 'api.example.com' },
      });
      const same = [
        'TargetOriginId',
        'CachePolicyId',
        'OriginRequestPolicyId',
        'AllowedMethods',
        'ViewerProtocolPolicy',
      ];
      expect(same.map((name) => behavior[name])).toEqual(same.map((name) => api[name]));
      expect(behavior.AllowedMethods).toContain('OPTIONS');
    }
  });

  test('keep their CORS headers, and show which scheme they take', () => {
    const added = addedAt(usual, '/shop/*');

    expect(added.CorsConfig).toBeUndefined();
    expect(added.CustomHeadersConfig).toEqual({
      Items: [{ Header: 'WWW-Authenticate', Value: 'Shopper', Override: true }],
    });
  });
});

describe('the firewall', () => {
  const flood = (stack: Template) =>
    only(stack, 'AWS::WAFv2::WebACL').Rules.find(({ Name }: Properties) => Name === 'flood').Statement
      .RateBasedStatement;

  test('counts by the address that the distribution saw, and what cannot be read as the worst', () => {
    expect(flood(full)).toMatchObject({
      AggregateKeyType: 'FORWARDED_IP',
      ForwardedIPConfig: { HeaderName: viewerAddressHeader, FallbackBehavior: 'MATCH' },
    });
  });

  test('blocks an address beyond as many requests a minute as wafRequestsPerMinute says', () => {
    expect(flood(full)).toMatchObject({ Limit: 5000, EvaluationWindowSec: 60 });
    expect(readOptions(new App().node).wafRequestsPerMinute).toBe(60_000);
  });

  test('gets the address from the distribution, not from the caller', () => {
    const api = behaviorsAt(full, /^\/(?:api|shop)\//);
    expect(api).toHaveLength(7);
    for (const behavior of api) {
      expect(passedBy(full, behavior)[viewerAddressHeader]).toEqual({ value: '203.0.113.7' });
    }
  });

  test('stands before the API’s stage and before the containers of uploads', () => {
    const arns = ofType(full, 'AWS::WAFv2::WebACLAssociation').map(({ ResourceArn }) => JSON.stringify(ResourceArn));

    expect(arns.toSorted()).toEqual([
      expect.stringContaining('/restapis/'),
      JSON.stringify({ Ref: idOf(full, 'AWS::ElasticLoadBalancingV2::LoadBalancer') }),
    ]);
  });
});

describe('the containers of uploads', () => {
  test('write nothing to their disk, and have no capability and no root', () => {
    const { ContainerDefinitions } = only(full, 'AWS::ECS::TaskDefinition');

    expect(ContainerDefinitions).toMatchObject([
      {
        ReadonlyRootFilesystem: true,
        User: 'node',
        LinuxParameters: { Capabilities: { Drop: ['ALL'] }, InitProcessEnabled: true },
      },
    ]);
    expect(ContainerDefinitions[0].LinuxParameters.Capabilities.Add).toBeUndefined();
    expect(ContainerDefinitions[0].Privileged).toBeUndefined();
  });

  /** Where connections to the network may come from: groups by their ids, anything else as it stands. */
  const sources = (stack: Template): unknown[] => [
    ...ofType(stack, 'AWS::EC2::SecurityGroup').flatMap(({ SecurityGroupIngress = [] }) => SecurityGroupIngress),
    ...ofType(stack, 'AWS::EC2::SecurityGroupIngress'),
  ];

  test('take connections from the balancer, and that only from distributions', () => {
    const groups = Object.keys(full.Resources).filter((id) => full.Resources[id]?.Type === 'AWS::EC2::SecurityGroup');
    const list = Object.keys(full.Resources).find((id) => full.Resources[id]?.Type === 'Custom::AWS') ?? '';
    expect(JSON.stringify(full.Resources[list]?.Properties)).toContain('com.amazonaws.global.cloudfront.origin-facing');

    expect(sources(full)).toEqual([
      expect.objectContaining({
        FromPort: 8080,
        ToPort: 8080,
        SourceSecurityGroupId: { 'Fn::GetAtt': [groups.find((id) => id.includes('Balancer')), 'GroupId'] },
      }),
      expect.objectContaining({
        FromPort: 80,
        ToPort: 80,
        SourcePrefixListId: { 'Fn::GetAtt': [list, 'PrefixLists.0.PrefixListId'] },
      }),
    ]);
  });
});

describe('concurrency', () => {
  const reserved = (stack: Template, name: string) =>
    ofType(stack, 'AWS::Lambda::Function').find(({ FunctionName }) => FunctionName?.endsWith(name))
      .ReservedConcurrentExecutions;

  test('is not reserved unless asked for: a new account has too little', () => {
    expect(ofType(usual, 'AWS::Lambda::Function').filter((each) => 'ReservedConcurrentExecutions' in each)).toEqual([]);
  });

  test.each([
    ['a group that is named', '-get-review', 20],
    ['another', '-send-mail', 60],
    ['none where its group is not named', '-post-review', undefined],
  ])('is reserved for each function of %s', (_, name, count) => {
    expect(reserved(full, name)).toBe(count);
  });
});

describe('the bucket', () => {
  test('keeps what was deleted or replaced for 30 days, and unfinished uploads for one', () => {
    const { VersioningConfiguration, LifecycleConfiguration } = bucketOf(usual);

    expect(VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(LifecycleConfiguration.Rules).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          Id: 'versions-replaced',
          NoncurrentVersionExpiration: { NoncurrentDays: 30 },
          ExpiredObjectDeleteMarker: true,
        }),
        expect.objectContaining({
          Id: 'uploads-never-finished',
          Prefix: 'pending/',
          NoncurrentVersionExpiration: { NoncurrentDays: 1 },
        }),
      ]),
    );
  });

  test('lets every page send parts by signed links where the origin of the staff console is not known', () => {
    expect(bucketOf(usual).CorsConfiguration.CorsRules).toMatchObject([
      { AllowedOrigins: ['*'], AllowedMethods: ['PUT'], ExposedHeaders: ['ETag'] },
    ]);
  });

  test('lets browsers of the domain and of the named origins send parts and read what each is called by, and nothing more', () => {
    const [{ Environment }] = only(full, 'AWS::ECS::TaskDefinition').ContainerDefinitions;
    const origins = { Name: 'UPLOAD_ORIGINS', Value: 'https://shop.example.com,http://localhost:5173' };
    expect(Environment).toContainEqual(origins);
    expect(bucketOf(full).CorsConfiguration.CorsRules).toEqual([
      {
        Id: 'direct-uploads',
        AllowedOrigins: ['https://api.example.com', 'https://shop.example.com', 'http://localhost:5173'],
        AllowedMethods: ['PUT'],
        AllowedHeaders: ['*'],
        ExposedHeaders: ['ETag'],
        MaxAge: 3600,
      },
    ]);
  });
});
