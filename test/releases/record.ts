/** Records what this release leaves behind: run by the release command, on engines that hold nothing else. */
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListObjectsV2Command, ListPartsCommand } from '@aws-sdk/client-s3';
import { objectBucket, s3 } from '../../lib/objects/objects.ts';
import { listMigrations } from '../../lib/resources/stores/functions.ts';
import { contractVersion } from '../../lib/resources/version.ts';
import { requiredSetting } from '../../lib/runtime/settings.ts';
import { requestTable, storeTable } from '../../lib/table/client.ts';
import { invocationScenarios, keyedScenarios, scenarios } from '../requests/all.ts';
import { beginAnew } from '../support/aws/deployment.ts';
import { type CallInput, call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { newWorld } from '../support/world/world.ts';
import type { Answered, RawItem, RecordedRequest, Release, StoredObject } from './release.ts';

/**
 * Makes all scenarios ready, and plays those with an idempotency key to their end; then, once what the tables hold is recorded, sends
 * the requests of all.
 */
export async function recordRelease(): Promise<Release> {
  await beginAnew();
  const ready: Ready[] = [];
  for (const { operation, prepare } of scenarios) {
    const world = await newWorld();
    const input = { key: world.write, ...(await prepare(world)) };
    ready.push({
      name: operation.name,
      store: world.store.id,
      input,
      send: async () => (await call(operation, input)).body,
    });
  }
  // How far migrations are is no part of what a store holds.
  for (const { invocable, prepare } of invocationScenarios.filter((each) => each.invocable !== listMigrations)) {
    const payload = await prepare(await newWorld());
    ready.push({ name: invocable.name, payload, send: () => invoke(invocable, payload) });
  }
  const answered: Answered[] = [];
  for (const [name, { operation, prepare }] of keyedScenarios) {
    const world = await newWorld();
    const input = { key: world.write, idempotencyKey: 'before the upgrade', ...(await prepare(world)) };
    answered.push({ name, input, answer: (await call(operation, input)).body });
  }
  const items = { store: await itemsOf(storeTable()), requests: await itemsOf(requestTable()) };
  const left = {
    version: contractVersion,
    deploymentKey: requiredSetting('DEPLOYMENT_KEY'),
    recordedAt: Date.now(),
    items,
    objects: await allObjects(),
    begun: await uploadsBegun(items.store),
  };
  const requests: RecordedRequest[] = [];
  for (const { send, ...request } of ready) requests.push({ ...request, answer: await send() });
  return { ...left, requests, answered };
}

type Ready = { name: string; send(): Promise<unknown> } & ({ store: string; input: CallInput } | { payload: object });

async function itemsOf(TableName: string): Promise<RawItem[]> {
  const client = new DynamoDBClient();
  const items: RawItem[] = [];
  let ExclusiveStartKey: RawItem | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

async function uploadsBegun(items: readonly RawItem[]): Promise<string[]> {
  const ids = await Promise.all(
    items.map(async ({ multipart_id, objects }) => {
      if (!multipart_id?.S) return [];
      const of = { Bucket: objectBucket(), Key: objects?.L?.[0]?.S, UploadId: multipart_id.S };
      const { Parts = [] } = await s3().send(new ListPartsCommand(of));
      return Parts.length > 0 ? [multipart_id.S] : [];
    }),
  );
  return ids.flat();
}

async function allObjects(): Promise<StoredObject[]> {
  const Bucket = objectBucket();
  const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket }));
  return Promise.all(
    Contents.map(async ({ Key = '' }) => {
      const { Body, ContentType } = await s3().send(new GetObjectCommand({ Bucket, Key }));
      return { key: Key, contentType: ContentType, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) };
    }),
  );
}
