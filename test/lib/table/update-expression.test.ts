import { describe, expect, test } from 'vitest';
import { conditionExpression, updateExpression } from '../../../lib/table/update-expression.ts';

describe('an update', () => {
  test('says all that it changes in one expression, by placeholders for names and values', () => {
    expect(
      updateExpression({
        set: { name: 'Kettle' },
        defaults: { count: 0 },
        sums: { ranking: ['waiting', 7n] },
        removed: ['deleted_at'],
        added: { version: 1 },
      }),
    ).toEqual({
      UpdateExpression:
        'SET #name = :name, #count = if_not_exists(#count, :count), ' +
        '#ranking = if_not_exists(#waiting, :zero) + :ranking REMOVE #deleted_at ADD #version :version',
      ExpressionAttributeNames: {
        '#name': 'name',
        '#count': 'count',
        '#ranking': 'ranking',
        '#waiting': 'waiting',
        '#deleted_at': 'deleted_at',
        '#version': 'version',
      },
      ExpressionAttributeValues: { ':name': 'Kettle', ':count': 0, ':ranking': 7n, ':zero': 0, ':version': 1 },
    });
  });

  test('is held to what was read of an attribute that it changes itself', () => {
    expect(updateExpression({ set: { aside: 3 }, unchanged: { aside: 2 } })).toEqual({
      UpdateExpression: 'SET #aside = :aside',
      ConditionExpression: '#aside = :was_aside',
      ExpressionAttributeNames: { '#aside': 'aside' },
      ExpressionAttributeValues: { ':aside': 3, ':was_aside': 2 },
    });
  });

  test('without values has no map of them, which DynamoDB would refuse', () => {
    expect(updateExpression({ removed: ['sweeping'], exists: true })).toEqual({
      UpdateExpression: 'REMOVE #sweeping',
      ConditionExpression: 'attribute_exists(#pk)',
      ExpressionAttributeNames: { '#sweeping': 'sweeping', '#pk': 'pk' },
    });
  });
});

test('a condition holds in all its parts', () => {
  expect(conditionExpression({ without: ['sweeping'], unchanged: { version: 4, id: 'cus_1' } })).toEqual({
    ConditionExpression: 'attribute_not_exists(#sweeping) AND #version = :was_version AND #id = :was_id',
    ExpressionAttributeNames: { '#sweeping': 'sweeping', '#version': 'version', '#id': 'id' },
    ExpressionAttributeValues: { ':was_version': 4, ':was_id': 'cus_1' },
  });
});
