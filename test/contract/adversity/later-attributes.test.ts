/** Attributes that a later release has stored survive every write of this one: a rollback loses nothing. */
import { expect, test } from 'vitest';
import type { Key } from '../../../lib/table/keys.ts';
import { invocationScenarios, scenarios } from '../../requests/all.ts';
import { changeItem } from '../../support/aws/changed-items.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newWorld, type World } from '../../support/world/world.ts';

/** What a request leaves something else in place of: of that, nothing stays. */
const replaced: Readonly<Record<string, readonly string[]>> = {
  'delete-customer': ['CUSTOMER'],
  'delete-review': ['REVIEW'],
  'leave-waitlist': ['ENTRY'],
};

type Send = (world: World) => Promise<() => Promise<unknown>>;

const cases: readonly (readonly [string, Send])[] = [
  ...scenarios
    .filter(({ operation }) => operation.method !== 'GET' && !operation.readOnly)
    .map(({ operation, prepare }): [string, Send] => [
      operation.name,
      async (world) => {
        const input = await prepare(world);
        return () => call(operation, { key: world.write, ...input });
      },
    ]),
  ...invocationScenarios
    .filter(({ invocable }) => !invocable.readOnly)
    .map(({ invocable, prepare }): [string, Send] => [
      invocable.name,
      async (world) => {
        const payload = await prepare(world);
        return () => invoke(invocable, payload);
      },
    ]),
];

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

const later = 'added_by_a_later_release';

const addLater = ({ pk, sk }: Key) =>
  changeItem({ pk, sk }, 'SET #later = :value', { ':value': { kept: true } }, { '#later': later });

let changed = 0;

test.each(cases)('%s keeps them', async (name, prepare) => {
  const world = await newWorld();
  const send = await prepare(world);
  const before = new Map((await entitiesOf(world.store.id)).map((item) => [nameOf(item), item]));
  await Promise.all([...before.values()].map(addLater));
  await send();
  const after = (await entitiesOf(world.store.id)).filter((item) => before.has(nameOf(item)));
  changed += after.filter((item) => item.version !== before.get(nameOf(item))?.version).length;
  const lost = after.filter((item) => !(later in item)).map(({ sk }) => sk.split('#')[0]);

  expect([...new Set(lost)].toSorted()).toEqual([...(replaced[name] ?? [])].toSorted());
});

test('many items are changed that carry them', () => expect(changed).toBeGreaterThan(30));
