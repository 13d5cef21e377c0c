/** The recovery page, command by command: against the templates before and after, and a model of what the account then has. */
import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, ListMetricsCommand } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { App } from 'aws-cdk-lib';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { settled } from '../../bin/doctor/finding.ts';
import { declaredIn, newClients, stackFindings } from '../../bin/doctor/stack.ts';
import { readOptions } from '../../infra/options.ts';
import { templateText } from '../support/aws/template.ts';
import { type Account, answerBuckets, answerTables, restore } from '../support/recovery/account.ts';
import { type Deployed, deploy, type FullTemplate, failFirst, outputsOf } from '../support/recovery/deployment.ts';
import { guides } from '../support/reference/blocks.ts';

const dynamodb = mockClient(DynamoDBClient);
const s3 = mockClient(S3Client);
const cloudformation = mockClient(CloudFormationClient);
const cloudwatch = mockClient(CloudWatchClient);
// The alarm topics are not part of a recovery.
cloudformation.on(ListStackResourcesCommand).resolves({});
cloudwatch.on(ListMetricsCommand).resolves({ Metrics: [{}] });
const clients = newClients();

afterAll(() => {
  cloudformation.restore();
  cloudwatch.restore();
  dynamodb.restore();
  s3.restore();
});

const templateOf = async (context: Record<string, string> = {}): Promise<FullTemplate> =>
  JSON.parse(await templateText(context));

let account: Account;
let stack: Deployed;

beforeAll(async () => {
  await templateOf();
}, 600_000);

beforeEach(async () => {
  account = { tables: new Map(), buckets: new Map() };
  stack = deploy(account, undefined, await templateOf());
  for (const table of account.tables.values()) table.items = 'all';
  answerTables(dynamodb, account);
  answerBuckets(s3, account);
  const unauthorized = '{"code":"UNAUTHORIZED"}';
  const headers = { 'WWW-Authenticate': 'Bearer', 'X-Request-Id': '1' };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(unauthorized, { status: 401, headers }));
});

