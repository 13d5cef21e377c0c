/** The examples of the reference, all of them sent to a running local server, one after the other as its pages show them. */
import { describe, expect, test, vi } from 'vitest';
import { exampleOfEvent } from '../../bin/reference/asyncapi/event-schemas.ts';
import type { StoreEvent } from '../../lib/events/events-of.ts';
import { type EventType, eventTypes } from '../../lib/resources/events.ts';
import { exampleOf, exampleOfFunction, invocables, operations } from '../../lib/resources/nouns.ts';
import { getRestock } from '../../lib/resources/waitlist/functions.ts';
import { undocumented } from '../support/http/documented.ts';
import { useLocalServer } from '../support/http/local-server.ts';
import { undeclared } from '../support/invoke.ts';
import { types } from '../support/reference/counts.ts';
import {
  differences,
  figuresFirst,
  invokeOverHttp,
  isOfFigures,
  isOfThePast,
  send,
} from '../support/reference/send.ts';

const server = useLocalServer();

const named = operations.map((operation) => [operation.name, operation] as const);

/** Unknown ids, where the path has ids. */
const unknown = (path: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(path).map(([name, id]) => [name, `${id.slice(0, 4)}nobody`]));

describe.each(named)('%s', (_, operation) => {
  const example = exampleOf(operation);
  const { path } = example;

  test('is refused without a key, and with one that may only read what it writes', async () => {
    const stranger = await send(server.url, example, '');
    expect([stranger.status, ...undocumented(operation, stranger)]).toEqual([401]);
    if (operation.permission === 'Write') {
      const reader = await send(server.url, example, server.key('read'));
      expect([reader.status, ...undocumented(operation, reader)]).toEqual([403]);
    }
  });

  test.skipIf(Object.keys(path).length === 0)('finds nothing under unknown ids', async () => {
    const answer = await send(server.url, { ...example, path: unknown(path) }, server.key());

    expect([answer.status, ...undocumented(operation, answer)]).toEqual([404]);
  });

  test.runIf(operation.body)('refuses a body that is no object', async () => {
    const answer = await send(server.url, { ...example, body: ['no', 'object'] }, server.key());

    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_JSON']);
  });
});

describe('sent as it stands', () => {
  const inOrder = figuresFirst(named, ([, operation]) => operation);

  test.each(inOrder)('%s answers as its example says', async (_, operation) => {
    const example = exampleOf(operation);

    const check = async () => {
      const reply = await send(server.url, example, server.key());

      // An earlier example may have changed or deleted what this one asks for.
      expect(reply.status, `lib/resources/${operation.folder}/examples.ts: ${JSON.stringify(reply.body)}`).toBe(
        operation.success.status,
      );
      expect(undocumented(operation, reply)).toEqual([]);
      expect(differences(example.reply, reply.body)).toEqual([]);
      expect(undocumented(operation, { ...reply, body: example.reply })).toEqual([]);
    };

    // Each change is counted after its commit, those of the demo store too.
    await (isOfFigures(operation) ? vi.waitFor(check, { timeout: 150_000 }) : check());
  });

  test.each(invocables.filter((each) => !isOfThePast(each)).map((invocable) => [invocable.name, invocable] as const))(
    '%s answers as its example says',
    async (_, invocable) => {
      const example = exampleOfFunction(invocable);

      const check = async () =>
        expect(differences(example.result, await invokeOverHttp(server.url, example))).toEqual([]);

      // What works in the background has its time.
      await (invocable === getRestock ? vi.waitFor(check, { timeout: 150_000 }) : check());
      expect(undeclared(invocable, example.result)).toEqual([]);
    },
  );
});

describe('what has been sent above has caused', () => {
  // Time, the standing of someone who wrote reviews, a receiver that is gone: nothing above touches them.
  const elsewhere: readonly EventType[] = ['gift_card.expired', 'review.status_changed', 'webhook.disabled'];

  test.each(types.filter((type) => !elsewhere.includes(type) && eventTypes[type].by.length > 0))(
    'a %s as its example says',
    async (type) => {
      const { object, data, store_id } = exampleOfEvent(type).detail;

      await vi.waitFor(
        async () => {
          const answer = await fetch(`${server.url}/events/messages.json`);
          const messages = (await answer.json()) as { detail: StoreEvent }[];
          const own = messages.map(({ detail }) => detail).filter((detail) => detail.type === type);
          const found = own.map((each) => differences({ object, data, store_id }, shown(each)).join('; '));
          const help = `no example request causes a ${type} as its example in events.ts says; those that came differ: ${found.join(' | ')}`;
          expect(found, help).toContain('');
        },
        { timeout: 150_000 },
      );
    },
  );
});

const shown = ({ object, data, store_id }: StoreEvent) => ({ object, data, store_id });

test('a reply that differs from its example is noticed, one with other ids and times is not', () => {
  const card = { id: 'gcd_01khdq50018v3k5x9w2t6r0ybn', balance: 5, created_at: '2026-02-14T09:30:00Z' };

  expect(
    differences(card, { ...card, id: 'gcd_01khdq50018v3k5x9w2t6r0ybx', created_at: '2026-03-01T00:00:00Z' }),
  ).toEqual([]);
  expect(differences(card, { ...card, balance: 6 })).toHaveLength(1);
  expect(differences(card, { ...card, id: 'ord_01khdq50018v3k5x9w2t6r0ybn' })).toHaveLength(1);
  expect(differences(card, { ...card, note: null })).toHaveLength(1);
});
