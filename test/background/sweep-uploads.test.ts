import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { objectBucket, s3 } from '../../lib/objects/objects.ts';
import { commitUnitOfWork, writing } from '../../lib/once/unit-of-work.ts';
import * as unownedObjects from '../../lib/resources/uploads/unowned-object-records.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { toTimestamp } from '../../lib/schema/times.ts';
import { objectAt } from '../support/aws/objects.ts';
import { handlerOf } from '../support/handlers.ts';

const sweep = await handlerOf({ name: 'sweep-uploads' });

test.each(['files', 'media', 'pending'])(
  'an object below %s/ that has no owner is removed once it is due',
  async (folder) => {
    const [store_id, due, later] = [newId('store'), `${folder}/${newId('upload')}`, `${folder}/${newId('upload')}`];
    for (const Key of [due, later])
      await s3().send(new PutObjectCommand({ Bucket: objectBucket(), Key, Body: 'bytes' }));
    const unowned = (key: string, seconds: number) =>
      unownedObjects.create({
        ...{ id: newId('upload'), store_id, objects: [key] },
        due_at: toTimestamp(Date.now() + seconds * 1000),
      });
    await commitUnitOfWork(writing([unowned(due, -60), unowned(later, 60)]));

    await sweep({});

    expect(await objectAt(due)).toBeUndefined();
    expect(await objectAt(later)).toBeDefined();
  },
);
