/** The default stack: what CloudFormation is asked to make. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resourceCounts } from '../../bin/changes/judge.ts';
import { functionAccess } from '../../infra/access-table.ts';
import { accesses, grantsOf } from '../../infra/grants.ts';
import { backgroundFunctions } from '../../lib/resources/background.ts';
import { gatewayErrors } from '../../lib/resources/gateway-errors.ts';
import { invocables, operations, routes as operationsOfRoutes } from '../../lib/resources/nouns.ts';
import { pageRoutes, pages } from '../../lib/resources/pages.ts';
import { shopCalls, shopRoutes } from '../../lib/resources/shop-calls.ts';
import { everyOption, resolveIn, template } from '../support/aws/template.ts';

const stack = await template();

const ofType = (type: string) => Object.entries(stack.Resources).filter(([, { Type }]) => Type === type);

const properties = (type: string) => ofType(type).map(([, { Properties = {} }]) => Properties);

describe('the template', () => {
  test.each([
    ['by default', {}, 350],
    ['with every option', everyOption, 400],
  ])('leaves room under CloudFormation’s 500 resources %s', async (_, options, most) => {
    const largest = Math.max(...resourceCounts((await template(options)) as never));
    expect(largest).toBeGreaterThan(100);
    expect(largest).toBeLessThanOrEqual(most);
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

/** The document of which the gateway makes the API. */
interface ApiBody {
  paths: Record<string, Record<string, { 'x-amazon-apigateway-integration': { uri: unknown; credentials: unknown } }>>;
  'x-amazon-apigateway-gateway-responses': Record<
    string,
    { statusCode: number; responseParameters: object; responseTemplates: Record<string, string> }
  >;
}

const [{ Body } = { Body: undefined }] = properties('AWS::ApiGateway::RestApi');
const body = Body as ApiBody;

describe('the routes', () => {
  const nameless = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');

  /** By method and path, with every variable only by its position. */
  const routes = new Map(
    Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, route]) => [
        `${method.toUpperCase()} ${nameless(path)}`,
        route['x-amazon-apigateway-integration'],
      ]),
    ),
  );

  test.each([...operationsOfRoutes, ...pageRoutes, ...shopRoutes])(
    'of $method $path leads to $name',
    ({ name, method, path }) => {
      const integration = routes.get(`${method} ${nameless(path.replace(/\/$/, ''))}`);

      expect(resolveIn(stack, integration)).toMatchObject({
        type: 'aws_proxy',
        httpMethod: 'POST',
        uri: expect.stringMatching(new RegExp(`:function:StoreCommerceApi-${name}/invocations$`)),
      });
    },
  );

  test('are called in a role that may invoke the functions behind them, and nothing else', () => {
    const [roleId] = new Set([...routes.values()].map(({ credentials }) => JSON.stringify(credentials)));
    const [id = ''] = JSON.parse(roleId ?? '{}')['Fn::GetAtt'];
    const { Policies = [], AssumeRolePolicyDocument } = (stack.Resources[id]?.Properties ?? {}) as {
      Policies?: { PolicyDocument: { Statement: { Action: unknown; Resource: unknown[] }[] } }[];
      AssumeRolePolicyDocument?: { Statement: { Principal: unknown }[] };
    };
    const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const functionOf = (arn: unknown): unknown => {
      const { 'Fn::GetAtt': [id = ''] = [] } = arn as { 'Fn::GetAtt'?: string[] };
      return stack.Resources[id]?.Properties?.FunctionName ?? String(resolveIn(stack, arn)).split(':').at(-1);
    };

    expect(AssumeRolePolicyDocument?.Statement.map(({ Principal }) => Principal)).toEqual([
      { Service: 'apigateway.amazonaws.com' },
    ]);
    expect(statements.map(({ Action }) => Action)).toEqual(['lambda:InvokeFunction']);
    expect(statements.flatMap(({ Resource }) => Resource.map(functionOf)).toSorted()).toEqual(
      [...operationsOfRoutes, ...pages, ...shopCalls].map(({ name }) => `StoreCommerceApi-${name}`).toSorted(),
    );
  });

  test('have one variable at most beside their siblings, as API Gateway demands', () => {
    const segments = Object.keys(body.paths).flatMap((path) =>
      path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/')),
    );
    const variables = [...new Set(segments)].filter((path) => path.endsWith('}'));
    const places = variables.map((path) => path.slice(0, path.lastIndexOf('/')));

    expect(new Set(places).size).toBe(places.length);
  });

  test('take multipart bodies as bytes', () => {
    expect(body).toMatchObject({ 'x-amazon-apigateway-binary-media-types': ['*/*'] });
  });
});

