/** Where the events are that an operation or a function causes. */
import { type EventObject, type EventType, eventsCausedBy, objectOf } from '../../lib/resources/events.ts';
import type { Invocable } from '../../lib/schema/invocable.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { linkTo, type Part, part } from './page.ts';

export const pathOfObject = (object: EventObject): string => `events/${object.replaceAll('_', '-')}`;

export const linkToEvent = (type: EventType): string => linkTo({ path: pathOfObject(objectOf(type)) }, type);

/** The part of a page about what it causes: none where that is nothing. */
export function causedEvents(cause: Operation | Invocable): Part[] {
  const types = eventsCausedBy(cause);
  if (types.length === 0) return [];
  return [part('Events', `May cause ${types.map((type) => `[\`${type}\`](${linkToEvent(type)})`).join(', ')}.`)];
}
