/** What the local server's bus takes from outside, and what it makes of a journal in which something else stands. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { portOf } from '../../bin/local/engines/ports.ts';
import { busPath, LocalBus } from '../../bin/local/events/bus.ts';
import { startServer } from '../../bin/local/server.ts';
import { exampleOfEvent } from '../../bin/reference/asyncapi/event-schemas.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { source: Source, detail } = exampleOfEvent('review.posted');
const entry = { Source, DetailType: detail.type, Detail: JSON.stringify(detail), Time: 1_800_000_000 };

async function startBus(file?: string) {
  const bus = new LocalBus(file);
  const server = await startServer(0, [bus.mount]);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const put = (body: unknown) =>
    fetch(`http://localhost:${portOf(server)}${busPath}`, {
      method: 'POST',
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
  ['an entry that is none', { Entries: [null] }],
  ['no detail', { Entries: [{ ...entry, Detail: undefined }] }],
  ['a detail that is no JSON', { Entries: [{ ...entry, Detail: 'text' }] }],
  ['a detail that is null', { Entries: [{ ...entry, Detail: 'null' }] }],
  ['a type of its own', { Entries: [{ ...entry, DetailType: 'evil.done' }] }],
  ['a type that its detail does not have', { Entries: [{ ...entry, DetailType: 'review.edited' }] }],
  ['no object', forged({ object: undefined })],
  ['an object of another kind', forged({ object: { type: 'gift_card', id: 'gcd_1' } })],
  ['an id of its own', forged({ id: '<script>' })],
  ['other data', forged({ data: {} })],
  ['a time that is none', { Entries: [{ ...entry, Time: 'now' }] }],
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
  const [told] = first.bus.events();
  const forgedEvents = [{ ...told, detail: {} }, { ...told, detail: null }, null, [], 'text', { event: told?.id }];
  appendFileSync(file, forgedEvents.map((event) => `${JSON.stringify(event)}\n`).join(''));

  const { bus } = await startBus(file);

  expect(bus.events()).toEqual([told]);
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(told)}\n`);
});
