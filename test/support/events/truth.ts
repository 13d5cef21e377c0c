/** Whether the events of a table's changes are true: none is missing or false, and none contains personal data. */

import type { DynamoDBRecord } from 'aws-lambda';
import { recordsOf } from '../../../bin/local/events/stream.ts';
import { changeOf } from '../../../lib/chain/background.ts';
import { eventsOf, type StoreEvent } from '../../../lib/events/events-of.ts';
import type { Item } from '../../../lib/events/item.ts';
import { eventObjects, eventTypes } from '../../../lib/resources/events.ts';
import { isPublicId } from '../../../lib/schema/ids.ts';
import type { ItemChange } from '../../../lib/table/item-change.ts';
import { itemsOf } from '../aws/table-contents.ts';
import { type Known, received, standing } from './receiver.ts';

/** All that has happened to a table, each item's changes in their order, and what is there now. */
interface History {
  records: readonly DynamoDBRecord[];
  changes: readonly ItemChange[];
  items: readonly Item[];
}

export async function historyOf(table: string): Promise<History> {
  const [records, items] = [await recordsOf(table), await itemsOf(table)];
  return { records, changes: records.map(changeOf), items };
}

/** All events of some changes, in their order. */
export const eventsOfChanges = (changes: readonly ItemChange[]): StoreEvent[] =>
  changes.flatMap(({ before, after, time, epoch }) => eventsOf(before, after, { time, epoch }));

/** What is wrong with the events of all that has happened to a table; `eventsOf` makes them from the changes. */
export function complaintsAbout({ changes, items }: History, eventsOf = eventsOfChanges): string[] {
  const events = eventsOf(changes);
  return [
    ...events.flatMap(misshapen),
    ...twice(events),
    ...sharing(events),
    // A consumer that follows their sequence needs no order among them.
    ...differences(standing(items), received(events.toReversed())),
    ...entriesWithoutEvent(items, events),
  ];
}

/** The events of an earlier release that follows some of the changes: ids that it does not know, and its own events by their ids. */
export interface Earlier {
  mayMiss: ReadonlySet<string>;
  events: ReadonlyMap<string, StoreEvent>;
}

/** What is wrong with what has reached a consumer, in any order and however often. */
export function complaintsOfConsumer(
  { changes, items }: History,
  delivered: readonly StoreEvent[],
  { mayMiss, events }: Earlier = { mayMiss: new Set(), events: new Map() },
): string[] {
  const due = new Map(eventsOfChanges(changes).map((event) => [event.id, event]));
  const ids = new Set(delivered.map(({ id }) => id));
  const isTrue = (event: StoreEvent) =>
    [due, events].some((all) => JSON.stringify(event) === JSON.stringify(all.get(event.id)));
  const missed = [...due.values()].filter(({ id }) => mayMiss.has(id) && !ids.has(id));
  const isReported = (name: string) => !missed.some(({ object }) => name === `${object.type} ${object.id}`);
  return [
    ...[...due.values()]
      .filter(({ id }) => !ids.has(id) && !mayMiss.has(id))
      .map((event) => `No consumer received ${nameOf(event)}`),
    ...delivered.filter((event) => !isTrue(event)).map((event) => `There was no ${nameOf(event)}`),
    ...differences(standing(items), received(delivered), isReported),
  ];
}

const nameOf = ({ type, object, sequence }: StoreEvent): string => `${type} ${sequence} of ${object.id}`;

/** Only what the type's schema names, ids, amounts and statuses, may be in an event. */
function misshapen({ type, object, data }: StoreEvent): string[] {
  const schema = eventTypes[type].data;
  const more = Object.keys(data).filter((field) => !(field in schema.shape));
  return [
    ...more.map((field) => `${type} contains ${field}`),
    ...(schema.safeParse(data).success ? [] : [`${type} does not fit its schema: ${JSON.stringify(data)}`]),
    ...(isPublicId(eventObjects[object.type].resource, object.id) ? [] : [`${type} is about ${object.id}`]),
  ];
}

function twice(events: readonly StoreEvent[]): string[] {
  const byId = Map.groupBy(events, ({ id }) => id);
  return [...byId.values()].filter(({ length }) => length > 1).map(([event]) => `${event?.type} has the id of another`);
}

/** A receiver that has the first of two events with one sequence takes the second for an old one. */
function sharing(events: readonly StoreEvent[]): string[] {
  const distinct = [...new Map(events.map((event) => [event.id, event])).values()];
  return [...Map.groupBy(distinct, ({ object, sequence }) => `${sequence} of ${object.id}`)]
    .filter(([, { length }]) => length > 1)
    .map(([name, own]) => `${own.map(({ type }) => type).join(' and ')} share the sequence ${name}`);
}

function differences(there: Known, reported: Known, isReported = (_: string) => true): string[] {
  return [...new Set([...there.keys(), ...reported.keys()])].filter(isReported).flatMap((name) => {
    const [is, reports] = [there.get(name), reported.get(name)].map((state) => JSON.stringify(state));
    return is === reports ? [] : [`${name} is ${is}, and events report ${reports}`];
  });
}

/** Every entry of a ledger has its one event. */
function entriesWithoutEvent(items: readonly Item[], events: readonly StoreEvent[]): string[] {
  const reported = events.flatMap(({ data }) => ('transaction_id' in data ? [data.transaction_id] : []));
  const entries = items.filter(({ pk, sk }) => /#(?:GIFTCARD|CREDIT)#/.test(pk) && sk.startsWith('TRANSACTION#'));
  const ids = entries.map(({ sk }) => sk.slice('TRANSACTION#'.length));
  return [
    ...ids.filter((id) => !reported.includes(id)).map((id) => `no event has ${id}`),
    ...reported.filter((id) => !ids.includes(id)).map((id) => `the ledger has no ${id}`),
  ];
}
