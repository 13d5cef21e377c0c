/**
 * What requests do to the tables, item by item, taken from the calls that the real code makes: each item's image before and after
 * shows what its write takes of its partition, and of those of the indexes.
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { BatchGetItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { eventsOf } from '../../../lib/events/events-of.ts';
import type { Item as EventItem } from '../../../lib/events/item.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import type { TableIndex } from '../../../lib/schema/tables.ts';
import { storeTableDefinition } from '../../../lib/schema/tables.ts';
import { dynamodb, requestTable, storeTable } from '../../../lib/table/client.ts';
import { type Any, onCall } from '../../support/aws/on-call.ts';
import type { LoadName } from './load-names.ts';
import { loads, newBusyStore } from './loads.ts';

/** What one call takes of one item, or of one partition of an index. */
interface Touch {
  /** The table, or the store table's index. */
  place: string;
  partition: string;
  /** The item's sort key; undefined of an index. */
  item?: string;
  readUnits: number;
  writeUnits: number;
}

/** A call's touches. The items of a transaction are held until it has ended. */
export interface Call extends Published {
  command: string;
  /** How many calls of its step had to end before it began, one after the other, itself included. */
  depth: number;
  touches: readonly Touch[];
  /** Items that it writes or checks in a transaction. */
  held: readonly HeldItem[];
}

/** What follows from the items of the store table that a call changes. */
interface Published {
  /** Events that the changes mean, by the project's own rules. */
  events: number;
  /** An entry for each item that becomes due later (1), or no longer does (-1), with its kind. */
  due: readonly { kind: string; change: 1 | -1 }[];
}

export interface HeldItem {
  partition: string;
  item: string;
  /** Whether the commit fails where the item has another version than when it was read. */
  isVersioned: boolean;
  /** Whether it gives the item another version. */
  changesVersion: boolean;
}

interface Key {
  pk: string;
  sk?: string;
}

interface Write {
  TableName: string;
  Key?: Key;
  Item?: Key;
  ConditionExpression?: string;
  UpdateExpression?: string;
}

type WriteKind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

interface KindOfWrite {
  kind: WriteKind;
  write: Write;
}

const raw = new DynamoDBClient({});

/** The calls that are being recorded, and how many of them have ended one after the other. */
let recording: { calls: Call[]; depthEnded: number } | undefined;

/** The calls that some work makes to the tables. One recording at a time. */
export async function recordCalls(work: () => Promise<unknown>): Promise<readonly Call[]> {
  const calls: Call[] = [];
  recording = { calls, depthEnded: 0 };
  try {
    await work();
  } finally {
    recording = undefined;
  }
  return calls;
}

onCall(dynamodb, async ({ command, input }, next) => {
  const current = recording;
  if (!current) return next();
  const depth = current.depthEnded + 1;
  const writes = writesOf(command, input);
  const before = await imagesOf(writes);
  const answer = await next();
  const after = await imagesOf(writes);
  const isTransaction = command.startsWith('TransactWrite');
  current.depthEnded = Math.max(current.depthEnded, depth);
  current.calls.push({
    command: command.replace(/Command$/, ''),
    depth,
    ...publishedOf(writes.map(({ write }, index) => ({ write, images: [before[index], after[index]] }))),
    touches: [
      ...readsOf(command, input, answer),
      ...writes.flatMap(({ write, kind }, index) =>
        touchesOf(write, kind, [before[index], after[index]], isTransaction),
      ),
    ],
    held: isTransaction ? writes.map(heldOf) : [],
  });
  return answer;
});

function writesOf(command: string, input: Any): KindOfWrite[] {
  const [single] = /^(?:Put|Update|Delete)(?=Item)/.exec(command) ?? [];
  if (single) return [{ kind: single as WriteKind, write: input }];
  if (!command.startsWith('TransactWrite')) return [];
  return input.TransactItems.flatMap((each: Record<WriteKind, Write>) =>
    Object.entries(each).map(([kind, write]) => ({ kind: kind as WriteKind, write })),
  );
}

const keyOf = ({ Key, Item = { pk: '' } }: Write): Key =>
  Key ?? { pk: Item.pk, ...(Item.sk === undefined ? {} : { sk: Item.sk }) };

const imagesOf = (writes: readonly KindOfWrite[]): Promise<(Item | undefined)[]> =>
  Promise.all(writes.map(({ write }) => imageOf(write)));

async function imageOf(write: Write): Promise<Item | undefined> {
  const Keys = [marshall(keyOf(write))];
  const { Responses } = await raw.send(
    new BatchGetItemCommand({ RequestItems: { [write.TableName]: { Keys, ConsistentRead: true } } }),
  );
  return Responses?.[write.TableName]?.[0];
}

const placeOf = (TableName: string): string =>
  TableName === storeTable() ? 'store' : TableName === requestTable() ? 'requests' : TableName;

