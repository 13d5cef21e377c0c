import { NestedStack } from 'aws-cdk-lib';
import { type BehaviorOptions, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { nameInAccount, type StackOptions } from './options.ts';
import { onViewerRequest, securityHeaders } from './shared-constructs.ts';

/** The pages for shoppers that need nothing but a token. */
export interface HostedSite {
  /** Each is served below `/<name>/`. */
  names: readonly string[];
  contentSecurityPolicy: string;
  /** Other headers that they are served with, by their names. */
  headers: Readonly<Record<string, string>>;
}

/** The files are below the reference's, so one deployment copies both. A page is at the address of its folder, with and without its slash. */
const toFile = `function handler(event) {
  var request = event.request;
  var parts = request.uri.split('/');
  request.uri = '/docs/hosted/' + parts[1] + '/' + (parts.slice(2).join('/') || 'index.html');
  return request;
}
`;

interface HostedPagesProps {
  pages: HostedSite;
  options: StackOptions;
}

/** How the distribution serves the hosted pages, in a stack of its own within the stack: CloudFormation takes 500 resources a template. */
export class HostedPages extends NestedStack {
  /** The paths of the pages. */
  readonly paths: readonly string[];
  /** How their paths differ from others that lead to the bucket. */
  readonly behavior: Pick<BehaviorOptions, 'functionAssociations' | 'responseHeadersPolicy'>;

  constructor(scope: Construct, id: string, { pages, options }: HostedPagesProps) {
    super(scope, id, { description: 'How the distribution serves the hosted pages' });
    this.paths = pages.names.flatMap((name) => [`/${name}`, `/${name}/*`]);
    this.behavior = {
      responseHeadersPolicy: new ResponseHeadersPolicy(this, 'Headers', {
        responseHeadersPolicyName: nameInAccount(options, 'hosted'),
        securityHeadersBehavior: {
          contentSecurityPolicy: { contentSecurityPolicy: pages.contentSecurityPolicy, override: true },
          ...securityHeaders,
        },
        customHeadersBehavior: {
          customHeaders: Object.entries(pages.headers).map(([header, value]) => ({ header, value, override: true })),
        },
      }),
      functionAssociations: [
        onViewerRequest(this, 'ToFile', {
          functionName: nameInAccount(options, 'hosted'),
          comment: 'Leads addresses of the hosted pages to their files',
          code: toFile,
        }),
      ],
    };
  }
}
