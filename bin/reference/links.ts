/** Where the pages of operations and events are. */

import { type EventObject, type EventType, eventsCausedBy, objectOf } from '../../lib/resources/events.ts';
import type { Invocable } from '../../lib/schema/invocable.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { linkTo, type Part, part } from './page.ts';

export const pathOfSection = (section: string): string => `api/${section.toLowerCase().replaceAll(' ', '-')}`;

export const pathOfOperation = ({ name }: Operation): string => `api/${name}`;

export const linkToSection = (section: string): string => linkTo({ path: pathOfSection(section) });

export const linkToOperation = (operation: Operation): string => linkTo({ path: pathOfOperation(operation) });

export const pathOfObject = (object: EventObject): string => `events/${object.replaceAll('_', '-')}`;

export const linkToEvent = (type: EventType): string => linkTo({ path: pathOfObject(objectOf(type)) }, type);

/** The part of a page about what it causes: none where that is nothing. */
export function causedEvents(cause: Operation | Invocable): Part[] {
  const types = eventsCausedBy(cause);
  if (types.length === 0) return [];
  return [part('Events', `May cause ${types.map((type) => `[\`${type}\`](${linkToEvent(type)})`).join(', ')}.`)];
}
