import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test, vi } from 'vitest';
import { startDynamoDb } from '../../bin/local/engines/dynamodb.ts';
import { requiredSetting } from '../../lib/runtime/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const s3 = new S3Client({});
const object = () => ({ Bucket: requiredSetting('OBJECT_BUCKET'), Key: randomUUID() });

test('a presigned upload of one piece takes a photo of 50 MB', async () => {
  const target = object();
  const photo = randomBytes(50 * 1024 * 1024);

  const uploaded = await fetch(await getSignedUrl(s3, new PutObjectCommand(target)), { method: 'PUT', body: photo });

  expect(uploaded.status).toBe(200);
  expect(await s3.send(new HeadObjectCommand(target))).toMatchObject({ ContentLength: photo.length });
});

test('a presigned download carries the file name it was signed with', async () => {
  const target = object();
  await s3.send(new PutObjectCommand({ ...target, Body: 'content' }));
  const ResponseContentDisposition = 'attachment; filename="field recordings.zip"';

  const downloaded = await fetch(
    await getSignedUrl(s3, new GetObjectCommand({ ...target, ResponseContentDisposition })),
  );

  expect(downloaded.headers.get('content-disposition')).toBe(ResponseContentDisposition);
  expect(await downloaded.text()).toBe('content');
});

test('a change of a table finds its number among all others by an index, and nothing is left of an engine without a folder', async () => {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  const engine = await startDynamoDb({
    file: undefined,
    onCrash: ({ message }) => expect.unreachable(message),
  });
  const [scratch = ''] = readdirSync(folder);
  const database = new DatabaseSync(join(folder, scratch, 'tables.sqlite'));
  const next = 'SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = ?';
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${next}`).all('Store');
  database.close();
  await engine.stop();

  expect(JSON.stringify(plan)).toContain('INDEX changes_in_order');
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});
