/** What each reach of the contract grants, on a function that reaches everything. */
import { App, Duration, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import type { Access } from '../../infra/access.ts';
import { functionAccess } from '../../infra/access-table.ts';
import { StoreFunction } from '../../infra/functions.ts';
import { readOptions } from '../../infra/options.ts';
import { bundles } from '../support/aws/template.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function functionWith(access: Access) {
  const app = new App({ outdir: temporaryFolder() });
  const stack = new Stack(app, 'Stack');
  const key = { partitionKey: { name: 'pk', type: AttributeType.STRING } };
  const created = new StoreFunction(stack, 'Function', {
    name: 'get-customer-address',
    summary: 'A function',
    access,
    timeout: Duration.seconds(10),
    bundles: (await bundles()).folder,
    options: readOptions(app.node),
    resources: {
      storeTable: new TableV2(stack, 'Entities', key),
      requestTable: new TableV2(stack, 'Requests', key),
      bucket: new Bucket(stack, 'Objects'),
      queues: { mail: new Queue(stack, 'Mail') } as never,
      mailSender: 'no-reply@example.com',
    },
  });
  const nag = new AwsSolutionsChecks(app);
  const findings = nag
    .validateScope(created)
    .violations.map(({ ruleName, violatingResources }) => [
      ruleName,
      violatingResources.map((each) => each.constructPath),
    ]);
  const template = Template.fromStack(stack, { skipCyclicalDependenciesCheck: true }).toJSON();
  const [statements = []] = functionAccess({ Resources: template.Resources }).values();
  return { findings, granted: new Map(statements.map(({ sid, actions }) => [sid, actions])) };
}

describe('a function', () => {
  test('that reaches nothing else has its log group and the tables as far as it needs them', async () => {
    const { granted } = await functionWith({ writes: false, requests: 'count', reach: [] });

    expect([...granted.keys()]).toEqual(['WriteLogs', 'ReadStore', 'CountRequests']);
  });

  test('is granted one statement for each reach', async () => {
    const { granted } = await functionWith({
      writes: true,
      requests: 'record',
      reach: ['read-objects', 'write-objects', 'delete-objects', 'queue-mail', 'send-mail'],
      consumes: 'mail',
    });

    expect(Object.fromEntries(granted)).toMatchObject({
      WriteStore: ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      RecordReplies: ['dynamodb:GetItem', 'dynamodb:PutItem'],
      ReadObjects: ['s3:GetObject'],
      WriteObjects: ['s3:AbortMultipartUpload', 's3:ListMultipartUploadParts', 's3:PutObject'],
      DeleteObjects: ['s3:AbortMultipartUpload', 's3:DeleteObject'],
      QueueMail: ['sqs:SendMessage'],
      SendMail: ['ses:SendEmail'],
    });
  });

  test('has no finding that is not acknowledged with a reason, whatever it reaches', async () => {
    const { findings } = await functionWith({
      writes: true,
      requests: 'record',
      reach: ['read-objects', 'write-objects', 'delete-objects', 'queue-mail', 'send-mail'],
      consumes: 'mail',
    });

    expect(findings).toEqual([]);
  });
});
