/** Roles and settings of the functions: what each is granted, on the resources of the stack. */
import { Stack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Archive, IEventBus, IRule } from 'aws-cdk-lib/aws-events';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { type QueueName, queueNames, queueUrlSettings } from '../lib/resources/background.ts';
import { isOnTable } from '../lib/schema/operation.ts';
import { type Access, type EventTarget, grantsOf, reachesObjects, type Target } from './grants.ts';

/** The resources that functions reach. */
export interface Resources {
  storeTable: TableV2;
  requestTable: TableV2;
  bucket: IBucket;
  queues: Readonly<Record<QueueName, Queue>>;
  eventBus: IEventBus;
  /** The events of the last 30 days. */
  archive: Archive;
  /** The only rule for replays. */
  replayRule: IRule;
  /** Keeps changes that could not be published as events. */
  failedChanges: IBucket;
  /** The key that imported codes and secrets of webhooks are kept under. */
  deploymentKey: ISecret;
  /** ARN of the role that signs links to digital files. */
  downloadRole: string;
  /** Sender of emails for a store without sites. */
  mailSender: string;
  /** Where callers reach the service, without a closing slash: emails lead to its pages. */
  baseUrl: string;
}

export const statementsFor = (access: Access, resources: Resources): PolicyStatement[] =>
  grantsOf(access).map(
    ({ sid, effect, actions, targets, conditions }) =>
      new PolicyStatement({
        sid,
        effect: effect === 'Deny' ? Effect.DENY : Effect.ALLOW,
        actions: [...actions],
        resources: targets.map((target) => arnOf(target, resources)),
        ...(conditions && { conditions }),
      }),
  );

function arnOf(target: Target, resources: Resources): string {
  const { storeTable, requestTable, bucket, queues, downloadRole, deploymentKey } = resources;
  if ('table' in target) {
    const { tableArn } = target.table === 'store' ? storeTable : requestTable;
    return target.index === undefined ? tableArn : `${tableArn}/index/${target.index}`;
  }
  if ('objects' in target) return bucket.arnForObjects(`${target.objects}/*`);
  if ('queue' in target) return queues[target.queue].queueArn;
  if ('bucket' in target) return bucket.bucketArn;
  if ('key' in target) return deploymentKey.secretArn;
  if ('role' in target) return downloadRole;
  if ('senders' in target) return everyOf('identity', bucket);
  if ('configurationSets' in target) return everyOf('configuration-set', bucket);
  return arnOfEvents(target, resources);
}

const everyOf = (resource: string, scope: IBucket): string =>
  Stack.of(scope).formatArn({ service: 'ses', resource, resourceName: '*' });

function arnOfEvents(target: EventTarget, { storeTable, eventBus, archive, failedChanges }: Resources): string {
  if ('bus' in target) return eventBus.eventBusArn;
  if ('archive' in target) return archive.archiveArn;
  if ('replays' in target) {
    return Stack.of(storeTable).formatArn({ service: 'events', resource: 'replay', resourceName: 'rpl_*' });
  }
  if ('stream' in target) return streamsOf(storeTable);
  return target.failedChanges === 'bucket' ? failedChanges.bucketArn : failedChanges.arnForObjects('*');
}

/** The stream of the store table. */
export function streamArnOf({ tableStreamArn }: TableV2): string {
  if (tableStreamArn === undefined) throw new Error('The store table has no stream');
  return tableStreamArn;
}

/** Any stream of the table: all its streams, past ones included, and what lists them, contain its name. */
const streamsOf = ({ tableArn }: TableV2): string => `${tableArn}/stream/*`;

/** The settings a function finds in its environment: only of what it reaches. */
export function environmentFor(access: Access, resources: Resources): Record<string, string> {
  const { reach, requests } = access;
  const queues = queueNames.filter((name) => reach.includes(`SendMessage ${name}`));
  return {
    ...(reach.some((each) => isOnTable(each) || each.startsWith('Query '))
      ? { STORE_TABLE: resources.storeTable.tableName }
      : {}),
    ...(requests.length === 0 ? {} : { REQUEST_TABLE: resources.requestTable.tableName }),
    ...(reachesObjects(access) ? { OBJECT_BUCKET: resources.bucket.bucketName } : {}),
    ...Object.fromEntries(queues.map((name) => [queueUrlSettings[name], resources.queues[name].queueUrl])),
    ...(reach.includes('GetSecretValue key') ? { DEPLOYMENT_KEY_SECRET: resources.deploymentKey.secretArn } : {}),
    ...(reach.includes('AssumeRole downloads') ? { DOWNLOAD_ROLE: resources.downloadRole } : {}),
    ...(reach.includes('PutEvents')
      ? { EVENT_BUS: resources.eventBus.eventBusName, EVENT_SOURCE: Stack.of(resources.storeTable).stackName }
      : {}),
    ...(reach.includes('StartReplay')
      ? {
          EVENT_ARCHIVE_ARN: resources.archive.archiveArn,
          EVENT_BUS_ARN: resources.eventBus.eventBusArn,
          REPLAY_RULE_ARN: resources.replayRule.ruleArn,
        }
      : {}),
    ...(reach.includes('SendEmail') ? { MAIL_SENDER: resources.mailSender, SERVICE_URL: resources.baseUrl } : {}),
  };
}
