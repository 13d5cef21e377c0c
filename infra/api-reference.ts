import { DefaultStackSynthesizer, Stack } from 'aws-cdk-lib';
import { type BehaviorOptions, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { HostedSite } from './hosted-pages.ts';
import { nameInAccount, type StackOptions } from './options.ts';
import {
  acknowledge,
  acknowledgeFunctionOfCdk,
  arnInFindings,
  functionRole,
  logs,
  onViewerRequest,
  securityHeaders,
} from './shared-constructs.ts';
import type { ConsolePage } from './staff-console.ts';

/** The pages of the API reference. */
export interface ReferencePage {
  /** Its files; `index.html` is the first page. */
  folder: string;
  /** The names of the files, below the folder. */
  files: readonly string[];
  /** The answer to an unknown name, as HTML. */
  notFound: string;
  contentSecurityPolicy: string;
  /** The staff console, with its files below `console/` of the folder. */
  console: ConsolePage;
  /** The script for the pages of shops, below `elements/` of the folder. */
  elements: ElementsScript;
  /** The hosted pages, each in a folder of its name below `hosted/` of the folder. */
  hosted: HostedSite;
}

/** How the script for the pages of shops is served. */
export interface ElementsScript {
  contentSecurityPolicy: string;
  /** Other headers that it is served with, by their names. */
  headers: Readonly<Record<string, string>>;
}

interface ApiReferenceProps {
  page: ReferencePage;
  bucket: Bucket;
  options: StackOptions;
}

/**
 * S3 has neither folders nor their index pages, and its own 404 is XML. Error pages of CloudFront apply to the whole
 * distribution, so they would replace the API's errors: the function itself knows which files exist.
 */
const toPage = ({ files, notFound, contentSecurityPolicy }: ReferencePage): string => {
  // Each page exists as HTML and as Markdown: a function has 10 KB at most.
  const pages = files.filter((name) => name.endsWith('.md')).map((name) => name.replace(/\.md$/, ''));
  const others = files.filter((name) => !/\.(?:html|md)$/.test(name));
  return `var pages = ${JSON.stringify(pages.join(' '))}.split(' ');
var others = ${JSON.stringify(others.join(' '))}.split(' ');
function redirect(statusCode, statusDescription) {
  return { statusCode: statusCode, statusDescription: statusDescription, headers: { location: { value: '/docs/' } } };
}
function handler(event) {
  var request = event.request;
  if (request.uri === '/docs') return redirect(308, 'Permanent Redirect');
  if (request.uri === '/') return redirect(302, 'Found');
  if (request.uri === '/docs/') request.uri = '/docs/index.html';
  if (request.uri === '/llms.txt') request.uri = '/docs/llms.txt';
  var name = request.uri.slice('/docs/'.length);
  var page = /^(.*)\\.(?:html|md)$/.exec(name);
  if (page ? pages.includes(page[1]) : others.includes(name)) return request;
  return {
    statusCode: 404,
    statusDescription: 'Not Found',
    headers: {
      'content-type': { value: 'text/html; charset=utf-8' },
      'cache-control': { value: 'no-cache' },
      'content-security-policy': { value: ${JSON.stringify(contentSecurityPolicy)} }
    },
    body: { encoding: 'text', data: ${JSON.stringify(notFound)} }
  };
}
`;
};

/** The API reference: copied into the bucket by each deployment that changes it, and how the distribution serves it. */
export class ApiReference extends Construct {
  /** How the reference's paths differ from others that lead to the bucket. */
  readonly behavior: Pick<BehaviorOptions, 'functionAssociations' | 'responseHeadersPolicy'>;

  constructor(scope: Construct, id: string, { page, bucket, options }: ApiReferenceProps) {
    super(scope, id);
    // `sam local` serves only the API.
    if (!options.samLocal) this.deploy(page.folder, bucket, options);
    this.behavior = {
      responseHeadersPolicy: this.headers(page, options),
      functionAssociations: [
        onViewerRequest(this, 'ToPage', {
          functionName: nameInAccount(options, 'reference'),
          comment: 'Leads / and /docs/ to their page, and others to a 404',
          code: toPage(page),
        }),
      ],
    };
  }

  private headers({ contentSecurityPolicy }: ReferencePage, options: StackOptions): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'Headers', {
      responseHeadersPolicyName: nameInAccount(options, 'reference'),
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        ...securityHeaders,
      },
    });
  }

  private deploy(folder: string, bucket: Bucket, { stackName }: StackOptions): void {
    const files = new Asset(this, 'Files', { path: folder });
    const logGroup = logs(this, 'Logs', `/aws/lambda/${stackName}-deploy-reference`);
    const role = functionRole(this, logGroup, copying(files, bucket));
    new BucketDeployment(this, 'Deployment', {
      sources: [Source.bucket(files.bucket, files.s3ObjectKey)],
      destinationBucket: bucket,
      // Also what a deployment prunes: nothing else in the bucket is touched.
      destinationKeyPrefix: 'docs',
      // Names stay the same from one deployment to the next, so browser and distribution check whether the file has
      // changed.
      cacheControl: [CacheControl.noCache()],
      // Otherwise it would be granted the whole bucket, digital files included.
      role: role.withoutPolicyUpdates(),
      logGroup,
    });
    this.acknowledge(role, bucket);
  }

  private acknowledge(role: Role, bucket: Bucket): void {
    const { bootstrapQualifier = DefaultStackSynthesizer.DEFAULT_QUALIFIER } = Stack.of(this).synthesizer;
    const assets = `arn:<AWS::Partition>:s3:::cdk-${bootstrapQualifier}-assets-<AWS::AccountId>-<AWS::Region>`;
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::${arnInFindings(role, bucket)}/docs/*]`]:
        'Every file of the page, and nothing beside them',
      [`AwsSolutions-IAM5[Resource::${assets}/*]`]: 'An asset is named after its content, and changes with it',
    });
    acknowledgeFunctionOfCdk(this, 'Custom::CDKBucketDeployment');
  }
}

const copying = (files: Asset, bucket: Bucket): PolicyStatement[] => [
  new PolicyStatement({
    sid: 'ReadAssets',
    actions: ['s3:GetObject'],
    resources: [files.bucket.arnForObjects('*')],
  }),
  new PolicyStatement({
    sid: 'ListReference',
    actions: ['s3:ListBucket'],
    resources: [bucket.bucketArn],
    conditions: { StringLike: { 's3:prefix': 'docs/*' } },
  }),
  new PolicyStatement({
    sid: 'WriteReference',
    actions: ['s3:DeleteObject', 's3:PutObject'],
    resources: [bucket.arnForObjects('docs/*')],
  }),
];
