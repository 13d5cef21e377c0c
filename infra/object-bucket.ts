import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** Photos, digital files and the API reference: private, and kept when the stack goes. */
export class ObjectBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: [
        { id: 'uploads-cut-short', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // What an upload left that was never finished: direct uploads are forgotten after 24 hours.
        { id: 'uploads-never-finished', prefix: 'pending/', expiration: Duration.days(2) },
      ],
    });
    acknowledge(this.bucket, {
      'AwsSolutions-S1': 'Every object is reached through functions and the gateway, whose logs name the request',
    });
  }
}
