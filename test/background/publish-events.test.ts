/** Changes of the table become events on the bus, in their order. */
import { execFileSync, spawnSync } from 'node:child_process';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BusEvent } from '../../bin/local/events/bus.ts';
import { lambdaContext } from '../../lib/gateway/proxy-event.ts';
import { withUsualBatches } from '../support/batches.ts';
import { handlerOf } from '../support/handlers.ts';
import { guides } from '../support/reference/blocks.ts';

const hasJq = spawnSync('jq', ['--version']).status === 0;

const bus = process.env.EVENT_BUS;
const publish = await handlerOf({ name: 'publish-events' });
const mocked = mockClient(EventBridgeClient);
const lines: string[] = [];
const logged = (message: string) => lines.map((line) => JSON.parse(line)).filter((line) => line.message === message);

afterAll(() => mocked.restore());

beforeEach(() => {
  vi.stubEnv('EVENT_BUS', 'Staging');
  vi.stubEnv('EVENT_SOURCE', 'Staging');
  vi.stubEnv('LOG_LEVEL', 'error');
  lines.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => Boolean(lines.push(String(line))));
  mocked.reset();
  mocked.on(PutEventsCommand).callsFake(({ Entries }) => ({ Entries: Entries.map(() => ({ EventId: 'taken' })) }));
});

const addressOf = (number: number, version = 1) => ({
  pk: 'sto_1#CUSTOMER#cus_1',
  sk: `ADDRESS#cad_${number}`,
  id: `cad_${number}`,
  city: `City ${version}`,
  version,
});

/** The record of a change, as Lambda hands it over. */
const recordOf = (number: number, before: object | undefined, after: object | undefined, stream = '2026-01-01T00') => ({
  eventSourceARN: `arn:aws:dynamodb:us-east-1:123456789012:table/Store/stream/${stream}`,
  dynamodb: {
    SequenceNumber: String(number),
    ApproximateCreationDateTime: 1_767_225_600.5,
    ...(before && { OldImage: marshall(before) }),
    ...(after && { NewImage: marshall(after) }),
  },
});

const created = (number: number, stream?: string) => recordOf(number, undefined, addressOf(number), stream);

const entries = () => mocked.commandCalls(PutEventsCommand).flatMap(({ args }) => args[0].input.Entries ?? []);
const detailsOf = () => entries().map(({ Detail }) => JSON.parse(Detail ?? ''));

test('an event has the shape of the page, and its change the time of its record', async () => {
  expect(await publish({ Records: [created(1)] })).toEqual({ batchItemFailures: [] });

  expect(entries()).toMatchObject([
    {
      EventBusName: 'Staging',
      Source: 'Staging',
      DetailType: 'customer_address.created',
      Time: new Date('2026-01-01T00:00:00Z'),
    },
  ]);
  expect(detailsOf()).toEqual([
    {
      id: expect.stringMatching(/^evt_[a-z0-9]+$/),
      type: 'customer_address.created',
      store_id: 'sto_1',
      created_at: '2026-01-01T00:00:00Z',
      sequence: 1,
      object: { type: 'customer_address', id: 'cad_1' },
      data: { customer_id: 'cus_1' },
    },
  ]);
});

test('the same change has the same id again, and another one in a restored table', async () => {
  await publish({ Records: [created(1)] });
  await publish({ Records: [created(1)] });
  await publish({ Records: [created(1, '2026-02-02T00')] });

  const [first, again, restored] = detailsOf().map(({ id }) => id);
  expect(again).toBe(first);
  expect(restored).not.toBe(first);
});

test('many changes are put in their order, ten at a time', async () => {
  withUsualBatches();
  const numbers = Array.from({ length: 25 }, (_, index) => index + 1);
  await publish({ Records: numbers.map((number) => created(number)) });

  expect(detailsOf().map(({ object }) => object.id)).toEqual(numbers.map((number) => `cad_${number}`));
  expect(mocked.commandCalls(PutEventsCommand)).toHaveLength(3);
});

test('a change without an event is skipped', async () => {
  const unknown = { pk: 'sto_1#PURCHASES#cus_1', sk: 'PRODUCT#pro_1', version: 1 };
  const unchanged = addressOf(1);
  const records = [recordOf(1, undefined, unknown), recordOf(2, unchanged, { ...unchanged, version: 2 })];

  expect(await publish({ Records: records })).toEqual({ batchItemFailures: [] });
  expect(mocked.commandCalls(PutEventsCommand)).toHaveLength(0);
});

