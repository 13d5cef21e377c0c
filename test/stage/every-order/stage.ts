/** Tables and a bucket of the plays' own, put back between two plays to what they held when a situation began. */
import {
  type AttributeValue,
  BatchWriteItemCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ScanCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type NativeAttributeValue, unmarshall } from '@aws-sdk/util-dynamodb';
import { createTables } from '../../../bin/local/engines/tables.ts';
import { objectBucket, s3 } from '../../../lib/objects/objects.ts';
import { requestTable, storeTable } from '../../../lib/table/client.ts';

export type Item = Record<string, NativeAttributeValue> & { pk: string; sk: string };

type RawItem = Record<string, AttributeValue>;

/** An item as JSON and as DynamoDB has it. */
interface RawEntry {
  table: string;
  text: string;
  raw: RawItem;
}

/** Items of both tables by their tables and keys. */
type RawItems = ReadonlyMap<string, RawEntry>;

interface StoredObject {
  etag: string;
  bytes: Uint8Array;
  contentType: string | undefined;
}

/** All there is at a moment. */
export interface Snapshot {
  items: Map<string, RawEntry>;
  objects: ReadonlyMap<string, StoredObject>;
  /** What has been sent of the uploads in parts that are in progress, by the keys of their objects. */
  parts: ReadonlyMap<string, Uint8Array>;
}

/** What is there now. */
export interface Contents {
  /** Of the store table. */
  entities: Item[];
  /** Of the request table. */
  requests: Item[];
  /** Keys of objects. */
  objects: string[];
}

let stages = 0;

export class Stage {
  /** What was there when it was last looked at, while nothing has happened since. */
  #latest: RawItems | undefined;
  readonly #client = new DynamoDBClient({});
  readonly #shared: Record<string, string | undefined>;
  readonly #own: Record<'STORE_TABLE' | 'REQUEST_TABLE' | 'OBJECT_BUCKET', string>;

