/** Roles and settings of the functions: what each is granted, on the resources of the stack. */
import { Stack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { type QueueName, queueUrlSettings } from '../lib/contract/background.ts';
import { type Access, grantsOf, queueNames, reachesObjects, type Target } from './grants.ts';

/** What the functions reach beside one another. */
export interface Resources {
  storeTable: TableV2;
  requestTable: TableV2;
  bucket: IBucket;
  queues: Readonly<Record<QueueName, Queue>>;
  /** ARN of the role that signs links to digital files. */
  downloadRole: string;
  /** Sender of mails for a store without sites. */
  mailSender: string;
}

export const statementsFor = (access: Access, resources: Resources): PolicyStatement[] =>
  grantsOf(access).map(
    ({ sid, actions, targets, conditions }) =>
      new PolicyStatement({
        sid,
        actions: [...actions],
        resources: targets.map((target) => arnOf(target, resources)),
        ...(conditions && { conditions }),
      }),
  );

function arnOf(target: Target, { storeTable, requestTable, bucket, queues, downloadRole }: Resources): string {
  if ('table' in target) {
    const { tableArn } = target.table === 'store' ? storeTable : requestTable;
    return target.index === undefined ? tableArn : `${tableArn}/index/${target.index}`;
  }
  if ('objects' in target) return bucket.arnForObjects(`${target.objects}/*`);
  if ('queue' in target) return queues[target.queue].queueArn;
  if ('bucket' in target) return bucket.bucketArn;
  if ('role' in target) return downloadRole;
  return Stack.of(bucket).formatArn({ service: 'ses', resource: 'identity', resourceName: '*' });
}

/** The settings a function finds in its environment: only of what it reaches. */
export function environmentFor(access: Access, resources: Resources): Record<string, string> {
  const { reach, requests } = access;
  const queues = queueNames.filter((name) => reach.includes(`SendMessage ${name}`));
  return {
    STORE_TABLE: resources.storeTable.tableName,
    ...(requests === 'none' ? {} : { REQUEST_TABLE: resources.requestTable.tableName }),
    ...(reachesObjects(access) ? { OBJECT_BUCKET: resources.bucket.bucketName } : {}),
    ...Object.fromEntries(queues.map((name) => [queueUrlSettings[name], resources.queues[name].queueUrl])),
    ...(reach.includes('AssumeRole downloads') ? { DOWNLOAD_ROLE: resources.downloadRole } : {}),
    ...(reach.includes('SendEmail') ? { MAIL_SENDER: resources.mailSender } : {}),
  };
}
