import { describe, expect, test } from 'vitest';
import { newId } from '../../../lib/runtime/ids.ts';
import { conditionExpression, updateExpression } from '../../../lib/table/update-expression.ts';
import { filledIn } from '../../support/aws/expressions.ts';

/** What an update or a condition says in the end. */
const said = (made: ReturnType<typeof updateExpression | typeof conditionExpression>) => {
  const { UpdateExpression, ConditionExpression } = { UpdateExpression: undefined, ...made };
  return [filledIn(UpdateExpression, made), filledIn(ConditionExpression, made)];
};

describe('an update', () => {
  test('says all that it changes in one expression, by placeholders for names and values', () => {
    const made = updateExpression({
      set: { name: 'Kettle' },
      defaults: { count: 0 },
      sums: { ranking: ['waiting', 7n] },
      removed: ['deleted_at'],
      added: { version: 1 },
    });

    expect(said(made)).toEqual([
      'SET name = Kettle, count = if_not_exists(count, 0), ranking = if_not_exists(waiting, 0) + 7 REMOVE deleted_at ADD version 1',
      undefined,
    ]);
    expect(made.UpdateExpression.replaceAll(/[#:]\w+/g, '')).not.toMatch(/name|Kettle|version/);
  });

  test('is held to what was read of an attribute that it changes itself', () => {
    const made = updateExpression({ set: { aside: 3 }, unchanged: { aside: 2 } });

    expect(said(made)).toEqual(['SET aside = 3', 'aside = 2']);
  });

  test('of the counts of 250 variants is within the 4 KB that DynamoDB accepts', () => {
    const counts = Object.fromEntries(Array.from({ length: 250 }, () => [`waiting_${newId('variant')}`, 1]));

    const made = updateExpression({ set: { ...counts, counted_by_variant: true }, unchanged: { waiting_count: 250 } });

    expect(made.UpdateExpression.length).toBeLessThanOrEqual(4096);
    const set = Object.entries(counts).map(([name, count]) => `${name} = ${count}`);
    expect(said(made)).toEqual([`SET ${set.join(', ')}, counted_by_variant = true`, 'waiting_count = 250']);
  });

  test('without values has no map of them, which DynamoDB would refuse', () => {
    const made = updateExpression({ removed: ['sweeping'], exists: true });

    expect(said(made)).toEqual(['REMOVE sweeping', 'attribute_exists(pk)']);
    expect(made).not.toHaveProperty('ExpressionAttributeValues');
  });
});

test('a condition holds in all its parts', () => {
  const made = conditionExpression({ without: ['sweeping'], unchanged: { version: 4, id: 'cus_1' } });

  const [, condition] = said(made);
  expect(condition?.split(' AND ').toSorted()).toEqual(['attribute_not_exists(sweeping)', 'id = cus_1', 'version = 4']);
});