  /** Sets up, and makes the functions of this process use it. */
  static async open(): Promise<Stage> {
    const stage = new Stage();
    const { STORE_TABLE: store, REQUEST_TABLE: requests, OBJECT_BUCKET: Bucket } = stage.#own;
    await createTables({ store, requests });
    Object.assign(process.env, stage.#own);
    await s3().send(new CreateBucketCommand({ Bucket }));
    return stage;
  }

  private constructor() {
    const { STORE_TABLE, REQUEST_TABLE, OBJECT_BUCKET } = process.env;
    stages += 1;
    const name = `${STORE_TABLE}-stage-${process.pid}-${stages}`;
    this.#shared = { STORE_TABLE, REQUEST_TABLE, OBJECT_BUCKET };
    // It would go through everything that is read, to log unread lines.
    this.#client.middlewareStack.remove('loggerMiddleware');
    this.#own = { STORE_TABLE: name, REQUEST_TABLE: `${name}-requests`, OBJECT_BUCKET: name };
  }

  /** Ends it; the functions of this process use what they did before. */
  async close(): Promise<void> {
    Object.assign(process.env, this.#shared);
    const { STORE_TABLE, REQUEST_TABLE } = this.#own;
    await Promise.all(
      [STORE_TABLE, REQUEST_TABLE].map((TableName) => this.#client.send(new DeleteTableCommand({ TableName }))),
    );
    this.#client.destroy();
  }

  /** `parts`: the one part that has been sent of each upload in progress. */
  async snapshot(parts: Snapshot['parts'] = new Map()): Promise<Snapshot> {
    const keys = await this.#listObjects();
    const objects = await Promise.all(
      [...keys].map(async ([key, etag]): Promise<[string, StoredObject]> => {
        const { Body, ContentType } = await s3().send(new GetObjectCommand({ Bucket: objectBucket(), Key: key }));
        return [
          key,
          { etag, bytes: (await Body?.transformToByteArray()) ?? new Uint8Array(), contentType: ContentType },
        ];
      }),
    );
    return { items: new Map(await this.#scan()), objects: new Map(objects), parts };
  }

  /** Puts everything back to a snapshot. `objects`: whether the bucket may hold something else. */
  async reset(snapshot: Snapshot, { withObjects }: { withObjects: boolean }): Promise<void> {
    if (withObjects) await Promise.all([this.#resetObjects(snapshot), this.#resetUploads(snapshot)]);
    const { items } = snapshot;
    const present = this.#latest ?? (await this.#scan());
    this.#latest = undefined;
    const changed = [...items].filter(([name, { text }]) => present.get(name)?.text !== text);
    const added = [...present].filter(([name]) => !items.has(name));
    await this.#write([
      ...changed.map(([, { table, raw }]) => ({ table, request: { PutRequest: { Item: raw } } })),
      ...added.map(([, { table, raw }]) => ({ table, request: { DeleteRequest: { Key: keyOf(raw) } } })),
    ]);
  }

  /** S3 gives a restarted upload another id, which its item then has. */
  async #resetUploads({ items, parts }: Snapshot): Promise<void> {
    const Bucket = objectBucket();
    const { Uploads = [] } = await s3().send(new ListMultipartUploadsCommand({ Bucket }));
    const underWay = new Set(Uploads.map(({ Key }) => Key));
    for (const [Key, Body] of parts) {
      if (underWay.has(Key)) continue;
      const { UploadId = '' } = await s3().send(new CreateMultipartUploadCommand({ Bucket, Key }));
      await s3().send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body }));
      for (const [name, { table, raw }] of items) {
        if (!raw.multipart_id || raw.objects?.L?.[0]?.S !== Key) continue;
        const renewed = { ...raw, multipart_id: { S: UploadId } };
        items.set(name, { table, raw: renewed, text: textOf(renewed) });
      }
    }
  }

  async #resetObjects({ objects }: Snapshot): Promise<void> {
    const present = await this.#listObjects();
    const Bucket = objectBucket();
    const missing = [...objects].filter(([key, { etag }]) => present.get(key) !== etag);
    const added = [...present.keys()].filter((key) => !objects.has(key));
    await Promise.all([
      ...missing.map(([Key, { bytes, contentType }]) =>
        s3().send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentType: contentType })),
      ),
      ...added.map((Key) => s3().send(new DeleteObjectCommand({ Bucket, Key }))),
    ]);
  }

  /** All there is; nothing may happen any more before the next reset. */
  async contents(): Promise<Contents> {
    const [items, objects] = await Promise.all([this.#scan(), this.#listObjects()]);
    this.#latest = items;
    const of = (table: string) =>
      [...items.values()].filter((item) => item.table === table).map(({ raw }) => unmarshall(raw) as Item);
    return { entities: of(storeTable()), requests: of(requestTable()), objects: [...objects.keys()] };
  }

  async #scan(): Promise<RawItems> {
    const tables = await Promise.all(
      [storeTable(), requestTable()].map(async (table) => {
        const found = await this.#scanTable(table);
        return found.map(
          (raw) => [`${table} ${JSON.stringify(keyOf(raw))}`, { table, text: textOf(raw), raw }] as const,
        );
      }),
    );
    return new Map(tables.flat());
  }

  async #scanTable(TableName: string): Promise<RawItem[]> {
    const items: RawItem[] = [];
    let ExclusiveStartKey: RawItem | undefined;
    do {
      const page = await this.#client.send(new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey }));
      items.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return items;
  }

  async #write(writes: readonly { table: string; request: WriteRequest }[]): Promise<void> {
    for (let from = 0; from < writes.length; from += writesAtOnce) {
      const portion = Map.groupBy(writes.slice(from, from + writesAtOnce), ({ table }) => table);
      const RequestItems = Object.fromEntries(
        [...portion].map(([table, some]) => [table, some.map(({ request }) => request)]),
      );
      await this.#client.send(new BatchWriteItemCommand({ RequestItems }));
    }
  }

  async #listObjects(): Promise<Map<string, string>> {
    const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket: objectBucket() }));
    return new Map(Contents.map(({ Key = '', ETag = '' }) => [Key, ETag]));
  }
}

const writesAtOnce = 25;

/** The request table has no sort key. */
const keyOf = ({ pk, sk }: RawItem): RawItem => ({ ...(pk && { pk }), ...(sk && { sk }) });

const textOf = (raw: RawItem): string => JSON.stringify(Object.entries(raw).toSorted(([a], [b]) => (a < b ? -1 : 1)));