describe('the gateway’s own errors', () => {
  const responses = new Map(Object.entries(body['x-amazon-apigateway-gateway-responses']));

  const bodyOf = (type: string): unknown =>
    JSON.parse(responses.get(type)?.responseTemplates['application/json'] ?? '');

  test('are the contract’s envelope with a request id, every one of them, and never cached', () => {
    expect(responses.size).toBeGreaterThan(10);
    for (const [type, response] of responses) {
      expect(bodyOf(type)).toEqual({ error: expect.any(String), code: expect.stringMatching(/^[A-Z_]+$/) });
      expect(response.responseParameters).toMatchObject({
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
    expect(responses.get(type)?.statusCode).toBe(status);
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

test('a queue is read in batches with separate failures, that of emails no faster than SES takes them, those of webhooks within bounds', () => {
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

test('a function that queues work for itself is no loop to Lambda, which would end it after 16 calls', () => {
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

  const statementsOf = (name: string) => {
    const statements = allowed().get(`StoreCommerceApi-${name}`) ?? [];
    expect(statements).not.toEqual([]);
    return statements;
  };

  test.each(readers)('$name reads, and writes nothing but its rate limit’s window', ({ name }) => {
    const writing = statementsOf(name).filter(({ actions }) => actions.some((action) => writesData.test(action)));

    for (const { sid, actions, resources, condition } of writing) {
      const [keys, taken] = sid === 'CountUnknownCodes' ? ['*#GUESSES#*', ['dynamodb:DeleteItem']] : ['*#RATE#*', []];
      expect(actions.filter((action) => writesData.test(action))).toEqual([...taken, 'dynamodb:UpdateItem']);
      expect(resources).toEqual([expect.stringMatching(/^<TablesRequests\w+\.Arn>$/)]);
      expect(condition).toEqual({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [keys] } });
    }
  });

  const ofOperator = invocables.filter(({ group }) => group === 'operator');

  test.each(ofOperator)('$name does not reach the table of requests', ({ name }) => {
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

  test('let no one scan or drop a table, manage a bucket or a queue, or change permissions', () => {
    const actions = new Set([...allowed().values()].flat().flatMap((statement) => statement.actions));
    const managing = [...actions].filter((action) =>
      /^(?:iam|sts|kms|lambda|cloudformation):|:(?:Scan|PartiQL|.*Table|.*Policy|.*Acl|.*Bucket(?:$|[A-Z])|.*Queue$)/.test(
        action,
      ),
    );

    // Migrations read the whole table. The bucket is listed to distinguish an absent object from a forbidden one, and to
    // deploy the reference; a separate role signs the links to digital files.
    expect(managing.toSorted()).toEqual(['dynamodb:Scan', 's3:ListBucket', 'sts:AssumeRole']);
  });

  const wildcards =
    /^<ObjectsBucket\w+\.Arn>\/(?:docs|files|media|pending|public)\/\*$|^<EventsFailedChanges\w+\.Arn>\/\*$|:(?:identity|configuration-set)\/\*$|:replay\/rpl_\*$|<TablesStore\w+\.Arn>\/stream\/\*$|-assets-[^/]*\/\*$/;

  test('name what they allow: no action is a wildcard, and no resource but objects of a bucket, streams of the table, senders of email and replays', () => {
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
