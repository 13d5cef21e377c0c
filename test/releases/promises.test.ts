/** An upgrade from the last release replaces nothing that holds data, and takes nothing from the users of the API. */
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../bin/reference/openapi/document.ts';
import { storeTableDefinition, type TableIndex } from '../../lib/schema/tables.ts';
import { template } from '../support/aws/template.ts';
import { breaksFor, breaksSince, changelog, lossesSince } from './promises.ts';
import { type Promised, readPromised, releasesWith } from './release.ts';

const last = readPromised(releasesWith('promised').at(-1) ?? '');
const now: Promised = {
  template: await template(),
  document: JSON.parse(JSON.stringify(openApiDocument())),
  changelog: changelog(),
};

describe('since the last release', () => {
  test('the stack keeps what holds data, and the names that others know', () => {
    expect(lossesSince(last, now, breaksSince(last.changelog))).toEqual([]);
  });

  test('an index that it lacks is one of those that are read another way while AWS builds them', () => {
    const before = Object.values(last.template.Resources).flatMap(
      ({ Properties }) => (Properties?.GlobalSecondaryIndexes ?? []) as { IndexName: string }[],
    );
    const indexes: readonly TableIndex[] = storeTableDefinition.indexes;

    for (const { name, isNew = false } of indexes)
      expect([name, isNew || before.some(({ IndexName }) => IndexName === name)]).toEqual([name, true]);
  });

  test('the API has only grown', () => {
    expect(breaksFor(last, now)).toEqual([]);
  });
});

describe('what is noticed', { tags: 'long' }, () => {
  const [table = ''] = Object.keys(now.template.Resources).filter((id) => id.startsWith('TablesStore'));

  /** The stack with another key of its table. */
  function rekeyed(): Promised {
    const copy = structuredClone(now);
    const { Properties = {} } = copy.template.Resources[table] ?? {};
    Properties.KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' }];
    return copy;
  }

  test('a table that would be replaced', () => {
    expect(lossesSince(last, rekeyed(), breaksSince(last.changelog))).toEqual([
      expect.stringContaining(`${table} (AWS::DynamoDB::GlobalTable)`),
    ]);
  });

  test('not where a line of the changelog names it', () => {
    const declared = [...breaksSince(last.changelog), `- **Breaks:** ${table} is another table: export it first.`];

    expect(lossesSince(last, rekeyed(), declared)).toEqual([]);
  });

  test('an alarm that is gone, and that no line names', () => {
    const copy = structuredClone(now);
    const [id = ''] = Object.entries(copy.template.Resources).find(([, { Properties }]) =>
      String(Properties?.AlarmName).endsWith('-Guessing'),
    ) ?? [''];
    delete copy.template.Resources[id];

    expect(lossesSince(last, copy, breaksSince(last.changelog))).toEqual([
      expect.stringContaining('-Guessing is removed'),
    ]);
  });

  test('two more indexes, which no deployment can create at once', () => {
    const copy = structuredClone(last);
    const { Properties = {} } = copy.template.Resources[table] ?? {};
    const [first] = Properties.GlobalSecondaryIndexes;
    Properties.GlobalSecondaryIndexes.push(...['one', 'other'].map((IndexName) => ({ ...first, IndexName })));

    expect(lossesSince(last, copy, [])).toEqual([expect.stringContaining('2 indexes (one, other)')]);
  });

  test('an operation that is gone', () => {
    const document = structuredClone(now.document);
    delete document.paths['/api/v1/reviews/'];

    // As if no changelog reported what breaks.
    const after = { ...now, document, changelog: last.changelog };
    expect(breaksFor(last, after)).toEqual(['GET /api/v1/reviews/ is removed']);
  });
});
