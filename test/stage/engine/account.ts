/** An AWS account of a run's own: a sweep over all stores and a look at all objects see this run alone. */
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { createTables } from '../../../bin/local/engines/tables.ts';
import { objectBucket, s3 } from '../../../lib/objects/client.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { downloadRole } from '../../support/aws/sts.ts';

let accounts = 0;

export async function onOwnAccount<T>(work: () => Promise<T>, { stream = false } = {}): Promise<T> {
  const { STORE_TABLE, REQUEST_TABLE, OBJECT_BUCKET, DOWNLOAD_ROLE } = process.env;
  accounts += 1;
  const own = `${STORE_TABLE}-${process.pid}-${accounts}`;
  const tables = { store: own, requests: `${own}-requests` };
  await createTables(tables, { stream });
  Object.assign(process.env, { STORE_TABLE: tables.store, REQUEST_TABLE: tables.requests, OBJECT_BUCKET: own });
  process.env.DOWNLOAD_ROLE = downloadRole;
  await s3().send(new CreateBucketCommand({ Bucket: objectBucket() }));
  try {
    return await work();
  } finally {
    Object.assign(process.env, { STORE_TABLE, REQUEST_TABLE, OBJECT_BUCKET, DOWNLOAD_ROLE: DOWNLOAD_ROLE ?? '' });
    await Promise.all(
      Object.values(tables).map((TableName) => dynamodb.send(new DeleteTableCommand({ TableName }) as never)),
    );
  }
}
