/** An upgrade from the last release replaces nothing that holds data, and takes nothing from whoever uses the API. */
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../bin/reference/openapi/document.ts';
import { template } from '../support/aws/template.ts';
import { breaksSince, changelog } from './changelogs.ts';
import { breaksFor, lossesSince } from './promises.ts';
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

  test('the API has only grown', () => {
    expect(breaksFor(last, now)).toEqual([]);
  });
});

describe('what is noticed', () => {
  const [table = ''] = Object.keys(now.template.Resources).filter((id) => id.startsWith('TablesStore'));

  /** The stack with another key of its table. */
  function rekeyed(): Promised {
    const copy = structuredClone(now);
    const { Properties = {} } = copy.template.Resources[table] ?? {};
    Properties.KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' }];
    return copy;
  }

  test('a table that would be replaced', () => {
    expect(lossesSince(last, rekeyed(), [])).toEqual([
      expect.stringContaining(`${table} (AWS::DynamoDB::GlobalTable)`),
    ]);
  });

  test('not where a line of the changelog names it', () => {
    expect(lossesSince(last, rekeyed(), [`- **Breaks:** ${table} is another table: export it first.`])).toEqual([]);
  });

  test('an operation that is gone', () => {
    const document = structuredClone(now.document);
    delete document.paths['/api/v1/reviews/'];

    // As if nothing were told of what breaks.
    const after = { ...now, document, changelog: last.changelog };
    expect(breaksFor(last, after)).toEqual(['GET /api/v1/reviews/ is there no more']);
  });
});
