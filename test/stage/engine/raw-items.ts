/** Items and keys as DynamoDB's own API carries them, and the order of sort keys. */
import { createHash } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

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

/** An order of items whose sort keys are equal, as a seed draws it: DynamoDB promises none. */
export const orderOfEquals =
  (seed: number) =>
  (a: RawItem, b: RawItem): number =>
    Buffer.compare(digestOf(seed, a), digestOf(seed, b));

const digestOf = (seed: number, item: RawItem): Buffer =>
  createHash('sha1')
    .update(`${seed} ${nameOf(item)}`)
    .digest();
