/** The default stack: what CloudFormation is asked to make. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resourceCounts } from '../../bin/changes/judge.ts';
import { functionAccess } from '../../infra/access-table.ts';
import { accesses, grantsOf } from '../../infra/grants.ts';
import { backgroundFunctions } from '../../lib/resources/background.ts';
import { invocables } from '../../lib/resources/functions.ts';
import { gatewayErrors } from '../../lib/resources/gateway-errors.ts';
import { operations } from '../../lib/resources/operations.ts';
import { template } from '../support/aws/template.ts';

const stack = await template();

const ofType = (type: string) => Object.entries(stack.Resources).filter(([, { Type }]) => Type === type);

const properties = (type: string) => ofType(type).map(([, { Properties = {} }]) => Properties);

describe('the template', () => {
  test('leaves room under CloudFormation’s 500 resources', () => {
    expect(Math.max(...resourceCounts(stack as never))).toBeLessThan(450);
  });

  test('keeps the ids of what holds data: another id would be another, empty table, bucket or queue', () => {
    const kept = JSON.parse(readFileSync(join(import.meta.dirname, 'stateful-resources.json'), 'utf8'));
    const types = Object.fromEntries(Object.entries(stack.Resources).map(([id, { Type }]) => [id, Type]));

    expect(types).toMatchObject(kept);
  });

  test('has every table and bucket in the kept list', () => {
    const kept = JSON.parse(readFileSync(join(import.meta.dirname, 'stateful-resources.json'), 'utf8'));
    const holding = [...ofType('AWS::DynamoDB::GlobalTable'), ...ofType('AWS::S3::Bucket')];

    expect(holding.map(([id]) => id).filter((id) => !(id in kept))).toEqual([]);
  });

  test.each([
    ['TablesStore', 'Retain'],
    ['ObjectsBucket', 'Retain'],
    // Empty and unprotected, so a first deployment that fails takes them away again.
    ['TablesRequests', 'RetainExceptOnCreate'],
    ['EventsFailedChanges', 'RetainExceptOnCreate'],
    ['KeySecret', 'RetainExceptOnCreate'],
  ])('keeps %s when the stack goes or an update replaces it', (id, policy) => {
    const found = Object.entries(stack.Resources).filter(
      ([name, { Type }]) =>
        name.startsWith(id) && /^AWS::(?:DynamoDB::GlobalTable|S3::Bucket|SecretsManager::Secret)$/.test(Type),
    );

    expect(found.map(([, resource]) => resource)).toEqual([
      expect.objectContaining({ DeletionPolicy: policy, UpdateReplacePolicy: 'Retain' }),
    ]);
  });
});

describe('the tables', () => {
  const table = (id: string) =>
    ofType('AWS::DynamoDB::GlobalTable').find(([name]) => name.startsWith(id))?.[1].Properties;

  test('of entities is paid by use, protected from deletion and recoverable to any point in time', () => {
    expect(table('TablesStore')).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      Replicas: [
        {
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        },
      ],
    });
  });

  test('of requests lets its items expire', () => {
    expect(table('TablesRequests')).toMatchObject({
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
    });
  });
});

describe('the routes', () => {
  /** Path, with every variable by its place alone, and method. */
  const routes = () => {
    const pathOf = (id: string): string => {
      const { ParentId, PathPart } = (stack.Resources[id]?.Properties ?? {}) as {
        ParentId: { Ref?: string };
        PathPart: string;
      };
      return `${ParentId.Ref ? pathOf(ParentId.Ref) : ''}/${PathPart}`;
    };
    return new Map(
      properties('AWS::ApiGateway::Method').map(({ HttpMethod, ResourceId, Integration }) => [
        `${String(HttpMethod)} ${pathOf((ResourceId as { Ref: string }).Ref).replaceAll(/\{\w+\}/g, '{}')}`,
        JSON.stringify(Integration),
      ]),
    );
  };

  test.each(operations)('of $name leads to its function', ({ name, method, path }) => {
    const [functionId] =
      ofType('AWS::Lambda::Function').find(
        ([, { Properties }]) => Properties?.FunctionName === `StoreCommerceApi-${name}`,
      ) ?? [];

    const integration = routes().get(`${method} ${path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '{}')}`);

    expect(integration).toContain(`"${functionId}"`);
  });

  test('have one variable at most beside their siblings, as API Gateway demands', () => {
    const variables = properties('AWS::ApiGateway::Resource')
      .filter(({ PathPart }) => String(PathPart).startsWith('{'))
      .map(({ ParentId }) => JSON.stringify(ParentId));

    expect(new Set(variables).size).toBe(variables.length);
  });

  test('take multipart bodies as bytes', () => {
    expect(properties('AWS::ApiGateway::RestApi')).toMatchObject([{ BinaryMediaTypes: ['*/*'] }]);
  });
});

