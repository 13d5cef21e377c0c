import { NestedStack } from 'aws-cdk-lib';
import { type BehaviorOptions, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { nameInAccount, type StackOptions } from './options.ts';
import { onViewerRequest, securityHeaders } from './shared-constructs.ts';

/** The page for staff. */
export interface ConsolePage {
  /** Its files, `index.html` among them. */
  files: readonly string[];
  /** The policy it is served under, where signed links lead to an origin. */
  contentSecurityPolicy(uploads: string): string;
  /** Other headers that it is served with, by their names. */
  headers: Readonly<Record<string, string>>;
}

/** The files are below the reference's, so one deployment copies both. Any other address is the page, which has a router. */
const toFile = ({ files }: ConsolePage): string => `var files = ${JSON.stringify(files)};
function handler(event) {
  var request = event.request;
  if (request.uri === '/console') {
    return { statusCode: 308, statusDescription: 'Permanent Redirect', headers: { location: { value: '/console/' } } };
  }
  var name = request.uri.slice('/console/'.length);
  request.uri = '/docs/console/' + (files.includes(name) ? name : 'index.html');
  return request;
}
`;

interface StaffConsoleProps {
  page: ConsolePage;
  bucket: Bucket;
  options: StackOptions;
}

/** How the distribution serves the staff console, in a stack of its own within the stack: CloudFormation takes 500 resources a template. */
export class StaffConsole extends NestedStack {
  /** How the console's paths differ from others that lead to the bucket. */
  readonly behavior: Pick<BehaviorOptions, 'functionAssociations' | 'responseHeadersPolicy'>;

  constructor(scope: Construct, id: string, { page, bucket, options }: StaffConsoleProps) {
    super(scope, id, { description: 'How the distribution serves the staff console' });
    const contentSecurityPolicy = page.contentSecurityPolicy(`https://${bucket.bucketRegionalDomainName}`);
    this.behavior = {
      responseHeadersPolicy: new ResponseHeadersPolicy(this, 'Headers', {
        responseHeadersPolicyName: nameInAccount(options, 'console'),
        securityHeadersBehavior: {
          contentSecurityPolicy: { contentSecurityPolicy, override: true },
          ...securityHeaders,
        },
        customHeadersBehavior: {
          customHeaders: Object.entries(page.headers).map(([header, value]) => ({ header, value, override: true })),
        },
      }),
      functionAssociations: [
        onViewerRequest(this, 'ToFile', {
          functionName: nameInAccount(options, 'console'),
          comment: 'Leads addresses of the console to its page',
          code: toFile(page),
        }),
      ],
    };
  }
}
