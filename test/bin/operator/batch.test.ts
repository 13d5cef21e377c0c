import { expect, test } from 'vitest';
import { importAll } from '../../../bin/operator/import/batch.ts';
import type { RecordLine } from '../../../bin/operator/import/json-lines.ts';
import { FunctionError, type Operator } from '../../../lib/client/functions.ts';

type Imported = NonNullable<Parameters<Operator['importRecords']>[0]>;

const lines: RecordLine[] = ['cus_1', 'cus_2', 'cus_3', 'cus_4', 'cus_5'].map((id, index) => ({
  number: index + 10,
  type: 'customer',
  record: { id },
  text: `{"id":"${id}"}`,
}));

/** A store that refuses what it is given whole where one of these records is in it. */
function refusing(refused: readonly string[], code: 'INVALID_FIELD' | 'NOT_FOUND' = 'INVALID_FIELD') {
  const stored: string[] = [];
  const importRecords = async ({ customers }: Imported) => {
    const ids = (customers ?? []).map(({ id }) => id);
    const wrong = ids.find((id) => refused.includes(id));
    if (wrong !== undefined) throw new FunctionError(code, `${wrong} is wrong`);
    stored.push(...ids);
    return { imported: { sites: 0, customers: ids.length, products: 0 } };
  };
  return { stored, operator: { importRecords } as Partial<Operator> as Operator };
}

test('what the store refuses is found, and all else is imported in its order', async () => {
  const { stored, operator } = refusing(['cus_2', 'cus_5']);

  expect(await importAll(lines, operator)).toEqual([
    { number: 11, reason: 'cus_2 is wrong', text: '{"id":"cus_2"}' },
    { number: 14, reason: 'cus_5 is wrong', text: '{"id":"cus_5"}' },
  ]);
  expect(stored).toEqual(['cus_1', 'cus_3', 'cus_4']);
});

test('where nothing can be imported it is told at once', async () => {
  const { operator } = refusing(['cus_1'], 'NOT_FOUND');

  await expect(importAll(lines, operator)).rejects.toThrow('cus_1 is wrong');
});
