/** Who may reach API keys and the deployment's secret: each function's policy of the template, judged as IAM judges it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { functionAccess, type Statement, type Template } from '../../infra/access-table.ts';
import { accesses } from '../../infra/grants.ts';
import { operations } from '../../lib/resources/operations.ts';
import { keys } from '../../lib/table/keys.ts';
import { everyOption, template } from '../support/aws/template.ts';

let stack: Template;

beforeAll(async () => {
  stack = await template();
}, 600_000);

const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];
const reads = ['BatchGetItem', 'GetItem', 'Query', 'ConditionCheckItem'];

/** By what the rest of the table would be reached, and which functions may. */
const partitions = {
  'an API key by its hash': keys.apiKeyByHash('0'.repeat(64)).pk,
  'the secret of the deployment': keys.deploymentSecret.pk,
  'the list of a store’s API keys': keys.apiKey('sto_demo', 'key_1').pk,
};

const writers = ['create-api-key', 'revoke-api-key'];
const callers = operations.map(({ name }) => name);
const readersOf: Record<keyof typeof partitions, readonly string[]> = {
  'an API key by its hash': [...callers, ...writers],
  'the secret of the deployment': [...callers, ...writers],
  'the list of a store’s API keys': ['list-api-keys', ...writers],
};

const isLike = (text: string, pattern: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's').test(text);

type Condition = Record<string, { 'dynamodb:LeadingKeys': string | string[] }>;

function holds(condition: unknown, leadingKeys: readonly string[]): boolean {
  return Object.entries((condition ?? {}) as Condition).every(([operator, { 'dynamodb:LeadingKeys': patterns }]) => {
    const any = (key: string) => [patterns].flat().some((pattern) => isLike(key, pattern));
    if (operator === 'ForAnyValue:StringLike') return leadingKeys.some(any);
    if (operator === 'ForAllValues:StringLike') return leadingKeys.every(any);
    if (operator === 'ForAllValues:StringNotLike') return !leadingKeys.some(any);
    throw new Error(`No such condition: ${operator}`);
  });
}

/** Whether a policy lets an action on the store table happen whose condition sees these keys; `granted` stands in for its Allow. */
function mayReach(statements: readonly Statement[], action: string, leadingKeys: readonly string[], granted = false) {
  const matching = statements.filter(
    ({ actions, resources, condition }) =>
      actions.some((each) => isLike(`dynamodb:${action}`, each)) &&
      resources.some((each) => /^<TablesStore\w+\.Arn>$/.test(each)) &&
      holds(condition, leadingKeys),
  );
  if (matching.some(({ effect }) => effect === 'Deny')) return false;
  return granted || matching.length > 0;
}

/** Functions that hold any right on the store table. */
const onTable = () =>
  [...functionAccess(stack)]
    .map(([name, statements]) => [name.replace('StoreCommerceApi-', ''), statements] as const)
    .filter(([name, statements]) => accesses.has(name) && statements.some(({ sid }) => sid === 'Store'));

describe.each(Object.entries(partitions))('%s', (what, pk) => {
  /** What a transaction's condition may see, if AWS shows it the keys of both tables. */
  const seen = [[pk], [pk, 'sto_demo#IDEMPOTENCY#digest'], ['sto_demo#STORE', pk]];

  test.each(writes)(
    'is written by %s of nobody but what makes and revokes keys, even if more were granted',
    (action) => {
      const may = onTable().filter(([, statements]) => seen.some((each) => mayReach(statements, action, each, true)));

      expect(may.map(([name]) => name).toSorted()).toEqual(writers.toSorted());
    },
  );

  test.each(reads)('is read by %s of those alone that need it, even if more were granted', (action) => {
    const may = onTable().filter(([, statements]) => seen.some((each) => mayReach(statements, action, each, true)));

    expect(may.map(([name]) => name).toSorted()).toEqual([...readersOf[what as keyof typeof partitions]].toSorted());
  });
});

test('every function still reaches all other items as it is granted', () => {
  const other = Object.values(keys)
    .filter((key) => typeof key === 'function')
    .map((key) => String(Reflect.get(Object(Reflect.apply(key, undefined, ['sto_demo', 'a', 'b', 'c', 'd'])), 'pk')))
    .filter((pk) => pk.startsWith('sto_demo#') && pk !== partitions['the list of a store’s API keys']);
  expect(other.length).toBeGreaterThan(30);

  for (const [, statements] of onTable()) {
    const [granted] = statements.filter(({ sid }) => sid === 'Store');
    for (const action of granted?.actions ?? []) {
      const refused = other.filter((pk) => !mayReach(statements, action.replace('dynamodb:', ''), [pk]));
      expect(refused).toEqual([]);
    }
  }
});

test('the container of large uploads verifies API keys, and writes none', async () => {
  const full = await template(everyOption);
  const policies = Object.entries(full.Resources).filter(
    ([id, { Type }]) => Type === 'AWS::IAM::Policy' && id.startsWith('UploadsTaskTaskRole'),
  );
  expect(policies).toHaveLength(1);

  expect(policies[0]?.[1].Properties?.PolicyDocument).toMatchObject({
    Statement: expect.arrayContaining([
      expect.objectContaining({
        Effect: 'Deny',
        Sid: 'NoKeyWrites',
        Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['APIKEY#*', 'DEPLOYMENT'] } },
      }),
    ]),
  });
});
