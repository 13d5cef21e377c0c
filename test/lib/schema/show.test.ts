import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { show } from '../../../lib/schema/show.ts';

const schema = z.object({ id: z.string(), actor: z.object({ type: z.string() }), note: z.nullable(z.string()) });

test('a record is shown without what the reply has no field for', () => {
  const record = { id: 'gct_1', actor: { type: 'system' }, note: null, pk: 'sto_1#GIFT_CARD#gcd_1', version: 3 };

  expect(show(schema, record)).toEqual({ id: 'gct_1', actor: { type: 'system' }, note: null });
});
