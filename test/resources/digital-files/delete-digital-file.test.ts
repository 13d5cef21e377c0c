import { beforeAll, expect, test } from 'vitest';
import * as files from '../../../lib/resources/digital-files/operations.ts';
import { objectAt } from '../../support/aws/objects.ts';
import { type CallInput, call } from '../../support/http/call.ts';
import { multipart } from '../../support/http/multipart.ts';
import { newWorld, type World } from '../../support/world/world.ts';

let world: World;
let path: { id: string; variant_id: string };

/** Through the function, its body in the event. */
const whole = (input: CallInput) => call(files.uploadDigitalFile, { path, key: world.write, ...input });
const part = (content: string, fileName = 'a.txt') => ({ name: 'file', fileName, type: 'text/plain', content });

beforeAll(async () => {
  world = await newWorld();
  const [, digital] = world.products;
  path = { id: digital.id, variant_id: digital.variants[0]?.id ?? '' };
});

test('the object of a file that was replaced or deleted is gone', async () => {
  const first = await whole(multipart([part('1')]));
  const second = await whole(multipart([part('2')]));
  expect(await objectAt(`files/${world.store.id}/${first.body.id}`)).toBeUndefined();

  const remove = { path: { ...path, file_id: second.body.id }, key: world.write };
  expect((await call(files.deleteDigitalFile, remove)).status).toBe(204);
  expect((await call(files.deleteDigitalFile, remove)).status).toBe(404);
  expect(await objectAt(`files/${world.store.id}/${second.body.id}`)).toBeUndefined();
});