function touchesOf(write: Write, kind: WriteKind, images: [Item?, Item?], isTransaction: boolean): Touch[] {
  const { pk, sk = '' } = keyOf(write);
  const units = writeUnits(...images) * (isTransaction ? 2 : 1);
  const place = placeOf(write.TableName);
  const own: Touch = { place, partition: pk, item: sk, readUnits: 0, writeUnits: units };
  if (kind === 'ConditionCheck' || place !== 'store') return [own];
  return [
    own,
    ...storeTableDefinition.indexes.flatMap((index) =>
      indexUnits(index, ...images).map(
        (entry): Touch => ({
          place: index.name,
          partition: entry.partition,
          readUnits: 0,
          writeUnits: entry.units,
        }),
      ),
    ),
  ];
}

/** No event depends on when its change was, or in which life of the table: how many there are does not. */
const anyTime = { time: '2026-01-01T00:00:00Z', epoch: '' } as const;

function publishedOf(writes: readonly { write: Write; images: [Item?, Item?] }[]): Published {
  const changed = writes.flatMap(({ write, images: [before, after] }) =>
    placeOf(write.TableName) === 'store' && !isSame(before, after) ? [{ before, after }] : [],
  );
  return {
    events: changed.flatMap(({ before, after }) => eventsOf(plain(before), plain(after), anyTime)).length,
    due: changed.flatMap(({ before, after }) => {
      const [was, is] = [dueKindOf(before), dueKindOf(after)];
      if (was === is) return [];
      return [...(was ? [{ kind: was, change: -1 as const }] : []), ...(is ? [{ kind: is, change: 1 as const }] : [])];
    }),
  };
}

const dueKindOf = (image: Item | undefined): string | undefined => image?.due_pk?.S?.split('#')[1];

const plain = (image: Item | undefined): EventItem | undefined => image && (unmarshall(image) as EventItem);

