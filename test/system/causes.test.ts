/** Whether the reference names every operation and function that causes events of a type. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { type EventType, eventsCausedBy } from '../../lib/resources/events.ts';
import { dynamodb, storeTable } from '../../lib/table/client.ts';
import type { ItemChange } from '../../lib/table/item-change.ts';
import { invocationScenarios, scenarios } from '../requests/all.ts';
import { isolateTables } from '../support/aws/table-contents.ts';
import { eventsOfChanges, historyOf } from '../support/events/truth.ts';
import { call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { newWorld } from '../support/world/world.ts';

isolateTables('suite', { stream: true });

/** An item of no store: it divides the changes before it from those after. */
const mark = (name: string) =>
  dynamodb.send(new PutCommand({ TableName: storeTable(), Item: { pk: 'MARK', sk: name, at: Date.now() } }));

/** The types of the events between the two marks of each name. */
function typesBetweenMarks(changes: readonly ItemChange[]): Map<string, EventType[]> {
  const types = new Map<string, EventType[]>();
  let name = 'nothing';
  for (const change of changes) {
    if (change.after?.pk === 'MARK') name = change.after.sk;
    else types.set(name, [...(types.get(name) ?? []), ...eventsOfChanges([change]).map(({ type }) => type)]);
  }
  return types;
}

test('the reference lists all events that operations and functions cause', async () => {
  const causes = [
    ...scenarios.map(({ operation }) => operation),
    ...invocationScenarios.map(({ invocable }) => invocable),
  ];
  for (const { operation, prepare } of scenarios) {
    const world = await newWorld();
    const request = { ...(await prepare(world)), key: world.write };
    await mark(operation.name);
    await call(operation, request);
    await mark('nothing');
  }
  for (const { invocable, prepare } of invocationScenarios) {
    const payload = await prepare(await newWorld());
    await mark(invocable.name);
    await invoke(invocable, payload);
    await mark('nothing');
  }

  const types = typesBetweenMarks((await historyOf(storeTable())).changes);
  const unnamed = causes.flatMap((cause) =>
    [...new Set(types.get(cause.name))]
      .filter((type) => !eventsCausedBy(cause).includes(type))
      .map((type) => `${cause.name} causes ${type}`),
  );
  expect(unnamed).toEqual([]);
  expect(causes.filter(({ name }) => (types.get(name) ?? []).length > 0).length).toBeGreaterThan(25);
});
