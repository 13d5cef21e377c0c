import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Bucket, type CorsRule, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { idFor, type StackOptions } from './options.ts';
import { acknowledge, privateBucket } from './shared-constructs.ts';

/** Browsers send parts and photos, of any type, and read the ETag by which a part is announced. */
const uploadsFrom = (allowedOrigins: readonly string[]): CorsRule => ({
  id: 'direct-uploads',
  allowedOrigins: [...allowedOrigins],
  allowedMethods: [HttpMethods.PUT],
  allowedHeaders: ['*'],
  exposedHeaders: ['ETag'],
  maxAge: 3600,
});

/** Photos, digital files, public files of reviews and the API reference: private, and kept when the stack goes. */
export class ObjectBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { domain, uploadOrigins, restored }: StackOptions) {
    super(scope, id);
    this.bucket = new Bucket(this, idFor('Bucket', restored.objectBucket), {
      ...(restored.objectBucket && { bucketName: restored.objectBucket }),
      ...privateBucket,
      // What was deleted or replaced by mistake can be brought back for 30 days.
      versioned: true,
      // Also after a failed first deployment: the reference may be in the bucket, so it could not be deleted.
      removalPolicy: RemovalPolicy.RETAIN,
      // The staff console uploads as well. Without a domain its origin is not known here: the link is the permission.
      cors: [uploadsFrom(domain ? [`https://${domain.name}`, ...uploadOrigins] : ['*'])],
      lifecycleRules: [
        { id: 'versions-replaced', noncurrentVersionExpiration: Duration.days(30), expiredObjectDeleteMarker: true },
        { id: 'uploads-cut-short', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // They are written again and again, and hold nothing that the table lacks; what was hidden must not stay for long.
        { id: 'public-files-replaced', prefix: 'public/', noncurrentVersionExpiration: Duration.days(1) },
        // The remains of unfinished uploads: direct uploads are forgotten after 24 hours.
        {
          id: 'uploads-never-finished',
          prefix: 'pending/',
          expiration: Duration.days(2),
          // A finished photo is elsewhere, so this version is not needed.
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });
    acknowledge(this.bucket, {
      'AwsSolutions-S1': 'Every object is reached through functions and the gateway; their logs name the request',
    });
  }
}
