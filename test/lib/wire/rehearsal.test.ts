/** The rehearsal of a starting function reaches no service, and leaves nothing behind. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { command } from '../../../lib/chain/endpoint.ts';
import { decideRehearsal, rehearsal, rehearseRequest } from '../../../lib/chain/rehearsal.ts';
import * as deploymentSecret from '../../../lib/resources/stores/deployment-secret-records.ts';
import { memories } from '../../../lib/runtime/collections.ts';
import { keys } from '../../../lib/table/keys.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { onTheWire } from '../../support/wire/commands.ts';
import { ScriptedDynamoDb } from '../../support/wire/scripted-dynamodb.ts';
import { newWorld } from '../../support/world/world.ts';

const run = promisify(execFile);

const secret = Buffer.alloc(32, 'secret').toString('base64url');

/** Starts a function with a deployment secret. Returns the rehearsal's writes, memory and requests to the table. */
async function start(env: Record<string, string>) {
  const server = new ScriptedDynamoDb();
  onTestFinished(() => server.stop());
  const address = await server.start();
  const answer = {
    body: { Responses: { store: [onTheWire(marshall({ ...keys.deploymentSecret, secret, version: 1 }))] } },
  };
  server.script(answer, answer);
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, '../../support/wire/started.ts')], {
    env: {
      ...process.env,
      AWS_ENDPOINT_URL_DYNAMODB: address,
      STORE_TABLE: 'store',
      REQUEST_TABLE: 'requests',
      AWS_LAMBDA_FUNCTION_NAME: 'a-function',
      METRICS_NAMESPACE: 'metrics',
      LOG_LEVEL: 'debug',
      SDK_AS_IS: '',
      ...env,
    },
  });
  const asked = server.sent.map(({ headers }) => headers['x-amz-target']);
  return { stdout, asked, connections: server.connections };
}

test('the whole of a request is rehearsed, to its commit and its reply', async () => {
  await newWorld();
  await deploymentSecret.find();

  const { result, calls } = await watch(() => rehearseRequest(command(rehearsal, decideRehearsal)));

  expect(result).toMatchObject({ statusCode: 201, body: '{"name":"x"}' });
  expect(result?.headers).toMatchObject({
    'X-Ratelimit-Remaining': expect.any(String),
    'X-Idempotency-Replayed': 'false',
  });
  expect(calls.map((call) => call.command).toSorted()).toEqual([
    'BatchGetItemCommand',
    'TransactWriteItemsCommand',
    'UpdateItemCommand',
  ]);
});

test('a rehearsal changes nothing that is remembered', async () => {
  await newWorld();
  await deploymentSecret.find();
  const remembered = () => memories().map((memory) => [...memory]);
  const before = remembered();

  await rehearseRequest(command(rehearsal, decideRehearsal));

  expect(remembered()).toEqual(before);
});

test.each([
  ['a function that starts', {}],
  ['a function that starts with the SDK as it is', { SDK_AS_IS: 'true' }],
])('%s logs nothing, counts nothing, and remembers the secret that it has read', async (_, env) => {
  const { stdout, asked, connections } = await start(env);

  expect(JSON.parse(stdout)).toEqual([
    ['store', secret],
    ['store', { at: expect.any(Number), answer: {} }],
  ]);
  expect(connections).toBe(2);
  expect(asked).toEqual(['DynamoDB_20120810.BatchGetItem', 'DynamoDB_20120810.BatchGetItem']);
});

test('a process outside of Lambda does nothing before its first request', async () => {
  expect(await start({ AWS_LAMBDA_FUNCTION_NAME: '' })).toEqual({ stdout: '[]', asked: [], connections: 0 });
});
