/** Who may do what on AWS: each policy of the template, judged as IAM judges it, and those of who invokes functions. */
import { describe, expect, test } from 'vitest';
import { functionAccess, type Statement, type Template } from '../../infra/access-table.ts';
import { type CallerName, callerNames, policyOf } from '../../infra/callers.ts';
import { accesses } from '../../infra/grants.ts';
import { invocables, routes } from '../../lib/resources/nouns.ts';
import { keys } from '../../lib/table/keys.ts';
import { everyOption, samLocal, template } from '../support/aws/template.ts';

const stack = await template();

describe('API keys and the secret of the deployment', () => {
  const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];
  const reads = ['BatchGetItem', 'GetItem', 'Query', 'ConditionCheckItem'];

  /** By what the rest of the table would be reached, and which functions may. */
  const partitions = {
    'an API key by its hash': keys.apiKeyByHash('0'.repeat(64)).pk,
    'the secret of the deployment': keys.deploymentSecret.pk,
    'the list of a store’s API keys': keys.apiKey('sto_demo', 'key_1').pk,
  };

  const declaring = (access: 'list' | 'write') =>
    invocables.filter(({ apiKeys }) => apiKeys === access).map(({ name }) => name);

  const writers = declaring('write');

  const callers = routes.map(({ name }) => name);

  const readersOf: Record<keyof typeof partitions, readonly string[]> = {
    'an API key by its hash': [...callers, ...writers],
    'the secret of the deployment': [...callers, ...writers],
    'the list of a store’s API keys': [...declaring('list'), ...writers],
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

  /** Whether a policy allows an action on the store table with these keys; `granted` replaces its Allow. */
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

    test.each(writes)('is written by %s only of functions that declare it, even if more were granted', (action) => {
      const may = onTable().filter(([, statements]) => seen.some((each) => mayReach(statements, action, each, true)));

      expect(may.map(([name]) => name).toSorted()).toEqual(writers.toSorted());
    });

    test.each(reads)('is read by %s only of those that need it, even if more were granted', (action) => {
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
      ([id, { Type }]) => Type === 'AWS::IAM::Policy' && /^Uploads\w+TaskTaskRole/.test(id),
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
});

describe('the role that signs links to digital files', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a template's properties, as CloudFormation names them
  type Properties = any;

  const entries = (type: string, { Resources }: Template): [string, Properties][] =>
    Object.entries(Resources).flatMap(([id, { Type, Properties }]) => (Type === type ? [[id, Properties]] : []));

  const signing = (of: Template): Properties => {
    const [found, ...others] = entries('AWS::IAM::Role', of).filter(([, { RoleName }]) => RoleName);
    expect(others).toEqual([]);
    return found?.[1];
  };

  const signer = (of: Template, stackName = 'StoreCommerceApi'): Properties =>
    entries('AWS::Lambda::Function', of).find(
      ([, { FunctionName }]) => FunctionName === `${stackName}-create-download`,
    )?.[1];

  test('is assumed only by the function that makes links', () => {
    expect(signing(stack).AssumeRolePolicyDocument.Statement).toEqual([
      { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { AWS: signer(stack).Role } },
    ]);
    const assuming = [...functionAccess(stack)].filter(([, statements]) =>
      statements.some(({ actions }) => actions.includes('sts:AssumeRole')),
    );
    expect(assuming.map(([name]) => name)).toEqual(['StoreCommerceApi-create-download']);
  });

  test('lasts an hour, as long as AWS lets a role that a role assumes', () => {
    expect(signing(stack).MaxSessionDuration).toBe(3600);
  });

  test('reads digital files, sees which are missing, and nothing else', () => {
    const [{ PolicyDocument }] = signing(stack).Policies;

    expect(PolicyDocument.Statement.map(({ Sid, Action }: Properties) => [Sid, Action])).toEqual([
      ['ObjectsFiles', 's3:GetObject'],
      ['MissObjects', 's3:ListBucket'],
    ]);
    expect(JSON.stringify(PolicyDocument.Statement[0].Resource)).toContain('/files/*');
  });

  test.each([
    ['StoreCommerceApi', {}],
    ['Staging', everyOption],
  ])(
    'of %s is the one that its function knows and may assume, and is named for its Region',
    async (stackName, context) => {
      const of = await template(context);
      const { DOWNLOAD_ROLE } = signer(of, stackName).Environment.Variables;

      const name = signing(of).RoleName['Fn::Join'][1];
      expect(name).toEqual([`${stackName}-`, { Ref: 'AWS::Region' }, '-downloads']);
      expect(DOWNLOAD_ROLE).toEqual({
        'Fn::Join': [
          '',
          [
            'arn:',
            { Ref: 'AWS::Partition' },
            ':iam::',
            { Ref: 'AWS::AccountId' },
            `:role/${stackName}-`,
            { Ref: 'AWS::Region' },
            '-downloads',
          ],
        ],
      });
      // Given to the function, and allowed to it.
      expect(JSON.stringify(of.Resources).split(JSON.stringify(DOWNLOAD_ROLE))).toHaveLength(3);
    },
  );

  test('is not named under sam local: its credentials do not end', { tags: 'long' }, async () => {
    expect(signer(await template(samLocal)).Environment.Variables.DOWNLOAD_ROLE).toBe('');
  });
});

describe('callers', () => {
  const place = { stackName: 'Staging', region: 'eu-west-1', account: '123456789012' };

  /** The functions that a policy names. */
  const invoked = (policy: object): string[] => {
    const text = JSON.stringify(policy);
    return [...text.matchAll(/"arn:aws:lambda:eu-west-1:123456789012:function:Staging-([\w-]+)"/g)].map(
      ([, name = '']) => name,
    );
  };

  const mayInvoke = (caller: CallerName): string[] => invoked(policyOf(caller, place));

  test('a backend makes no API key and no store: neither the storefront’s, nor what keeps records in step, nor an auditor', () => {
    for (const caller of ['storefront', 'records', 'auditor'] as const) {
      expect(mayInvoke(caller)).not.toEqual([]);
      expect(mayInvoke(caller).filter((name) => /^(?:create|revoke|update)-(?:api-key|store)$/.test(name))).toEqual([]);
    }
    expect(mayInvoke('operator')).toEqual(expect.arrayContaining(['create-api-key', 'revoke-api-key', 'create-store']));
  });

  test('the storefront invokes what is the storefront’s, and every function is someone’s', () => {
    const names = (group: string) => invocables.filter((each) => each.group === group).map(({ name }) => name);

    expect(mayInvoke('storefront')).toEqual(names('storefront'));
    expect(mayInvoke('operator')).toEqual([...names('operator'), 'go-on-with-migrations']);
    expect(mayInvoke('records')).toEqual(expect.arrayContaining(['import-records', 'delete-customer']));
  });

  test('an auditor invokes nothing that writes', () => {
    const writers = invocables.filter(
      ({ readOnly, reach = [] }) => !readOnly || reach.some((each) => /Put|Update|Delete/.test(each)),
    );

    expect(mayInvoke('auditor').filter((name) => writers.some((each) => each.name === name))).toEqual([]);
    expect(mayInvoke('auditor')).toEqual(expect.arrayContaining(['audit-ledger', 'report-liability']));
  });

  const cancelReplays = {
    Sid: 'CancelReplays',
    Effect: 'Allow',
    Action: 'events:CancelReplay',
    Resource: 'arn:aws:events:eu-west-1:123456789012:replay/rpl_*',
  };

  test.each(callerNames)(
    'the policy of %s is one that IAM takes: functions by their names, in 6,144 characters',
    (caller) => {
      const policy = policyOf(caller, place);

      expect(policy).toEqual({
        Version: '2012-10-17',
        Statement: [
          { Sid: 'Invoke', Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: expect.any(Array) },
          ...(caller === 'operator' ? [cancelReplays] : []),
        ],
      });
      const text = JSON.stringify(policy);
      expect(text.replace('replay/rpl_*', '')).not.toContain('*');
      expect(text.length).toBeLessThanOrEqual(6144);
    },
  );
});
