/** How unkind AWS is in a run, except for the faults of calls: what has expired, is held by another, is read in pieces or written on a condition. */

import { DeleteItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { type CopyObjectCommandInput, HeadObjectCommand, NotFound, S3ServiceException } from '@aws-sdk/client-s3';
import { s3 } from '../../../lib/objects/objects.ts';
import { requestTableDefinition } from '../../../lib/schema/tables.ts';
import { requestTable } from '../../../lib/table/client.ts';
import { engine } from '../../support/aws/engine.ts';
import { underNoRole } from '../../support/aws/permissions.ts';
import type { Run } from '../random/run.ts';
import { outside } from './actor.ts';
import { clock } from './clock.ts';
import { type Found, only, type RawItem, type Shape } from './indexes.ts';
import type { Random } from './random.ts';

/** Time passes in which nothing moves. */
export async function letPass(run: Run, milliseconds: number): Promise<void> {
  clock.pass(milliseconds);
  const TableName = requestTable();
  const { partitionKey, timeToLive } = requestTableDefinition;
  const { Items = [] } = await engine.send(new ScanCommand({ TableName, ConsistentRead: true }));
  for (const item of Items.filter((each) => Number(each[timeToLive]?.N) * 1000 <= clock.now())) {
    run.count(run.conditions.expiresOnTime ? 'expired item gone' : 'expired item still there');
    if (run.conditions.expiresOnTime) {
      await engine.send(new DeleteItemCommand({ TableName, Key: only(item, [partitionKey]) }));
    }
  }
}

type Write = Pick<CopyObjectCommandInput, 'Bucket' | 'Key' | 'IfNoneMatch' | 'CopySource' | 'CopySourceIfMatch'>;

/** Whether S3 writes an object on a condition, so that others may be in its way. */
export const isConditional = ({ IfNoneMatch }: Write): boolean => IfNoneMatch !== undefined;

/** Throws 412 where a condition of the write does not hold. */
export async function expectConditions({ Bucket, Key, IfNoneMatch, CopySource, CopySourceIfMatch }: Write) {
  if (IfNoneMatch && (await etagOf(Bucket, Key))) throw preconditionFailed();
  if (!CopySourceIfMatch) return;
  const source = await etagOf(Bucket, CopySource?.slice(`${Bucket}/`.length));
  if (source && source !== CopySourceIfMatch) throw preconditionFailed();
}

async function etagOf(Bucket: string | undefined, Key: string | undefined): Promise<string | undefined> {
  try {
    const { ETag } = await underNoRole(() => outside(() => s3().send(new HeadObjectCommand({ Bucket, Key }))));
    return ETag;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

const preconditionFailed = (): Error =>
  new S3ServiceException({
    name: 'PreconditionFailed',
    $fault: 'client',
    message: 'At least one of the pre-conditions you specified did not hold',
    $metadata: { httpStatusCode: 412 },
  });

/** The answer of a query with items read at either of two moments, `limit` at most. */
export function mixed(
  moments: readonly [Found, Found],
  { order, keyNames }: Shape,
  limit: number | undefined,
  random: Random,
): Found {
  const placeOf = (item: RawItem): string => JSON.stringify(keyNames.map((name) => item[name]));
  const byPlace = moments.map(({ items }) => new Map(items.map((item) => [placeOf(item), item])));
  const places = new Map(moments.flatMap(({ items }) => items.map((item) => [placeOf(item), item])));
  const items: RawItem[] = [];
  for (const [place, item] of [...places].toSorted(([, a], [, b]) => order(a, b))) {
    // A moment shows nothing beyond the end of its page.
    const telling = byPlace.filter((_, index) => !isBeyond(item, moments[index]?.end, order));
    const delivered = random.among(telling)?.get(place);
    if (delivered) items.push(delivered);
    if (items.length === limit) return { items, end: only(item, keyNames) };
  }
  return { items, end: lastOf(moments, order) };
}

const isBeyond = (item: RawItem, end: RawItem | undefined, order: Shape['order']): boolean =>
  end !== undefined && order(item, end) > 0;

/** The end of the page that shows most. */
const lastOf = ([{ end: first }, { end: second }]: readonly [Found, Found], order: Shape['order']) =>
  first && second && (order(first, second) > 0 ? first : second);