describe('the gateway’s own errors', () => {
  const responses = () =>
    new Map(properties('AWS::ApiGateway::GatewayResponse').map((each) => [String(each.ResponseType), each]));

  const bodyOf = (type: string): unknown => {
    const { ResponseTemplates } = responses().get(type) as { ResponseTemplates: Record<string, string> };
    return JSON.parse(ResponseTemplates['application/json'] ?? '');
  };

  test('are the contract’s envelope with a request id, every one of them, and kept by nobody', () => {
    for (const [type, response] of responses()) {
      expect(bodyOf(type)).toEqual({ error: expect.any(String), code: expect.stringMatching(/^[A-Z_]+$/) });
      expect(response.ResponseParameters).toMatchObject({
        'gatewayresponse.header.X-Request-Id': 'context.requestId',
        'gatewayresponse.header.Cache-Control': "'no-store'",
      });
    }
  });

  test.each([
    ['MISSING_AUTHENTICATION_TOKEN', gatewayErrors.unknownRoute],
    ['DEFAULT_4XX', gatewayErrors.unknownRoute],
    ['REQUEST_TOO_LARGE', gatewayErrors.payloadTooLarge],
    ['THROTTLED', gatewayErrors.throttled],
    ['INTEGRATION_TIMEOUT', gatewayErrors.failure],
    ['DEFAULT_5XX', gatewayErrors.failure],
  ])('answer %s as the contract words it', (type, { status, code, message }) => {
    expect(responses().get(type)?.StatusCode).toBe(String(status));
    expect(bodyOf(type)).toEqual({ error: message, code });
  });
});

describe('functions', () => {
  test.each([...operations, ...invocables])('$name has a log group of its own with an end', ({ name }) => {
    const groups = properties('AWS::Logs::LogGroup');

    expect(groups).toContainEqual(
      expect.objectContaining({
        LogGroupName: `/aws/lambda/StoreCommerceApi-${name}`,
        RetentionInDays: expect.any(Number),
      }),
    );
  });

  test.each(operations)('$name finds the settings of what it reaches and no others', ({ name, reach = [] }) => {
    const { Environment } = properties('AWS::Lambda::Function').find(
      ({ FunctionName }) => FunctionName === `StoreCommerceApi-${name}`,
    ) as { Environment: { Variables: Record<string, unknown> } };

    expect('OBJECT_BUCKET' in Environment.Variables).toBe(reach.some((each) => each.endsWith('/')));
    expect('MAIL_QUEUE_URL' in Environment.Variables).toBe(reach.includes('SendMessage mail'));
  });
});

test('a queue is read in batches whose failures are told apart, that of mails no faster than SES takes them, those of webhooks within bounds', () => {
  const sources = properties('AWS::Lambda::EventSourceMapping').map(({ FunctionName, ...source }) => {
    const [, { Properties } = {}] =
      ofType('AWS::Lambda::Function').find(([id]) => id === (FunctionName as { Ref: string }).Ref) ?? [];
    return [Properties?.FunctionName, source];
  });

  expect(Object.fromEntries(sources)).toMatchObject({
    'StoreCommerceApi-send-mail': {
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 2 },
    },
    'StoreCommerceApi-work-on-waitlist': { FunctionResponseTypes: ['ReportBatchItemFailures'] },
    'StoreCommerceApi-deliver-events': { BatchSize: 10, ScalingConfig: { MaximumConcurrency: 50 } },
    'StoreCommerceApi-redeliver-events': {
      ...{ BatchSize: 50, MaximumBatchingWindowInSeconds: 1 },
      ScalingConfig: { MaximumConcurrency: 20 },
    },
  });
});

test('a function from whose queue a way leads back to it is no loop to Lambda, which would end it after 16 calls', () => {
  const readers = backgroundFunctions.flatMap(({ name, trigger, reach = [] }) =>
    'queue' in trigger ? [{ name, queue: trigger.queue, sends: reach }] : [],
  );
  const ledTo = (queue: string, known = new Set<string>()): ReadonlySet<string> => {
    const next = readers.filter((reader) => reader.queue === queue).flatMap(({ sends }) => sends);
    for (const sent of next.map((each) => each.replace('SendMessage ', '')).filter((each) => !known.has(each))) {
      ledTo(sent, known.add(sent));
    }
    return known;
  };
  const looping = readers.filter(({ queue }) => ledTo(queue).has(queue)).map(({ name }) => name);

  const allowed = properties('AWS::Lambda::Function')
    .filter(({ RecursiveLoop }) => RecursiveLoop === 'Allow')
    .map(({ FunctionName }) => String(FunctionName).replace('StoreCommerceApi-', ''));

  expect(looping).toContain('work-on-waitlist');
  expect(allowed.toSorted()).toEqual(looping.toSorted());
});

