/** Where the events are that an operation or a function causes. */
import { type EventObject, type EventType, eventsCausedBy, objectOf } from '../../lib/resources/events.ts';
import type { Invocable } from '../../lib/schema/invocable.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { linkTo } from './page.ts';

export const pathOfObject = (object: EventObject): string => `events/${object.replaceAll('_', '-')}`;

export const linkToEvent = (type: EventType): string => linkTo({ path: pathOfObject(objectOf(type)) }, type);

/** What stands on a page of what it causes: nothing where that is nothing. */
export function causedEvents(cause: Operation | Invocable): string[] {
  const types = eventsCausedBy(cause);
  if (types.length === 0) return [];
  return ['#### Events', `May cause ${types.map((type) => `[\`${type}\`](${linkToEvent(type)})`).join(', ')}.`];
}
