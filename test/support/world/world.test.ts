import { expect, test } from 'vitest';
import { shapeOf } from '../aws/table-contents.ts';
import { newWorld, newWorldByFunctions } from './world.ts';

test("a store that is made at once is what the operator's functions make", async () => {
  const [atOnce, byFunctions] = [await newWorld({ currency: 'EUR' }), await newWorldByFunctions({ currency: 'EUR' })];

  expect(await shapeOf(atOnce.store.id)).toEqual(await shapeOf(byFunctions.store.id));
});
