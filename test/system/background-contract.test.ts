/** What the functions of the background inherit from their chains, once over all situations in which they have something to do. */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { backgroundFunctions } from '../../lib/resources/background.ts';
import { type AwsCall, momentsOf, watch } from '../support/aws/aws-calls.ts';
import { batchOf } from '../support/aws/queued-messages.ts';
import { allTextsOf, shapeOf, useOwnTables } from '../support/aws/table-contents.ts';
import { handlerOf } from '../support/handlers.ts';
import { later } from '../support/world/clock.ts';
import { type Situation, secretPath, situations } from '../support/world/situations.ts';
import { newWorld } from '../support/world/world.ts';

const logged: string[] = [];

beforeEach(() => {
  logged.length = 0;
  vi.stubEnv('LOG_LEVEL', 'debug');
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => Boolean(logged.push(String(chunk))));
});

/** The record of a call to a receiver, or of its event. A delivery that is made again is a call again, and no record fails it. */
const isOfACall = (entity: string): boolean => /#(?:ATTEMPTS|EVENT)#/.test(entity);

/** The contents of a store, regardless of unchanged rewrites, of its receivers' addresses and of how often they were called. */
const contentOf = async (store: string): Promise<string[]> =>
  (await shapeOf(store))
    .filter((entity) => !isOfACall(entity))
    .map((entity) => entity.replace(/\["version",\d+\]|(?<=127\.0\.0\.1:)\d+/g, ''));

/** A situation in tables of its own, so that a sweep meets nothing else. They go with the test. */
async function prepared({ of, prepare }: Situation) {
  onTestFinished(await useOwnTables());
  const world = await newWorld();
  const event = await prepare(world);
  const handler = await handlerOf({ name: of });
  const start = () => handler(event) as Promise<unknown>;
  /** Two further rounds: whether the last one failed. */
  const startLater = async () => {
    later(3600);
    await start();
    later(3600);
    return hasFailed(await start());
  };
  return { store: world.store.id, handler, start, startLater };
}

const named = situations.map((situation) => [`${situation.of}, where ${situation.when},`, situation] as const);

/** Whether it failed as AWS sees it: then it is started again. */
const hasFailed = (answer: unknown): boolean => (Object(answer).batchItemFailures?.length ?? 0) > 0;

test('every function of the background has a situation', () => {
  const covered = new Set(situations.map(({ of }) => of));
  const missing = backgroundFunctions.map(({ name }) => name).filter((name) => !covered.has(name));
  expect(missing, 'without a situation in test/support/world/situations.ts').toEqual([
    // test/releases and test/lib/work/migrate.test.ts have its situations.
    'go-on-with-migrations',
  ]);
});

/** Codes of gift cards and secrets of webhooks: no log has them, and tables have them encrypted or as a hash. */
const secrets = /(?:[A-Z2-9]{4}-){6}[A-Z2-9]{4}|whsec_[\w+/=]+/;
/** Addresses of shoppers: no log has them. */
const ofPeople = /[\w.+-]+@example\.com/;

function expectNoSecretLogged(): void {
  const lines = logged.filter((line) => secrets.test(line) || ofPeople.test(line) || line.includes(secretPath));
  expect(lines.join(''), 'logged').toBe('');
}

describe.each(named)('%s', (_, situation) => {
  test('does its work once, started twice, and neither keeps nor logs a secret', async () => {
    const { store, start } = await prepared(situation);
    const before = await contentOf(store);
    expect(hasFailed(await start())).toBe(false);
    const after = await contentOf(store);

    expect(after.join('\n') === before.join('\n'), after.join('\n')).toBe(situation.changesNothing ?? false);
    expect(hasFailed(await start())).toBe(false);
    if (!situation.countsStarts) expect(await contentOf(store)).toEqual(after);
    expect((await allTextsOf(store)).filter((text) => secrets.test(text)).join('\n'), 'kept').toBe('');
    expectNoSecretLogged();
  });

  test('does it once, whichever AWS call fails, before or after taking effect, when it is started again', async () => {
    const once = await prepared(situation);
    const { calls } = await watch(once.start);
    await once.startLater();
    const content = (await contentOf(once.store)).join('\n');
    for (const { target, moment, command } of failuresOf(calls)) {
      const { store, start, startLater } = await prepared(situation);
      await watch(
        () => start().catch(() => undefined),
        (index) => (index === target ? moment : undefined),
      );
      const where = `${moment} call ${target} (${command})`;
      expect(await startLater(), where).toBe(false);
      if (!situation.countsStarts) expect((await contentOf(store)).join('\n'), where).toBe(content);
    }
    expectNoSecretLogged();
  });
});

/** The calls that fail in turn: a sweep queries a hundred places, of which the first and the last stand for all. */
function failuresOf(calls: readonly AwsCall[]) {
  const queries = calls.flatMap(({ command }, index) => (command.startsWith('Query') ? [index] : []));
  return calls.flatMap(({ command }, target) =>
    command.startsWith('Query') && target !== queries[0] && target !== queries.at(-1)
      ? []
      : momentsOf(command).map((moment) => ({ target, moment, command })),
  );
}

test.each(named.filter(([, { of }]) => of.startsWith('sweep-')))(
  '%s leaves it to the next round where it has no time',
  async (_, situation) => {
    const { store, handler } = await prepared(situation);
    const before = await contentOf(store);
    await handler({}, { getRemainingTimeInMillis: () => 0 });

    expect(await contentOf(store)).toEqual(before);
  },
);

const queueFunctions = backgroundFunctions.filter(({ trigger }) => 'queue' in trigger).map(({ name }) => name);

test.each(queueFunctions)('%s leaves an unreadable message in its queue, and handles the others', async (name) => {
  const situation = situations.find(({ of, changesNothing }) => of === name && !changesNothing);
  if (!situation) throw new Error(`${name} has no situation in which it changes something`);
  const { store, start } = await prepared(situation);
  await start();
  const after = await contentOf(store);

  const world = await newWorld();
  const { Records } = (await situation.prepare(world)) as ReturnType<typeof batchOf>;
  const unreadable = [
    '',
    'text',
    '{',
    'null',
    '1',
    '[]',
    '{}',
    '{"store_id":1}',
    '{"detail":null}',
    '{"work":"other"}',
  ];
  const handler = await handlerOf({ name });
  const answer = await handler({
    Records: [
      ...batchOf(unreadable).Records.map((each) => ({ ...Object(each), messageId: `bad ${Object(each).messageId}` })),
      ...Records,
    ],
  });

  expect(answer.batchItemFailures).toEqual(unreadable.map((_, index) => ({ itemIdentifier: `bad ${index}` })));
  expect(await contentOf(world.store.id)).toEqual(after);
});
