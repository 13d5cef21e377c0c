/** Today's code on what each release has left: it answers what that release answered, and every audit finds nothing. */
import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateMultipartUploadCommand, PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventsOf } from '../../lib/events/events-of.ts';
import { lambdaContext } from '../../lib/gateway/proxy-event.ts';
import { objectBucket, s3 } from '../../lib/objects/objects.ts';
import { exportCustomer } from '../../lib/resources/customers/functions.ts';
import {
  auditLedger,
  exportGiftCards,
  reportLiability,
  reportMovements,
} from '../../lib/resources/gift-cards/functions.ts';
import { functions, operations } from '../../lib/resources/nouns.ts';
import { auditRatings } from '../../lib/resources/reviews/functions.ts';
import type { MigrationState } from '../../lib/resources/stores/migration-fields.ts';
import { getApiKey } from '../../lib/resources/stores/operations.ts';
import { chunksOf } from '../../lib/runtime/collections.ts';
import type { Invocable } from '../../lib/schema/invocable.ts';
import { dynamodb, requestTable, storeTable } from '../../lib/table/client.ts';
import { type Key, keys } from '../../lib/table/keys.ts';
import { migrate, migrationStates, migrations } from '../../lib/work/migrate.ts';
import { beginAnew } from '../support/aws/deployment.ts';
import { type Intercepted, type Next, withOnCall } from '../support/aws/on-call.ts';
import { isolateTables, itemsOf } from '../support/aws/table-contents.ts';
import { differences } from '../support/differences.ts';
import { handlerOf } from '../support/handlers.ts';
import { type CallInput, call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { newKey } from '../support/world/world.ts';
import { lastRelease, type RawItem, type Release, readRelease } from './release.ts';

/** The tests on the data of a release. */
export function testDataOf(version: string): void {
  describe(`on the data of ${version}`, () => {
    isolateTables('suite');

    const release = readRelease(version);
    const ownKey = process.env.DEPLOYMENT_KEY;
    let before: Contents;
    let first: MigrationState[];

    beforeAll(async () => {
      process.env.DEPLOYMENT_KEY = release.deploymentKey ?? ownKey;
      await restore(release);
      vi.useFakeTimers({ toFake: ['Date'], now: release.recordedAt + 1000 });
      await beginAnew();
      before = await contents();
      await (await handlerOf({ name: 'go-on-with-migrations' }))({}, lambdaContext('go-on-with-migrations'));
      first = await migrationStates();
    });

    test('the migrations end, change nothing when they are made again, and publish no event', async () => {
      const after = await contents();
      await Promise.all(migrations.map(({ name }) => remove(keys.migration(name))));
      const second = await migrateAll();

      expect(first).toEqual(first.map((state) => ({ ...state, failed: 0, done_at: expect.any(String) })));
      expect(second.map(({ changed, failed }) => [changed, failed])).toEqual(second.map(() => [0, 0]));
      expect(eventsBetween(before, after)).toEqual([]);
    });

    // Data from before the deployment key need every migration, and those of the last release have every kind of item.
    const isEnd = release.deploymentKey === undefined || version === lastRelease();
    test.runIf(isEnd)(
      'what has been changed, or has gone, since a migration read it is no failure, and is not changed again',
      async () => {
        const after = await withoutVersions();
        await Promise.all(migrations.map(({ name }) => remove(keys.migration(name))));
        const gone = (item: Key) => ({ ...item, pk: item.pk.replace('sto_', 'sto_x') });
        const asRead = async ({ command }: Intercepted, next: Next) => {
          const page = await next();
          if (!command.startsWith('Scan')) return page;
          const read = page.Items.map((item: Key) => before.get(`${item.pk} ${item.sk}`) ?? item);
          return { ...page, Items: [...read, ...read.slice(0, 20).map(gone)] };
        };
        const late = await withOnCall(dynamodb, asRead, migrateAll);

        expect(late.map(({ name, failed }) => [name, failed])).toEqual(late.map(({ name }) => [name, 0]));
        expect(await withoutVersions()).toEqual(after);
      },
    );

    afterAll(() => {
      vi.useRealTimers();
      process.env.DEPLOYMENT_KEY = ownKey;
    });

    test('every customer can be exported', async () => {
      const customers = release.items.store.flatMap(({ pk, sk, id }) =>
        sk?.S === 'CUSTOMER' && id?.S ? [{ store_id: pk?.S?.split('#')[0] ?? '', customer_id: id.S }] : [],
      );
      const answers = await Promise.all(customers.map((customer) => invoke(exportCustomer, customer)));

      expect(answers.length).toBeGreaterThan(50);
      expect(answers.filter((answer) => 'errorType' in answer)).toEqual([]);
    });

    test.each(release.answered)(
      '$name answers a request again that it had answered',
      async ({ name, input, answer }) => {
        const again = await call(operationOf(name), input);

        expect(again).toMatchObject({ body: answer, headers: { 'x-idempotency-replayed': 'true' } });
      },
    );

    test.each(release.requests)('$name answers as before', async ({ name, answer, ...request }) => {
      const answered =
        'input' in request
          ? (await call(operationOf(name), await withKey(request, release))).body
          : await invoke(functionOf(name), { ...request.payload, ...requiredSince[name] });

      // A function that the release did not have answered nothing.
      const before = comparable(answer);
      const found = before === null ? [] : differences(before, comparable(answered), name);
      expect(found.join('\n')).toBe('');
    });

    const stores = release.items.store.flatMap(({ sk, id }) => (sk?.S === 'STORE' && id?.S ? [id.S] : []));

    const january = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', group: 'day' };

    test.each([
      { report: reportLiability, of: {} },
      { report: reportMovements, of: january },
      { report: exportGiftCards, of: {} },
    ])('$report.name reports every store', async ({ report, of }) => {
      const answers = await Promise.all(stores.map((store_id) => invoke(report, { store_id, ...of })));

      expect(answers.filter((answer) => 'errorType' in answer)).toEqual([]);
    });

    test('an API key sees the sites that the release had', async () => {
      const sites = release.items.store.flatMap(({ pk, sk, id }) =>
        sk?.S === 'SITE' && id?.S ? [{ store: pk?.S?.split('#')[0] ?? '', id: id.S }] : [],
      );
      const [{ store, id } = { store: '', id: '' }] = sites;
      const { body } = await call(getApiKey, { key: (await newKey(store, 'Read')).api_key });

      expect(sites.length).toBeGreaterThan(50);
      expect(body.sites.map((site: { id: string }) => site.id)).toContain(id);
    });

    test.each([auditLedger, auditRatings])('$name finds nothing in any store', async (audit) => {
      const found: unknown[] = [];
      for (const store_id of stores) found.push(...(await findingsOf(audit, store_id)));

      expect(stores.length).toBeGreaterThan(50);
      expect(found).toEqual([]);
    });
  });
}

/** As the schedule does, a few pages each time. */
async function migrateAll(): Promise<MigrationState[]> {
  for (let times = 1; times <= 100; times += 1) {
    await migrate({ pagesAtMost: 3 });
    const states = await migrationStates();
    if (states.every(({ done_at }) => done_at !== null)) return states;
  }
  throw new Error('The migrations do not end');
}

type Contents = ReadonlyMap<string, Key>;

const contents = async (): Promise<Contents> =>
  new Map((await itemsOf(storeTable())).map((item) => [`${item.pk} ${item.sk}`, item]));

/** What is stored, however often it has been written as it was, and however far migrations have come. */
const withoutVersions = async () =>
  new Map(
    [...(await contents())]
      .filter(([name]) => !name.startsWith('MIGRATIONS '))
      .map(([name, item]) => [name, { ...item, version: 0 }]),
  );

const remove = ({ pk, sk }: Key) =>
  dynamodb.send(new DeleteCommand({ TableName: storeTable(), Key: { pk, sk } }) as never);

const eventsBetween = (before: Contents, after: Contents) =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((name) =>
    eventsOf(before.get(name), after.get(name), { time: '2026-11-23T00:00:00Z', epoch: '' }),
  );

/** A request with an API key that is good: where those of a release have ended, its store makes another. */
async function withKey({ store, input }: { store: string; input: CallInput }, { keysEnded = false }: Release) {
  return keysEnded ? { ...input, key: (await newKey(store, 'Write')).api_key } : input;
}

const operationOf = (name: string) => found(operations.find((one) => one.name === name));

const functionOf = (name: string): Invocable => found(Object.values(functions).find((one) => one.name === name));

function found<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('It is there no more');
  return one;
}

