/**
 * The store table's indexes as AWS has them: each follows the table later, item by item, and an item that moves within an index
 * leaves its old place and comes to its new one at different times. Eventually consistent reads see the table as an index too.
 */

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type AttributeValue, BatchGetItemCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { storeTableDefinition, type TableIndex } from '../../../lib/schema/tables.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { engine } from '../../support/aws/engine.ts';
import { clock } from './clock.ts';
import type { Conditions } from './conditions.ts';
import type { Random } from './random.ts';

/** What a query has found, in its order; `end` is the last key that it looked at, undefined at the end of what there is. */
export interface Found {
  items: RawItem[];
  end: RawItem | undefined;
}

/** Of what a query answers: its order, and which attributes an item's place consists of. */
export interface Shape {
  order(a: RawItem, b: RawItem): number;
  keyNames: readonly string[];
}

/** What is read eventually consistent is read from here. */
export const replica = 'table';

const definitions: readonly TableIndex[] = [
  ...storeTableDefinition.indexes,
  { name: replica, partitionKey: 'pk', sortKey: { name: 'sk', type: 'S' } },
];

export class Indexes {
  /** Whether any of them lags: otherwise the engine's own do. */
  readonly areLagging: boolean;
  readonly #indexes: ReadonlyMap<string, Index>;

  constructor(random: Random, lag: Conditions['lag']) {
    this.areLagging = definitions.some(({ name }) => lag(name) > 0);
    this.#indexes = new Map(
      definitions.map((definition) => [definition.name, new Index(definition, random, () => lag(definition.name))]),
    );
  }

  of(name: string): Index {
    const index = this.#indexes.get(name);
    if (!index) throw new Error(`There is no index ${name}`);
    return index;
  }

  /** Takes over the new state of written items. */
  async follow(keys: readonly RawItem[]): Promise<void> {
    if (keys.length === 0 || !this.areLagging) return;
    const TableName = storeTable();
    const { Responses } = await engine.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [...keys], ConsistentRead: true } } }),
    );
    const images = new Map(Responses?.[TableName]?.map((item) => [nameOf(item), item]));
    for (const key of keys) for (const index of this.#indexes.values()) index.follow(key, images.get(nameOf(key)));
  }
}

/** The next content of a place in an index, and when. */
interface Change {
  due: number;
  item: RawItem | undefined;
}

/** By the items' places in it. */
type Entries = ReadonlyMap<string, RawItem>;

class Index {
  readonly #definition: TableIndex;
  readonly #random: Random;
  readonly #lag: () => number;
  /** Of equal sort keys, from when there are some. */
  #drawn: ReturnType<typeof orderOfEquals> | undefined;
  /** The place of each item of the table, by its key. */
  readonly #places = new Map<string, string>();
  /** As it will be once it has caught up. */
  readonly #present = new Map<string, RawItem>();
  readonly #visible = new Map<string, RawItem>();
  readonly #pending = new Map<string, Change[]>();

  constructor(definition: TableIndex, random: Random, lag: () => number) {
    this.#definition = definition;
    this.#random = random;
    this.#lag = lag;
  }

