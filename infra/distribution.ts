import { Duration } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  HttpVersion,
  type IOrigin,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { RestApiOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { operations } from '../lib/resources/nouns.ts';
import { viewerAddressHeader, viewerHostHeader } from '../lib/schema/viewer.ts';
import type { ApiReference, ElementsScript } from './api-reference.ts';
import type { HostedPages } from './hosted-pages.ts';
import { nameInAccount, type StackOptions } from './options.ts';
import { acknowledge, onViewerRequest, securityHeaders } from './shared-constructs.ts';
import type { StaffConsole } from './staff-console.ts';

interface DistributionProps {
  api: RestApiBase;
  bucket: Bucket;
  options: StackOptions;
  /** The secret that it sends to the API, unknown to others. */
  originSecret: string;
  reference: ApiReference;
  staffConsole: StaffConsole;
  elements: ElementsScript;
  hostedPages: HostedPages;
  /** Takes uploads of any size, where there is one. */
  uploads?: IOrigin | undefined;
}

/** Exactly the paths that take a file, with and without their closing slash. */
const uploadPaths = operations
  .filter(({ upload }) => upload)
  .map(({ path }) => path.replaceAll(/\{\w+\}/g, '*'))
  .flatMap((path) => [path, path.slice(0, -1)]);

/** Sends the API the address and the host that the distribution saw, in place of what the caller may have written there. */
const describeViewer = `function handler(event) {
  var headers = event.request.headers;
  headers['${viewerAddressHeader}'] = { value: event.viewer.ip };
  headers['${viewerHostHeader}'] = { value: headers.host.value };
  return event.request;
}
`;

/**
 * Errors that CloudFront caches for 10 seconds by path only, despite any `Cache-Control`: one store would get
 * another's. It caches 400, 403, 412 and 415 only on `max-age`, and 416 never.
 */
const errorsKeptByDefault = [404, 405, 414, 500, 501, 502, 503, 504] as const;

const runningNothing = {
  ...securityHeaders,
  contentSecurityPolicy: { contentSecurityPolicy: "default-src 'none'; sandbox", override: true },
};

const forEveryOrigin = {
  accessControlAllowCredentials: false,
  accessControlAllowHeaders: ['*'],
  accessControlAllowMethods: ['GET', 'HEAD'],
  accessControlAllowOrigins: ['*'],
  originOverride: true,
};

/** What the distribution may read of the bucket: only links of their own lead to digital files. */
const publicPrefixes = ['media', 'docs', 'public'];

/**
 * The base URL: the API under `/api/`, photos under `/media/`, published reviews under `/public/`, the API reference under `/docs/`, to
 * which `/` leads, the staff console under `/console/`, the calls of shops' pages under `/shop/`, their script under `/elements/`, and the
 * hosted pages under `/review/` and `/balance/`.
 */
export class StoreDistribution extends Construct {
  readonly distribution: Distribution;

  constructor(
    scope: Construct,
    id: string,
    { api, bucket, originSecret, reference, staffConsole, elements, hostedPages, uploads, options }: DistributionProps,
  ) {
    super(scope, id);
    const { stackName, domain } = options;
    const viewerDescribed = {
      functionAssociations: [
        onViewerRequest(this, 'ViewerAddress', {
          functionName: nameInAccount(options, 'address'),
          comment: 'Passes on the address of the viewer, and the host',
          code: describeViewer,
        }),
      ],
    };
    // The origin's path is the stage, so that what follows the base URL is the contract's path.
    const toApi: BehaviorOptions = {
      origin: new RestApiOrigin(api, { customHeaders: { Referer: originSecret } }),
      responseHeadersPolicy: this.apiHeaders('ApiHeaders', 'api', 'Bearer', options),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      compress: false,
      ...(options.waf && viewerDescribed),
    };
    // Its limits count addresses, and it knows its own origin by the host.
    const toShop: BehaviorOptions = {
      ...toApi,
      responseHeadersPolicy: this.apiHeaders('ShopHeaders', 'shop', 'Shopper', options),
      ...viewerDescribed,
    };
    const access = new S3OriginAccessControl(this, 'ObjectAccess', {
      originAccessControlName: nameInAccount(options, 'objects'),
    });
    const toBucket: BehaviorOptions = {
      responseHeadersPolicy: this.photoHeaders(options),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      origin: S3BucketOrigin.withBucketDefaults(bucket, { originAccessControlId: access.originAccessControlId }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      // As long as the object's own Cache-Control says: a photo never changes under its id.
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    };
    const toReference: BehaviorOptions = { ...toBucket, ...reference.behavior };
    const toConsole: BehaviorOptions = { ...toBucket, ...staffConsole.behavior };
    const toHosted: BehaviorOptions = { ...toBucket, ...hostedPages.behavior };
    const toElements: BehaviorOptions = {
      ...toBucket,
      // Its files are below the reference's, so one deployment copies both.
      origin: S3BucketOrigin.withBucketDefaults(bucket, {
        originAccessControlId: access.originAccessControlId,
        originPath: '/docs',
      }),
      responseHeadersPolicy: this.elementsHeaders(elements, options),
    };
    this.distribution = new Distribution(this, 'Distribution', {
      comment: stackName,
      // Any other path gets the API's own 404.
      defaultBehavior: toApi,
      additionalBehaviors: {
        ...(uploads && Object.fromEntries(uploadPaths.map((path) => [path, { ...toApi, origin: uploads }]))),
        '/api/*': toApi,
        '/shop/*': toShop,
        '/media/*': toBucket,
        '/public/*': { ...toBucket, responseHeadersPolicy: this.publicHeaders(options) },
        '/': toReference,
        '/llms.txt': toReference,
        '/docs': toReference,
        '/docs/*': toReference,
        '/console': toConsole,
        '/console/*': toConsole,
        '/elements/*': toElements,
        ...Object.fromEntries(hostedPages.paths.map((path) => [path, toHosted])),
      },
      errorResponses: errorsKeptByDefault.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...(domain && {
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      }),
    });
    this.letRead(bucket);
    acknowledge(this.distribution, {
      'AwsSolutions-CFR1': 'Stores sell where they choose to: no country is kept out',
      'AwsSolutions-CFR2': 'The firewall is an option and stands before the API, where requests change something',
      'AwsSolutions-CFR3': 'The gateway logs every request to the API; photos and the reference are public',
      ...(domain ? {} : { 'AwsSolutions-CFR4': 'CloudFront’s own certificate settles the protocol: name a domain' }),
    });
  }

  /**
   * API Gateway renames a function's `WWW-Authenticate` and CloudFront runs no function on an error, so every reply has the header (RFC
   * 9110 allows it). Replies to pages of a shop keep the CORS headers that the function sends.
   */
  private apiHeaders(id: string, name: string, scheme: string, options: StackOptions): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, id, {
      responseHeadersPolicyName: nameInAccount(options, name),
      ...(options.authenticateHeader && {
        customHeadersBehavior: { customHeaders: [{ header: 'WWW-Authenticate', value: scheme, override: true }] },
      }),
      securityHeadersBehavior: securityHeaders,
    });
  }

  /**
   * Stores upload photos: a file that a browser mistakes for a page can run nothing, and reach nothing of this origin.
   */
  private photoHeaders(options: StackOptions): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'PhotoHeaders', {
      responseHeadersPolicyName: nameInAccount(options, 'photos'),
      securityHeadersBehavior: runningNothing,
    });
  }

  /** Every page may read the files, and nothing in them runs in a page of this origin. */
  private publicHeaders(options: StackOptions): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'PublicHeaders', {
      responseHeadersPolicyName: nameInAccount(options, 'public'),
      securityHeadersBehavior: runningNothing,
      corsBehavior: { ...forEveryOrigin, accessControlExposeHeaders: ['ETag', 'x-amz-meta-version'] },
    });
  }

  /** Pages of every origin load the script. */
  private elementsHeaders(script: ElementsScript, options: StackOptions): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'ElementsHeaders', {
      responseHeadersPolicyName: nameInAccount(options, 'elements'),
      securityHeadersBehavior: {
        ...securityHeaders,
        contentSecurityPolicy: { contentSecurityPolicy: script.contentSecurityPolicy, override: true },
      },
      corsBehavior: forEveryOrigin,
      customHeadersBehavior: {
        customHeaders: Object.entries(script.headers).map(([header, value]) => ({ header, value, override: true })),
      },
    });
  }

  /**
   * Without the second statement S3 answers 403 for a missing object. It gives viewers no list: that takes a request to the bucket's root,
   * and paths to the bucket have a prefix and no query string.
   */
  private letRead(bucket: Bucket): void {
    const reading = (sid: string, action: string, resources: string[]) =>
      new PolicyStatement({
        sid,
        principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
        actions: [action],
        resources,
        conditions: { StringEquals: { 'AWS:SourceArn': this.distribution.distributionArn } },
      });
    const objects = publicPrefixes.map((prefix) => bucket.arnForObjects(`${prefix}/*`));
    bucket.addToResourcePolicy(reading('DistributionReads', 's3:GetObject', objects));
    bucket.addToResourcePolicy(reading('DistributionMisses', 's3:ListBucket', [bucket.bucketArn]));
  }

  /** The base URL without a closing slash. */
  get url(): string {
    return `https://${this.distribution.distributionDomainName}`;
  }
}