/** The stack's outputs, as the guide's variables. */
const variables = (): Record<string, string> => {
  const outputs = new Map(outputsOf(stack).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  return {
    STORE_TABLE: outputs.get('StoreTable') ?? '',
    REQUEST_TABLE: outputs.get('RequestTable') ?? '',
    BACKUP: 'backup',
  };
};

/** `--context name=value` and `-c name=value`. */
const contextIn = (command: string): Record<string, string> =>
  Object.fromEntries(
    [...command.matchAll(/(?:--context|-c) (\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );

const flag = (command: string, name: string): string => new RegExp(`--${name} (\\S+)`).exec(command)?.[1] ?? '';

/** How many lack something, and are left so. */
async function doctor(command: string): Promise<number> {
  const context = contextIn(command);
  const declared = declaredIn(await templateOf(context));
  const options = readOptions(new App({ context }).node);
  const asAwsTells = { StackName: 'StoreCommerceApi', StackStatus: 'UPDATE_COMPLETE', Outputs: outputsOf(stack) };
  const findings = await stackFindings({ stack: asAwsTells as never, declared, options }, clients);
  return settled(findings, { mend: command.includes('--mend'), print: () => undefined });
}

/** What each kind of command does; none where a test of its own shows it. */
const commands: readonly (readonly [RegExp, (command: string) => unknown])[] = [
  [
    /^aws dynamodb restore-table-to-point-in-time /,
    (command) =>
      restore(
        account,
        flag(command, 'source-table-name'),
        flag(command, 'target-table-name'),
        flag(command, 'restore-date-time'),
      ),
  ],
  [
    /^until aws dynamodb wait table-exists .*; do sleep 20; done$/,
    (command) => {
      const name = flag(command, 'table-name').replace(';', '');
      if (!account.tables.has(name)) throw new Error(`The wait for ${name} never ends`);
    },
  ],
  [
    /^npm run doctor -- .*--mend$/,
    async (command) => {
      if ((await doctor(command)) > 0) throw new Error(`Something is lacking that nothing puts back: ${command}`);
    },
  ],
  [
    /^npm run doctor -- /,
    async (command) => {
      if ((await doctor(command)) > 0) throw new Error(`Something is lacking: ${command}`);
    },
  ],
  [
    /^npm run cdk -- deploy /,
    async (command) => {
      const importing = command.includes('--import-existing-resources');
      stack = deploy(account, stack, await templateOf(contextIn(command)), { importing });
    },
  ],
  [/^aws s3api create-bucket /, (command) => account.buckets.set(flag(command, 'bucket'), { objects: 'nothing' })],
  [
    /^aws s3 sync s3:\/\/\S+ s3:\/\/\S+$/,
    (command) => {
      const [, from = '', to = ''] = /s3:\/\/(\S+) s3:\/\/(\S+)/.exec(command) ?? [];
      const bucket = account.buckets.get(to);
      if (!bucket) throw new Error(`NoSuchBucket: ${to}`);
      bucket.objects = `those of ${from}`;
    },
  ],
  [/^npx store-commerce (?:ledger|ratings) audit /, () => undefined],
];

async function type(command: string): Promise<void> {
  const [, act] = commands.find(([pattern]) => pattern.test(command)) ?? [];
  if (!act) throw new Error(`The model knows no such command: ${command}`);
  await act(command);
}

/** The block of the page in which a command stands. */
function steps(holding: string): string[] {
  const page = guides().find(({ name }) => name === '13-recovery.md');
  const found = page?.onAws.filter((block) => block.includes(holding)) ?? [];
  expect(found).toHaveLength(1);
  return (found[0] ?? '').trimEnd().split('\n');
}

/** Types commands with these words in place of others. */
async function follow(lines: readonly string[], words: Record<string, string>): Promise<void> {
  for (const line of lines) {
    await type(Object.entries(words).reduce((text, [word, other]) => text.replaceAll(word, other), line));
  }
}

const shellWords = (names: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(names).map(([name, value]) => [`$${name}`, value]));

const ready = (items: string) => ({
  items,
  isRecoverable: true,
  tags: new Map([
    ['service', 'store-commerce-api'],
    ['stack', 'StoreCommerceApi'],
  ]),
  updating: 0,
});

describe('a table that is lost or holds what it must not', () => {
  const tables = () => steps('restore-table-to-point-in-time');
  const second = '2026-11-21T10:00:00Z';

  test('is restored, made ready and taken over by the steps as they are written', async () => {
    await follow(tables(), shellWords(variables()));

    expect(variables()).toMatchObject({ STORE_TABLE: 'store-2', REQUEST_TABLE: 'requests-2' });
    expect(account.tables.get('store-2')).toMatchObject({
      ...ready(`all at ${second}`),
      stream: 'NEW_AND_OLD_IMAGES',
      isProtected: true,
    });
    expect(account.tables.get('requests-2')).toMatchObject({ ...ready(`all at ${second}`), expiresBy: 'expires_at' });
  });

  test('stays as it was, so that a second restore to another second works too', async () => {
    const before = shellWords(variables());
    await follow(tables(), before);

    await follow(tables(), {
      ...before,
      [second]: '2026-11-21T09:00:00Z',
      'store-2': 'store-3',
      'requests-2': 'requests-3',
    });

    expect(variables()).toMatchObject({ STORE_TABLE: 'store-3', REQUEST_TABLE: 'requests-3' });
    expect(account.tables.get('requests-3')).toMatchObject(ready('all at 2026-11-21T09:00:00Z'));
    expect([...account.tables.keys()]).toEqual([
      before.$STORE_TABLE,
      before.$REQUEST_TABLE,
      'store-2',
      'requests-2',
      'store-3',
      'requests-3',
    ]);
  });

  test('is not taken over while it has no stream: the steps make it ready before', async () => {
    const lines = tables().filter((line) => !line.startsWith('npm run doctor'));

    await expect(follow(lines, shellWords(variables()))).rejects.toThrow('store-2 has no stream');
  });

  test('would be lost with a template that deletes the request table: older versions are deployed again first', async () => {
    const names = variables();
    for (const [id, resource] of Object.entries(stack.template.Resources)) {
      if (id.startsWith('TablesRequests')) resource.DeletionPolicy = 'Delete';
    }

    await follow(tables(), shellWords(names));

    expect(account.tables.has(names.REQUEST_TABLE ?? '')).toBe(false);
  });
});

test('a bucket that is lost is filled, made ready and taken over by the steps as they are written', async () => {
  const [lost] = [...account.buckets.keys()].filter((name) => name.includes('objects'));
  account.buckets.delete(lost ?? '');

  await follow(steps('create-bucket'), shellWords(variables()));

  const bucket = account.buckets.get('objects-2');
  expect(bucket).toMatchObject({ objects: 'those of backup', versions: 'Enabled' });
  expect(bucket?.rules?.map(({ ID }) => ID)).toContain('versions-replaced');
  expect(bucket?.block).toMatchObject({ BlockPublicPolicy: true });
});

test('a failed first deployment is rolled back, with any resources: it leaves the store table and the bucket, and no other', async () => {
  const fresh: Account = { tables: new Map(), buckets: new Map() };

  const left = failFirst(fresh, await templateOf(), (id) => id.startsWith('ObjectsBucket'));

  expect(left).toEqual([expect.stringContaining('tablesstore'), expect.stringContaining('objectsbucket')]);
});
