import { randomBytes, randomUUID } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { requiredSetting } from '../../lib/runtime/settings.ts';

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
