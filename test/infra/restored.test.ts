/** A stack that takes over tables and a bucket that were restored. */
import { App } from 'aws-cdk-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Template } from '../../infra/access-table.ts';
import { readOptions } from '../../infra/options.ts';
import { template } from '../support/aws/template.ts';

const restored = { storeTable: 'store-restored', requestTable: 'requests-restored', objectBucket: 'objects-restored' };

const names: Record<string, string> = {
  TableName: 'AWS::DynamoDB::GlobalTable',
  BucketName: 'AWS::S3::Bucket',
};

/** What holds data, by its id; changes that wait to be told are no part of what is restored. */
const holding = ({ Resources }: Template) =>
  Object.entries(Resources).filter(
    ([id, { Type }]) => Object.values(names).includes(Type) && !id.startsWith('EventsFailedChanges'),
  );

const nameOf = ({ Properties = {} }: { Properties?: Record<string, unknown> }): unknown =>
  Properties.TableName ?? Properties.BucketName;

describe('options storeTable, requestTable and objectBucket', () => {
  let usual: Template;
  let over: Template;
  beforeAll(async () => {
    usual = await template();
    over = await template(restored);
  }, 600_000);

  test('name what is taken over, and keep it when the stack goes: CloudFormation takes over nothing else', () => {
    const taken = holding(over).map(([, resource]) => resource);

    expect(taken.map(nameOf)).toEqual(Object.values(restored));
    for (const resource of taken) expect(resource).toMatchObject({ DeletionPolicy: 'Retain' });
  });

  test('stand under ids of their own, new to CloudFormation, which lets the lost ones go', () => {
    const before = new Set(holding(usual).map(([id]) => id));

    expect(holding(over).filter(([id]) => before.has(id))).toEqual([]);
    expect(holding(usual).map(([, resource]) => nameOf(resource))).toEqual([undefined, undefined, undefined]);
  });

  test('leave nothing that speaks of the lost ones', () => {
    const text = JSON.stringify(over);

    for (const [id] of holding(usual)) expect(text).not.toContain(`"${id}"`);
  });

  test('change nothing but what holds data and what speaks of it', () => {
    const others = ({ Resources }: Template) =>
      Object.entries(Resources)
        .filter(([id]) => !/^(?:Tables|Objects|ReferenceDeployment|RestApiApiDeployment)/.test(id))
        .map(([id, { Type }]) => `${id} ${Type}`)
        .toSorted();

    expect(others(over)).toEqual(others(usual));
  });

  test('both tables can be restored to the same moment', () => {
    for (const [, { Type, Properties }] of holding(usual)) {
      if (Type !== 'AWS::DynamoDB::GlobalTable') continue;
      expect(Properties).toMatchObject({
        Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }],
      });
    }
  });

  test.each(['a', 'my table', 'table/1'])('refuse the name %s', (storeTable) => {
    expect(() => readOptions(new App({ context: { storeTable } }).node)).toThrow(
      'storeTable must be the name of a table',
    );
  });
});