async function findingsOf(audit: Invocable, store_id: string): Promise<unknown[]> {
  const all: unknown[] = [];
  let after: string | undefined;
  do {
    const page = (await invoke(audit, { store_id, after })) as { findings?: []; drifts?: []; next: string | null };
    all.push(...(page.findings ?? page.drifts ?? []));
    after = page.next ?? undefined;
  } while (after);
  return all;
}

/** Values that are new with each request or depend on its time, which a word replaces. */
const drawn: readonly RegExp[] = [
  /\b[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}\b/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g,
  /\b[A-Z2-9]{4}(?:-[A-Z2-9]{4}){6}\b|(?<="last4":")[A-Z2-9]{4}/g,
  /\bwhsec_[\w+/]+=*/g,
  /\bsk_(?:[A-Za-z0-9]+_)?[\w-]{43}/g,
  /https?:[^"]+/g,
];

/** What a request needs today in addition, to be answered as before: each is a `Breaks:` line of the changelog. */
const requiredSince: Readonly<Record<string, object>> = {
  // Its amount reaches into the gift cards that the order bought.
  'refund-order': { keep_gift_cards: true },
};

const comparable = (answer: unknown): unknown =>
  JSON.parse(
    drawn.reduce((text, pattern) => text.replace(pattern, '…'), JSON.stringify(answer ?? null)),
    (name, value) => (name === 'milliseconds' ? '…' : value),
  );

/** Puts everything back that a release has left; the tables and the bucket hold nothing of it yet. */
async function restore({ items, objects, begun }: Release): Promise<void> {
  const uploads = new Map<string, string>();
  const open = items.store.filter(({ multipart_id }) => multipart_id);
  for (const upload of open) uploads.set(upload.multipart_id?.S ?? '', await startAgain(upload, begun));
  const renewed = items.store.map((item) => ({
    ...item,
    ...(item.multipart_id && { multipart_id: { S: uploads.get(item.multipart_id.S ?? '') ?? '' } }),
  }));
  await Promise.all([
    writeAll(storeTable(), renewed),
    writeAll(requestTable(), items.requests),
    ...objects.map(({ key, contentType, bytes }) =>
      s3().send(new PutObjectCommand({ Bucket: objectBucket(), Key: key, ContentType: contentType, Body: bytes })),
    ),
  ]);
}

/** The content of a part of an upload cannot be read. Scenarios sent the first until 0.3.0, and send the second. */
const partsSent = ['The manual', '0'];

async function startAgain({ multipart_id, objects, file_size }: RawItem, begun: readonly string[]): Promise<string> {
  const of = { Bucket: objectBucket(), Key: objects?.L?.[0]?.S ?? '' };
  const { UploadId = '' } = await s3().send(new CreateMultipartUploadCommand(of));
  if (begun.includes(multipart_id?.S ?? '')) {
    const Body = partsSent.find(({ length }) => length === Number(file_size?.N));
    await s3().send(new UploadPartCommand({ ...of, UploadId, PartNumber: 1, Body }));
  }
  return UploadId;
}

async function writeAll(table: string, items: readonly RawItem[]): Promise<void> {
  const client = new DynamoDBClient();
  for (const some of chunksOf(items, 25)) {
    const RequestItems = { [table]: some.map((Item) => ({ PutRequest: { Item } })) };
    await client.send(new BatchWriteItemCommand({ RequestItems }));
  }
}
