import { expect, test } from 'vitest';
import { everyOption, template } from '../support/template.ts';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}

const ofType = (resources: Record<string, unknown>, type: string) =>
  (Object.values(resources) as Resource[]).filter(({ Type }) => Type === type).map(({ Properties }) => Properties);

test('with largeUploads exactly the upload paths lead to containers behind a balancer without a way in', async () => {
  const { Resources } = await template(everyOption);

  const [distribution] = ofType(Resources, 'AWS::CloudFront::Distribution');
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
  const [balancer] = ofType(Resources, 'AWS::ElasticLoadBalancingV2::LoadBalancer');
  expect(balancer?.Scheme).toBe('internal');
});

test('without it there is no container', async () => {
  const { Resources } = await template();
  expect(ofType(Resources, 'AWS::ECS::Service')).toEqual([]);
});
