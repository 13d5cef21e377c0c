/** Sizes and units as DynamoDB counts them. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { TableIndex } from '../../../lib/schema/tables.ts';

export type Item = Readonly<Record<string, AttributeValue>>;

/** Bytes of an item: its attributes' names and values. */
export const sizeOf = (item: Item): number =>
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
export const writeUnits = (...images: readonly (Item | undefined)[]): number =>
  Math.max(1, ...images.map((image) => (image ? Math.ceil(sizeOf(image) / 1024) : 0)));

/** Of so many bytes that are read; half where they may be stale. */
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (isConsistent ? 1 : 0.5);

/** Units that a partition of an index takes for a change of an item: none where nothing that it shows has changed. */
export function indexUnits(
  index: TableIndex,
  before: Item | undefined,
  after: Item | undefined,
): { partition: string; units: number }[] {
  const [left, come] = [entryOf(index, before), entryOf(index, after)];
  if (left && come && placeOf(index, left) === placeOf(index, come)) {
    const isSame = JSON.stringify(sorted(left)) === JSON.stringify(sorted(come));
    return isSame ? [] : [{ partition: partitionOf(index, come), units: writeUnits(left, come) }];
  }
  return [left, come].flatMap((entry) =>
    entry ? [{ partition: partitionOf(index, entry), units: writeUnits(entry) }] : [],
  );
}

const keysOf = ({ partitionKey, sortKey }: TableIndex): string[] => [partitionKey, sortKey.name, 'pk', 'sk'];

const partitionOf = ({ partitionKey }: TableIndex, entry: Item): string => entry[partitionKey]?.S ?? '';

const placeOf = (index: TableIndex, entry: Item): string => JSON.stringify(keysOf(index).map((name) => entry[name]));

const sorted = (entry: Item): unknown => Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1));

function entryOf(index: TableIndex, image: Item | undefined): Item | undefined {
  const { partitionKey, sortKey, projection } = index;
  if (!image?.[partitionKey] || !image[sortKey.name]) return undefined;
  if (projection === undefined) return image;
  const names = [...keysOf(index), ...(projection === 'keys' ? [] : projection)];
  return Object.fromEntries(Object.entries(image).filter(([name]) => names.includes(name)));
}
