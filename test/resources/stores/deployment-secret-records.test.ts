import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { find } from '../../../lib/resources/stores/deployment-secret-records.ts';
import { forgetAll } from '../../../lib/runtime/collections.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';

const table = mockClient(DynamoDBDocumentClient);

beforeEach(() => {
  table.reset();
  forgetAll();
});

afterAll(() => {
  vi.useRealTimers();
  table.restore();
  forgetAll();
});

test('a function that could not read the secret reads it again for the next request', async () => {
  table
    .on(BatchGetCommand)
    .rejectsOnce(new Error('Connection reset'))
    .resolves({ Responses: { [storeTable()]: [{ ...keys.deploymentSecret, secret: 'of the deployment' }] } });
  await expect(find()).rejects.toThrow('Connection reset');
  expect(await find()).toBe('of the deployment');
});

test('a deployment without a key is asked for its secret once a second, whichever way the clock is set', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
  table.on(BatchGetCommand).resolves({});
  for (const [milliseconds, reads] of [
    [0, 1],
    [999, 1],
    [1000, 2],
    [-3000, 3],
  ] as const) {
    vi.setSystemTime(1_800_000_000_000 + milliseconds);
    await find();
    await find();
    expect(table.calls().length, `after ${milliseconds} ms`).toBe(reads);
  }
});