  follow(key: RawItem, image: RawItem | undefined): void {
    const name = nameOf(key);
    const entry = image && this.#entryOf(image);
    const [before, after] = [this.#places.get(name), entry && this.#placeOf(entry)];
    if (before !== undefined && before !== after) this.#change(before, undefined);
    if (after !== undefined && !isDeepStrictEqual(this.#present.get(after), entry)) this.#change(after, entry);
    if (after === undefined) this.#places.delete(name);
    else this.#places.set(name, after);
  }

  /** An item without both keys of the index is not in it. */
  #entryOf(image: RawItem): RawItem | undefined {
    const { partitionKey, sortKey, projection } = this.#definition;
    if (!image[partitionKey] || !image[sortKey.name]) return undefined;
    if (projection === undefined) return image;
    return only(image, projection === 'keys' ? this.#keyNames : [...this.#keyNames, ...projection]);
  }

  get #keyNames(): string[] {
    const { partitionKey, sortKey } = this.#definition;
    return [...new Set([partitionKey, sortKey.name, 'pk', 'sk'])];
  }

  #placeOf(entry: RawItem): string {
    return JSON.stringify(this.#keyNames.map((name) => entry[name]));
  }

  #change(place: string, item: RawItem | undefined): void {
    if (item) this.#present.set(place, item);
    else this.#present.delete(place);
    const pending = this.#pending.get(place) ?? [];
    // What happens to one place happens in its order.
    const due = Math.max(clock.now() + this.#random.below(this.#lag() + 1), pending.at(-1)?.due ?? 0);
    this.#pending.set(place, [...pending, { due, item }]);
  }

  #catchUp(): void {
    for (const [place, changes] of this.#pending) {
      const done = changes.filter(({ due }) => due <= clock.now());
      const last = done.at(-1);
      if (!last) continue;
      if (last.item) this.#visible.set(place, last.item);
      else this.#visible.delete(place);
      if (done.length === changes.length) this.#pending.delete(place);
      else this.#pending.set(place, changes.slice(done.length));
    }
  }

  /** The item under a key of the table. */
  get(key: RawItem): RawItem | undefined {
    this.#catchUp();
    return this.#visible.get(this.#placeOf(key));
  }

  /** Whether an item has another place or content than it will have. */
  isBehindOf(key: RawItem): boolean {
    return !isDeepStrictEqual(this.get(key), this.#present.get(this.#placeOf(key)));
  }

  query(input: QueryCommandInput): Found {
    this.#catchUp();
    return this.#find(this.#visible, input);
  }

  /** Whether a query finds something else than it will. */
  isBehind(input: QueryCommandInput): boolean {
    this.#catchUp();
    return !isDeepStrictEqual(this.#find(this.#present, input), this.#find(this.#visible, input));
  }

  #find(entries: Entries, input: QueryCommandInput): Found {
    const { ExclusiveStartKey: start, Limit } = input;
    const { order } = this.shapeOf(input);
    const belongs = keyConditionOf(input);
    const found = [...entries.values()]
      .filter((entry) => belongs(entry) && (!start || order(entry, start) > 0))
      .toSorted(order);
    const read = Limit === undefined ? found : found.slice(0, Limit);
    const last = Limit !== undefined && read.length === Limit ? read.at(-1) : undefined;
    return { items: read.filter(filterOf(input)), end: last && only(last, this.#keyNames) };
  }

  #orderOfEquals(a: RawItem, b: RawItem): number {
    this.#drawn ??= orderOfEquals(this.#random.below(2 ** 32));
    return nameOf(a) === nameOf(b) ? 0 : this.#drawn(a, b);
  }

  /** Equal sort keys come in an order that the seed draws, and always in the same one. */
  shapeOf({ ScanIndexForward = true }: QueryCommandInput): Shape {
    const { name } = this.#definition.sortKey;
    const sign = ScanIndexForward ? 1 : -1;
    return {
      keyNames: this.#keyNames,
      order: (a, b) => sign * (compare(a[name], b[name]) || this.#orderOfEquals(a, b)),
    };
  }
}

type Query = Pick<
  QueryCommandInput,
  'KeyConditionExpression' | 'FilterExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

type Test = (item: RawItem) => boolean;

/** Whether an item belongs to what a query reads. */
function keyConditionOf(query: Query): Test {
  const { KeyConditionExpression = '' } = query;
  const [partition = '', ...sort] = KeyConditionExpression.split(/ AND (.+)/s).filter((part) => part !== '');
  const tests = [partition, ...sort].map((text) => comparison(text, query));
  return (item) => tests.every((test) => test(item));
}

/** Whether an item that was read is answered too. */
export function filterOf(query: Query): Test {
  const { FilterExpression } = query;
  if (FilterExpression === undefined) return () => true;
  const [, name = '', value = ''] = FilterExpression.match(/^contains\((\S+), (\S+)\)$/) ?? unknown(FilterExpression);
  const { attribute, operand } = terms(query);
  return (item) => item[attribute(name)]?.S?.includes(operand(value)?.S ?? '') ?? false;
}

function comparison(text: string, query: Query): Test {
  const { attribute, operand } = terms(query);
  const between = text.match(/^(\S+) BETWEEN (\S+) AND (\S+)$/);
  if (between) {
    const [, name = '', low = '', high = ''] = between;
    return (item) =>
      compare(item[attribute(name)], operand(low)) >= 0 && compare(item[attribute(name)], operand(high)) <= 0;
  }
  const [, name = '', sign = '', value = ''] = text.match(/^(\S+) (=|<|<=|>|>=) (\S+)$/) ?? unknown(text);
  return (item) => signs[sign]?.(compare(item[attribute(name)], operand(value))) ?? false;
}

const terms = ({ ExpressionAttributeNames, ExpressionAttributeValues }: Query) => ({
  attribute: (name: string) => ExpressionAttributeNames?.[name] ?? name,
  operand: (name: string) => ExpressionAttributeValues?.[name],
});

const signs: Record<string, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function unknown(text: string): never {
  throw new Error(`The simulated indexes do not know this condition: ${text}`);
}

export type RawItem = Record<string, AttributeValue>;

/** The item's key in one string. The request table has no sort key. */
export const nameOf = ({ pk, sk }: RawItem): string => JSON.stringify([pk?.S, sk?.S]);

/** As AWS sorts: strings by their bytes, numbers by their value. */
export function compare(a: AttributeValue | undefined, b: AttributeValue | undefined): number {
  if (a?.N !== undefined && b?.N !== undefined) return compareNumbers(BigInt(a.N), BigInt(b.N));
  return Buffer.compare(Buffer.from(a?.S ?? ''), Buffer.from(b?.S ?? ''));
}

const compareNumbers = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** The named attributes of an item, as far as it has them. */
export const only = (item: RawItem, names: readonly string[]): RawItem =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));

/** An order of items with equal sort keys, drawn by a seed: DynamoDB promises no order. */
export const orderOfEquals =
  (seed: number) =>
  (a: RawItem, b: RawItem): number =>
    Buffer.compare(digestOf(seed, a), digestOf(seed, b));

const digestOf = (seed: number, item: RawItem): Buffer =>
  createHash('sha1')
    .update(`${seed} ${nameOf(item)}`)
    .digest();
