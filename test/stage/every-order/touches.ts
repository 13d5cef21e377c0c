/** What a call to AWS touches, only by its request: two calls may swap if neither writes what the other touches. */
import { storeTableDefinition } from '../../../lib/schema/tables.ts';
import type { Key } from '../../../lib/table/keys.ts';

/** A call to AWS as it goes over the wire: `GetItem` and what it is to get. */
export interface Call {
  command: string;
  // biome-ignore lint/suspicious/noExplicitAny: each command has its own input
  input: any;
}

export type Touch =
  /** One item of a table, or one object of the bucket. */
  | { kind: 'item'; place: string; pk: string; sk: string; writes: boolean }
  /** All items of a partition with this prefix of their sort keys. */
  | { kind: 'range'; place: string; pk: string; prefix: string; writes: false }
  /** All that a table holds. */
  | { kind: 'table'; place: string; writes: false }
  /** A partition of an index, all of one kind taken together. */
  | { kind: 'index'; place: string; index: string; partition: string; writes: false };

type Keyed = Partial<Record<keyof Key, { S: string }>> & Record<string, unknown>;

const item = (place: string, { pk, sk }: Keyed, writes: boolean): Touch => ({
  kind: 'item',
  place,
  pk: pk?.S ?? '',
  sk: sk?.S ?? '',
  writes,
});

type Requested = Record<string, { Keys: Keyed[] }>;
type Write = Partial<
  Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', { TableName: string; Key: Keyed; Item: Keyed }>
>;

function touchOfWrite({ Put, Update, Delete, ConditionCheck }: Write): Touch[] {
  if (Put) return [item(Put.TableName, Put.Item, true)];
  if (ConditionCheck) return [item(ConditionCheck.TableName, ConditionCheck.Key, false)];
  const changed = Update ?? Delete;
  return changed ? [item(changed.TableName, changed.Key, true)] : [];
}

const object = (key: string, writes: boolean): Touch => item('objects', { pk: { S: key } }, writes);

const readsObject = ({ input }: Call): Touch[] => [object(input.Key, false)];
const writesObject = ({ input }: Call): Touch[] => [object(input.Key, true)];
const nothing = (): Touch[] => [];

const byCommand: Record<string, (call: Call) => Touch[]> = {
  GetItem: ({ input }) => [item(input.TableName, input.Key, false)],
  BatchGetItem: ({ input }) =>
    Object.entries<{ Keys: Keyed[] }>(input.RequestItems as Requested).flatMap(([table, { Keys }]) =>
      Keys.map((key) => item(table, key, false)),
    ),
  Query: touchOfQuery,
  Scan: ({ input }) => [{ kind: 'table', place: input.TableName, writes: false }],
  PutItem: ({ input }) => [item(input.TableName, input.Item, true)],
  UpdateItem: ({ input }) => [item(input.TableName, input.Key, true)],
  DeleteItem: ({ input }) => [item(input.TableName, input.Key, true)],
  TransactWriteItems: ({ input }) => input.TransactItems.flatMap(touchOfWrite),
  GetObject: readsObject,
  HeadObject: readsObject,
  ListParts: readsObject,
  PutObject: writesObject,
  DeleteObject: writesObject,
  CopyObject: ({ input }) => [object(sourceOf(input.CopySource), false), object(input.Key, true)],
  CreateMultipartUpload: writesObject,
  UploadPart: writesObject,
  CompleteMultipartUpload: writesObject,
  AbortMultipartUpload: writesObject,
  // Sends to a queue or a mailbox do not affect each other; credentials touch nothing.
  SendMessageBatch: nothing,
  SendEmail: nothing,
  AssumeRole: nothing,
};

const sourceOf = (source: string): string => decodeURIComponent(source).split('/').slice(1).join('/');

function touchOfQuery({ input }: Call): Touch[] {
  const values: Record<string, { S: string }> = input.ExpressionAttributeValues;
  const { TableName: place, IndexName: index, KeyConditionExpression: condition } = input;
  const [, name] = /^\S+ = (:\w+)/.exec(condition) ?? [];
  const partition = name === undefined ? undefined : values[name]?.S;
  if (partition === undefined) throw new Error(`No partition is known of the query ${condition}`);
  if (index) return [{ kind: 'index', place, index, partition: kindOfPartition(partition), writes: false }];
  const [, prefix] = /begins_with\(\S+, (:\w+)\)/.exec(condition) ?? [];
  const begins = prefix === undefined ? '' : values[prefix]?.S;
  return [{ kind: 'range', place, pk: partition, prefix: begins ?? '', writes: false }];
}

/** Throws for a command without an entry for what it touches. */
export function touchesOf(call: Call): Touch[] {
  const touches = byCommand[call.command];
  if (!touches) throw new Error(`What does ${call.command} touch? Say so in ${import.meta.filename}`);
  return touches(call).filter((touch) => !isRateWindow(touch));
}

/**
 * A window of the rate limit is only ever counted up, in whichever order, and no store of these plays comes near its limit: its
 * count is only shown in headers.
 */
const isRateWindow = (touch: Touch): boolean => touch.kind === 'item' && touch.pk.includes('#RATE#');

/** Whether a call leaves anything behind that others can see, or a person. */
export const takesEffect = (call: Call): boolean =>
  call.command.startsWith('Send') || touchesOf(call).some(({ writes }) => writes);

/** What a partition of an index holds: `REVIEWS` of `sto_1#REVIEWS#published`. */
const kindOfPartition = (partition: string): string => partition.split('#')[1] ?? partition;

/** The kind of an item: its keys without any id. */
export const kindOfItem = ({ pk, sk }: Key): string =>
  [pk, sk]
    .map((key) =>
      key
        .split('#')
        .filter((part) => /^[A-Z]+$/.test(part))
        .join('#'),
    )
    .join('|');

/** Which kinds of items are in which partitions of the indexes, learned from the items there are. */
export class IndexedKinds {
  readonly #partitions = new Map<string, Set<string>>();

  learn(items: Iterable<Key & Record<string, unknown>>): void {
    for (const each of items) {
      const partitions = this.#partitionsOf(kindOfItem(each));
      for (const { name, partitionKey } of storeTableDefinition.indexes) {
        const partition = each[partitionKey];
        if (typeof partition === 'string') partitions.add(`${name} ${kindOfPartition(partition)}`);
      }
    }
  }

  #partitionsOf(kind: string): Set<string> {
    const known = this.#partitions.get(kind) ?? new Set();
    this.#partitions.set(kind, known);
    return known;
  }

  /** Whether an item of this key may be in, come into or leave what a query of an index reads. */
  holds(key: Key, { index, partition }: { index: string; partition: string }): boolean {
    return this.#partitions.get(kindOfItem(key))?.has(`${index} ${partition}`) ?? false;
  }

  /** Whether the order of two calls can make a difference. */
  dependent(a: readonly Touch[], b: readonly Touch[]): boolean {
    return a.some((one) => b.some((other) => this.#meet(one, other)));
  }

  #meet(one: Touch, other: Touch): boolean {
    if (one.place !== other.place || !(one.writes || other.writes)) return false;
    const [written, touched] = one.writes ? [one, other] : [other, one];
    if (written.kind !== 'item') return false;
    if (touched.kind === 'table') return true;
    if (touched.kind === 'index') return this.holds(written, touched);
    if (written.pk !== touched.pk) return false;
    return touched.kind === 'item' ? written.sk === touched.sk : written.sk.startsWith(touched.prefix);
  }
}