function heldOf({ write, kind }: KindOfWrite): HeldItem {
  const { pk, sk = '' } = keyOf(write);
  return {
    partition: pk,
    item: sk,
    isVersioned: /#version =/.test(write.ConditionExpression ?? ''),
    changesVersion:
      kind === 'Put' || kind === 'Delete' || (kind === 'Update' && /#version/.test(write.UpdateExpression ?? '')),
  };
}

function readsOf(command: string, input: Any, output: Any): Touch[] {
  if (command.startsWith('GetItem')) return [readOf(input.TableName, input.Key, output.Item, input.ConsistentRead)];
  if (command.startsWith('BatchGet'))
    return Object.entries(input.RequestItems).flatMap(([name, each]) => batchOf(name, each, output));
  if (command.startsWith('Query')) return [queryOf(input, output)];
  return [];
}

function batchOf(name: string, { Keys, ConsistentRead }: Any, { Responses }: Any): Touch[] {
  const found: Key[] = Responses?.[name] ?? [];
  return Keys.map((key: Key) =>
    readOf(
      name,
      key,
      found.find((item) => item.pk === key.pk && item.sk === key.sk),
      ConsistentRead,
    ),
  );
}

const bytesOf = (item: object | undefined): number =>
  item ? sizeOf(marshall(item, { removeUndefinedValues: true })) : 0;

const readOf = (name: string, { pk, sk = '' }: Key, item: object | undefined, isConsistent = false): Touch => ({
  place: placeOf(name),
  partition: pk,
  item: sk,
  readUnits: readUnits(bytesOf(item), isConsistent),
  writeUnits: 0,
});

function queryOf(input: Any, { Items = [], Count = 0, ScannedCount = 0 }: Any): Touch {
  const { IndexName, KeyConditionExpression, ExpressionAttributeValues, ConsistentRead } = input;
  const [, placeholder = ''] = /^\S+ = (:\w+)/.exec(KeyConditionExpression) ?? [];
  const bytes = Items.reduce((sum: number, item: object) => sum + bytesOf(item), 0);
  return {
    place: IndexName ?? placeOf(input.TableName),
    partition: String(ExpressionAttributeValues[placeholder]),
    // Items that a filter drops are read anyway.
    readUnits: readUnits(Count > 0 ? (bytes / Count) * Math.max(Count, ScannedCount) : bytes, ConsistentRead ?? false),
    writeUnits: 0,
  };
}

/** The calls of each step of one request. */
type RecordedRequest = readonly (readonly Call[])[];

export interface RecordedLoad {
  name: LoadName;
  requests: readonly RecordedRequest[];
  /** The route of each step. */
  routes: readonly Operation[];
  /** Of every partition and item that was touched. */
  nameOf(text: string): string;
  /** How many of its kind there are. */
  kindOf(name: string): Kind;
}

/** The meaning of the names of a kind. */
interface Kind {
  /** Over how many partitions it is spread. */
  parts: number;
  /** Whether each request has its own; otherwise the store, or all stores, have one. */
  isOwn: boolean;
}

/** Makes so many requests of a load in one store, one after the other, and keeps what they do. */
export async function recordLoad(name: LoadName, samples: number): Promise<RecordedLoad> {
  const world = await newBusyStore();
  const requests: RecordedRequest[] = [];
  let routes: readonly Operation[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const calls: (readonly Call[])[] = [];
    const steps = await loads[name](world);
    for (const { send } of steps) calls.push(await recordCalls(send));
    routes = steps.map(({ route }) => route);
    requests.push(calls);
  }
  const nameOf = (text: string) => kindOfText(text, world.store.id).replaceAll(part, '#&');
  const seen = new Map<string, { parts: Set<string>; entities: Set<string> }>();
  for (const text of requests.flat(2).flatMap(({ touches, held }) => [...touches, ...held].flatMap(textsOf))) {
    const kind = seen.get(nameOf(text)) ?? { parts: new Set<string>(), entities: new Set<string>() };
    seen.set(nameOf(text), kind);
    kind.parts.add([...kindOfText(text, world.store.id).matchAll(part)].join());
    kind.entities.add(text.replaceAll(part, '#&'));
  }
  return {
    name,
    requests,
    routes,
    nameOf,
    kindOf(kind) {
      const { parts, entities } = seen.get(kind) ?? { parts: new Set(['']), entities: new Set([kind]) };
      return { parts: parts.size, isOwn: entities.size > 1 };
    },
  };
}

const part = /#\d{1,3}(?=[# ]|$)/g;

/** Ids, hashes and times make entities; what is left is the kind. */
const kindOfText = (text: string, store: string): string =>
  text
    .replaceAll(store, 'STORE')
    .replaceAll(/\b([a-z]{3})_[0-9a-z]{26}\b/g, '$1_*')
    .replaceAll(/\b[0-9a-f]{64}\b|[\w-]{43}(?=[# ]|$)/g, '*')
    .replaceAll(/(?<=#)\d{4,}(?=[# ]|$)/g, '*');

const textsOf = ({ partition, item }: Touch | HeldItem): string[] =>
  item === undefined ? [partition] : [partition, itemText(partition, item)];

/** An item's key in one text. */
export const itemText = (partition: string, item: string): string => (item === '' ? partition : `${partition} ${item}`);

type Item = Readonly<Record<string, AttributeValue>>;

/** Bytes of an item: its attributes' names and values. */
const sizeOf = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOfValue(value), 0);

function sizeOfValue({ S, N, B, M, L }: AttributeValue): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return Math.ceil(N.replace(/^-|\.|0+$/g, '').length / 2) + 1;
  if (B !== undefined) return B.byteLength;
  // Three bytes for the whole, one for each thing in it.
  if (M !== undefined) return 3 + sizeOf(M) + Object.keys(M).length;
  if (L !== undefined) return 3 + L.reduce((sum, one) => sum + 1 + sizeOfValue(one), 0);
  return 1;
}

/** Of an item that is written, or checked in a transaction: the larger of what it was and what it is. */
const writeUnits = (...images: readonly (Item | undefined)[]): number =>
  Math.max(1, ...images.map((image) => (image ? Math.ceil(sizeOf(image) / 1024) : 0)));

/** Of so many bytes that are read; half where they may be stale. */
const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (isConsistent ? 1 : 0.5);

/** Units that a partition of an index takes for a change of an item: none where nothing that it shows has changed. */
function indexUnits(
  index: TableIndex,
  before: Item | undefined,
  after: Item | undefined,
): { partition: string; units: number }[] {
  const [left, come] = [entryOf(index, before), entryOf(index, after)];
  if (left && come && entryKeyOf(index, left) === entryKeyOf(index, come)) {
    return isSame(left, come) ? [] : [{ partition: partitionOf(index, come), units: writeUnits(left, come) }];
  }
  return [left, come].flatMap((entry) =>
    entry ? [{ partition: partitionOf(index, entry), units: writeUnits(entry) }] : [],
  );
}

const keysOf = ({ partitionKey, sortKey }: TableIndex): string[] => [partitionKey, sortKey.name, 'pk', 'sk'];

const partitionOf = ({ partitionKey }: TableIndex, entry: Item): string => entry[partitionKey]?.S ?? '';

const entryKeyOf = (index: TableIndex, entry: Item): string => JSON.stringify(keysOf(index).map((name) => entry[name]));

const sorted = (entry: Item = {}): unknown => Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1));

const isSame = (one: Item | undefined, other: Item | undefined): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

function entryOf(index: TableIndex, image: Item | undefined): Item | undefined {
  const { partitionKey, sortKey, projection } = index;
  if (!image?.[partitionKey] || !image[sortKey.name]) return undefined;
  if (projection === undefined) return image;
  const names = [...keysOf(index), ...(projection === 'keys' ? [] : projection)];
  return Object.fromEntries(Object.entries(image).filter(([name]) => names.includes(name)));
}
