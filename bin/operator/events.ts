/** The events of the local server, as they come. */
import { eventTypeNames } from '../../lib/resources/event-type-names.ts';
import { UsageError } from '../command-line/options.ts';
import { linesOf, parsedJson } from '../command-line/text.ts';
import type { BusEvent } from '../local/events/bus.ts';
import type { Outcome, Session } from './command.ts';
import { commandName } from './definition.ts';

interface Tail {
  store: string | undefined;
  /** Names and prefixes with commas between them. */
  types: string | undefined;
  /** How many earlier events to print first. */
  last: number;
  'no-follow': boolean;
}

/**
 * Prints the last events, and then each event as it comes, until the server or the reader stops. Throws a `UsageError` on AWS, where events
 * can only be received: by a webhook, or by a rule of the bus.
 */
export async function tailEvents(given: Tail, { target: { endpoint }, operator, json }: Session): Promise<Outcome> {
  if (endpoint === undefined) {
    throw new UsageError(
      `events tail reads the local server: use --endpoint. On AWS, receive events with ${commandName} webhooks create, and read the attempts with ${commandName} webhooks deliveries`,
    );
  }
  const isWanted = wanted(given);
  // Otherwise, a store that does not exist would look like a store without events.
  if (given.store !== undefined) await operator(given.store).listApiKeys({ limit: 1 });
  const print = (event: BusEvent) => console.log(json ? JSON.stringify(event.detail) : lineOf(event));
  const events = await eventsAt(endpoint);
  for (const event of given.last === 0 ? [] : events.filter(isWanted).slice(-given.last)) print(event);
  if (!given['no-follow']) {
    const seen = new Set(events.map(({ id }) => id));
    for await (const event of eventsFrom(endpoint)) if (!seen.has(event.id) && isWanted(event)) print(event);
    throw new Error('The server has stopped');
  }
  return { result: {}, ok: true };
}

/** The events that the server has. */
async function eventsAt(endpoint: string): Promise<BusEvent[]> {
  const response = await fetch(new URL('/events/messages.json', endpoint)).catch((error: unknown) => {
    throw error instanceof Error && error.cause instanceof Error ? error.cause : error;
  });
  if (!response.ok) throw new Error(`${endpoint} is no local server: /events/ returned ${response.status}`);
  return response.json() as Promise<BusEvent[]>;
}

/** Whether an event is to be printed. Throws a `UsageError` for a type that does not exist. */
function wanted({ store, types }: Tail): (event: BusEvent) => boolean {
  const names = types?.split(',').map((name) => name.trim());
  const unknown = names?.filter((name) => !eventTypeNames.some((type) => includes(name, type))) ?? [];
  if (unknown.length > 0) {
    const kinds = [...new Set(eventTypeNames.map((type) => `${type.split('.', 1)}.*`))];
    throw new UsageError(
      `There is no event type ${unknown.join(', ')}. --types takes ${kinds.join(', ')}, or single types`,
    );
  }
  return ({ detail: { store_id, type } }) =>
    (store === undefined || store_id === store) && (names === undefined || names.some((name) => includes(name, type)));
}

const includes = (name: string, type: string): boolean =>
  name.endsWith('*') ? type.startsWith(name.slice(0, -1)) : type === name;

const lineOf = ({ time, detail: { type, store_id, object } }: BusEvent): string =>
  [time, store_id, type, object.id].join('  ');

/** All events that the server has, then each as it comes. Skips attempts of deliveries, which have a name. */
async function* eventsFrom(endpoint: string): AsyncGenerator<BusEvent> {
  const { body } = await fetch(new URL('/events/live', endpoint));
  let isNamed = false;
  for await (const { bytes } of linesOf(body as AsyncIterable<Uint8Array>)) {
    const line = bytes.toString().trimEnd();
    if (line === '') isNamed = false;
    else if (line.startsWith('event: ')) isNamed = true;
    else if (!isNamed) yield parsedJson(line.replace(/^data: /, '')) as BusEvent;
  }
}