describe('roles', () => {
  const writesData = /^dynamodb:(?:Put|Update|Delete|BatchWrite|PartiQL)|^s3:(?:Put|Delete)/;
  const allowed = () => {
    const all = [...functionAccess(stack)];
    return new Map(all.map(([name, statements]) => [name, statements.filter(({ effect }) => effect === 'Allow')]));
  };
  const readers = [
    ...operations.filter(({ permission }) => permission === 'Read'),
    ...invocables.filter(({ readOnly }) => readOnly),
  ];

  /** They count unknown codes of shoppers. */
  const typingCodes = ['get-gift-card-balance', 'hold-gift-card'];

  const statementsOf = (name: string) => {
    const statements = allowed().get(`StoreCommerceApi-${name}`) ?? [];
    expect(statements).not.toEqual([]);
    return statements;
  };

  test.each(readers)('$name reads, and writes nothing but its rate limit’s window', ({ name }) => {
    const writing = statementsOf(name).filter(({ actions }) => actions.some((action) => writesData.test(action)));

    for (const { actions, resources, condition } of writing) {
      const [keys, taken] = typingCodes.includes(name) ? ['*#GUESSES#*', ['dynamodb:DeleteItem']] : ['*#RATE#*', []];
      expect(actions.filter((action) => writesData.test(action))).toEqual([...taken, 'dynamodb:UpdateItem']);
      expect(resources).toEqual([expect.stringMatching(/^<TablesRequests\w+\.Arn>$/)]);
      expect(condition).toEqual({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [keys] } });
    }
  });

  const others = invocables.filter(({ name }) => !typingCodes.includes(name));

  test.each(others)('$name does not reach the table of requests', ({ name }) => {
    const resources = statementsOf(name).flatMap((statement) => statement.resources);

    expect(resources.filter((resource) => resource.startsWith('<TablesRequests'))).toEqual([]);
  });

  test.each([...accesses])('%s has what its declaration asks for and no more', (name, access) => {
    const statements = functionAccess(stack).get(`StoreCommerceApi-${name}`) ?? [];
    const granted = statements.filter(({ sid }) => sid !== 'WriteLogs');
    const wanted = grantsOf(access);

    expect(granted.map(({ sid, effect, actions }) => [sid, effect, actions])).toEqual(
      wanted.map(({ sid, effect = 'Allow', actions }) => [sid, effect, actions.toSorted()]),
    );
    expect(granted.map(({ resources }) => resources.length)).toEqual(wanted.map(({ targets }) => targets.length));
  });

  test('let nobody scan or drop a table, manage a bucket or a queue, or change what anybody may do', () => {
    const actions = new Set([...allowed().values()].flat().flatMap((statement) => statement.actions));
    const managing = [...actions].filter((action) =>
      /^(?:iam|sts|kms|lambda|cloudformation):|:(?:Scan|PartiQL|.*Table|.*Policy|.*Acl|.*Bucket(?:$|[A-Z])|.*Queue$)/.test(
        action,
      ),
    );

    // Migrations read the whole table. The bucket is listed so that an absent object is told from one that may not be read, and to deploy the reference; a role of
    // its own signs the links to digital files.
    expect(managing.toSorted()).toEqual(['dynamodb:Scan', 's3:ListBucket', 'sts:AssumeRole']);
  });

  const wildcards =
    /^<ObjectsBucket\w+\.Arn>\/(?:docs|files|media|pending)\/\*$|^<EventsFailedChanges\w+\.Arn>\/\*$|:(?:identity|configuration-set)\/\*$|:replay\/rpl_\*$|<TablesStore\w+\.Arn>\/stream\/\*$|-assets-[^/]*\/\*$/;

  test('name what they allow: no action is a wildcard, and no resource but objects of a bucket, streams of the table, senders of mail and replays', () => {
    for (const statements of allowed().values()) {
      for (const { actions, resources } of statements) {
        expect(actions.filter((action) => action.includes('*'))).toEqual([]);
        const wild = resources.filter((resource) => resource.includes('*'));
        expect(wild.filter((resource) => !wildcards.test(resource))).toEqual([]);
      }
    }
  });
});

test('has no container without largeUploads', () => {
  expect(properties('AWS::ECS::Service')).toEqual([]);
});

test('no alarm rests on a search expression, which CloudWatch refuses', () => {
  for (const alarm of properties('AWS::CloudWatch::Alarm')) expect(JSON.stringify(alarm)).not.toContain('SEARCH(');
});
