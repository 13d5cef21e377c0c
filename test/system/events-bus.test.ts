/** What the local server's bus takes from outside, and what it makes of a journal in which something else stands. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { portOf } from '../../bin/local/engines/ports.ts';
import { LocalBus } from '../../bin/local/events/bus.ts';
import { busPath } from '../../bin/local/events/bus-path.ts';
import { startServer } from '../../bin/local/server.ts';
import { exampleOfEvent } from '../../bin/reference/asyncapi/event-schemas.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { source: Source, detail } = exampleOfEvent('review.posted');
const EventBusName = process.env.EVENT_BUS;
const entry = { EventBusName, Source, DetailType: detail.type, Detail: JSON.stringify(detail), Time: 1_800_000_000 };

async function startBus(file?: string) {
  const bus = new LocalBus(file);
  const server = await startServer(0, [bus.mount]);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const put = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`http://localhost:${portOf(server)}${busPath}`, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { bus, put };
}

test('an event of the contract is taken', async () => {
  const { bus, put } = await startBus();

  expect(await (await put({ Entries: [entry] })).json()).toMatchObject({ FailedEntryCount: 0, Entries: [{}] });
  expect(bus.events()).toMatchObject([{ source: Source, time: '2027-01-15T08:00:00Z', detail }]);
});

const forged = (changes: object) => ({ Entries: [{ ...entry, Detail: JSON.stringify({ ...detail, ...changes }) }] });

test.each<[string, unknown]>([
  ['nothing', ''],
  ['no JSON', '{'],
  ['null', 'null'],
  ['another value', '"text"'],
  ['no entries', {}],
  ['an empty list of them', { Entries: [] }],
  ['more than ten', { Entries: Array(11).fill(entry) }],
  ['an entry that is null', { Entries: [null] }],
  ['no detail', { Entries: [{ ...entry, Detail: undefined }] }],
  ['a detail that is no JSON', { Entries: [{ ...entry, Detail: 'text' }] }],
  ['a detail that is null', { Entries: [{ ...entry, Detail: 'null' }] }],
  ['a type of its own', { Entries: [{ ...entry, DetailType: 'evil.done' }] }],
  ['a type that its detail does not have', { Entries: [{ ...entry, DetailType: 'review.edited' }] }],
  ['no object', forged({ object: undefined })],
  ['an object of another kind', forged({ object: { type: 'gift_card', id: 'gcd_1' } })],
  ['an id of its own', forged({ id: '<script>' })],
  ['other data', forged({ data: {} })],
  ['no bus', { Entries: [{ ...entry, EventBusName: undefined }] }],
  ['another bus', { Entries: [{ ...entry, EventBusName: 'default' }] }],
  ['a field that the bus does not read', { Entries: [{ ...entry, Resources: ['gcd_1'] }] }],
  ['an invalid time', { Entries: [{ ...entry, Time: 'now' }] }],
  ['a time beyond all', { Entries: [{ ...entry, Time: 1e15 }] }],
  ['a good one before a forged one', { Entries: [entry, ...forged({ object: null }).Entries] }],
  ['more bytes than it may have', `{"Entries":[],"x":"${'x'.repeat(2 ** 21)}"}`],
])('is refused, and nothing of it is taken: %s', async (_, body) => {
  const file = join(temporaryFolder(), 'events.jsonl');
  const { bus, put } = await startBus(file);

  const answer = await put(body);

  expect([answer.status, await answer.json()]).toEqual([
    400,
    { __type: 'ValidationException', message: expect.any(String) },
  ]);
  expect([bus.events(), readFileSync(file, 'utf8')]).toEqual([[], '']);
});

test('a journal that has forged events keeps no server from starting', async () => {
  const file = join(temporaryFolder(), 'events.jsonl');
  const first = await startBus(file);
  await first.put({ Entries: [entry] });
  const [event] = first.bus.events();
  const forgedEvents = [{ ...event, detail: {} }, { ...event, detail: null }, null, [], 'text', { event: event?.id }];
  appendFileSync(file, forgedEvents.map((event) => `${JSON.stringify(event)}\n`).join(''));

  const { bus } = await startBus(file);

  expect(bus.events()).toEqual([event]);
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(event)}\n`);
});

test('a replay queues the events of its time again, under its name, and is done', async () => {
  const { bus, put } = await startBus();
  const queued: object[] = [];
  bus.queueIn({ first: async () => undefined, again: async (events) => queued.push(...events) });
  await put({ Entries: [entry, { ...entry, Time: 1_800_000_100 }, { ...entry, Time: 1_800_000_200 }] });
  const asked = (action: string, body: object) => put(body, { 'X-Amz-Target': `AWSEvents.${action}` });
  const { EVENT_BUS_ARN, EVENT_ARCHIVE_ARN, REPLAY_RULE_ARN } = process.env;
  const replay = {
    ...{ ReplayName: 'rpl_1', EventStartTime: 1_800_000_050, EventEndTime: 1_800_000_150 },
    EventSourceArn: EVENT_ARCHIVE_ARN,
    Destination: { Arn: EVENT_BUS_ARN, FilterArns: [REPLAY_RULE_ARN] },
  };

  expect(await (await asked('DescribeReplay', { ReplayName: 'rpl_1' })).json()).toMatchObject({
    __type: 'ResourceNotFoundException',
  });
  expect((await asked('StartReplay', replay)).status).toBe(200);
  expect(await (await asked('StartReplay', replay)).json()).toMatchObject({ __type: 'ResourceAlreadyExistsException' });
  expect(await (await asked('DescribeReplay', { ReplayName: 'rpl_1' })).json()).toMatchObject({ State: 'COMPLETED' });
  expect(await (await asked('CancelReplay', { ReplayName: 'rpl_1' })).json()).toMatchObject({
    __type: 'IllegalStatusException',
  });
  expect(await (await asked('CancelReplay', { ReplayName: 'rpl_2' })).json()).toMatchObject({
    __type: 'ResourceNotFoundException',
  });
  expect(queued).toEqual([{ ...bus.events()[1], 'replay-name': 'rpl_1' }]);
  for (const wrong of [
    { EventStartTime: undefined },
    { EventSourceArn: EVENT_BUS_ARN },
    { Destination: { Arn: EVENT_BUS_ARN } },
    { Destination: { ...replay.Destination, FilterArns: [REPLAY_RULE_ARN, 'another'] } },
    { Description: 'is not read' },
  ]) {
    expect([wrong, (await asked('StartReplay', { ...replay, ReplayName: 'rpl_2', ...wrong })).status]).toEqual([
      wrong,
      400,
    ]);
  }
  expect(queued).toHaveLength(1);
});