describe('what the bus does not take', () => {
  const context = lambdaContext('publish-events');
  const failure = () => logged('change failed')[0];

  test('comes again with all that follows it, and is logged with its request and why', async () => {
    withUsualBatches();
    mocked.on(PutEventsCommand).callsFake(({ Entries }) => ({
      Entries: Entries.map((_: object, index: number) =>
        index === 2 ? { ErrorCode: 'ThrottlingException', ErrorMessage: 'Slow down' } : {},
      ),
    }));

    expect(await publish({ Records: [1, 2, 3, 4].map((number) => created(number)) }, context)).toEqual({
      batchItemFailures: [{ itemIdentifier: '3' }],
    });
    expect(failure()).toMatchObject({
      operation: 'publish-events',
      request_id: context.awsRequestId,
      sequence_number: '3',
      error: { message: 'ThrottlingException: Slow down' },
    });
  });

  test('in the middle of many keeps back all that follows it, also what would go in a later request', async () => {
    withUsualBatches();
    const refused = 'cad_15';
    mocked.on(PutEventsCommand).callsFake(({ Entries }) => ({
      Entries: Entries.map(({ Detail }: { Detail: string }) =>
        JSON.parse(Detail).object.id === refused ? { ErrorCode: 'InternalFailure', ErrorMessage: 'Try again' } : {},
      ),
    }));
    const records = Array.from({ length: 40 }, (_, index) => created(index + 1));

    expect(await publish({ Records: records }, context)).toEqual({ batchItemFailures: [{ itemIdentifier: '15' }] });
    expect(mocked.commandCalls(PutEventsCommand)).toHaveLength(2);
    expect(failure()).toMatchObject({ sequence_number: '15', error: { message: 'InternalFailure: Try again' } });
  });

  test('because it is reached no more leaves what was put before', async () => {
    withUsualBatches();
    mocked
      .on(PutEventsCommand)
      .callsFakeOnce(({ Entries }) => ({ Entries: Entries.map(() => ({})) }))
      .rejects(new Error('unreachable'));
    const records = Array.from({ length: 15 }, (_, index) => created(index + 1));

    expect(await publish({ Records: records }, context)).toEqual({ batchItemFailures: [{ itemIdentifier: '11' }] });
    expect(failure()).toMatchObject({ error: { message: 'unreachable' } });
  });

  test('from the first on makes the whole batch come again, in halves', async () => {
    mocked.on(PutEventsCommand).rejects(new Error('unreachable'));

    await expect(publish({ Records: [created(1)] }, context)).rejects.toThrow('unreachable');
    expect(failure()).toMatchObject({ request_id: context.awsRequestId, error: { message: 'unreachable' } });
  });
});

test('a change without a readable event is logged and retried', async () => {
  const record = { ...created(1), dynamodb: { ...created(1).dynamodb, NewImage: { pk: 'not an attribute' } } };

  await expect(publish({ Records: [record] }, lambdaContext('publish-events'))).rejects.toThrow();
  expect(logged('change failed')).toMatchObject([{ sequence_number: '1', error: { stack: expect.any(String) } }]);
});

describe('what Lambda keeps of a batch that failed to the end', () => {
  const Records = [created(1), created(2)];
  const guide = guides().find(({ name }) => name.endsWith('13-recovery.md'));
  const [, filter = ''] = /jq '(.*)' failed\.json/.exec(guide?.onAws.join('\n') ?? '') ?? [];

  test.skipIf(!hasJq).each<[string, unknown]>([
    ['as text', JSON.stringify({ Records })],
    ['as JSON', { Records }],
  ])('is published as the guide says, as the same events: %s', async (_, payload) => {
    await publish({ Records });
    const details = detailsOf();
    mocked.resetHistory();

    const input = JSON.stringify({ requestContext: { condition: 'MaximumRecordAgeExceeded' }, payload });
    const changes = JSON.parse(execFileSync('jq', [filter], { input, encoding: 'utf8' }));

    expect(await publish(changes)).toEqual({ batchItemFailures: [] });
    expect(detailsOf()).toEqual(details);
  });
});

describe('under its role, on a bus', () => {
  beforeEach(() => {
    mocked.restore();
    vi.stubEnv('EVENT_BUS', bus);
  });

  test('puts the events it is given', async () => {
    const id = `cad_${Date.now()}`;
    const item = { ...addressOf(1), sk: `ADDRESS#${id}`, id };

    expect(await publish({ Records: [recordOf(1, undefined, item)] })).toEqual({ batchItemFailures: [] });

    const list = new URL('/events/messages.json', process.env.AWS_ENDPOINT_URL_EVENTBRIDGE);
    const events = (await (await fetch(list)).json()) as BusEvent[];
    expect(events.filter(({ detail }) => detail.object.id === id)).toMatchObject([{ source: 'Staging' }]);
  });
});
