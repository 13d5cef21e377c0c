/** The events of the local server, as they come. */
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
export async function tailEvents(given: Tail, { target: { endpoint }, json }: Session): Promise<Outcome> {
  if (endpoint === undefined) {
    throw new UsageError(
      `events tail reads the local server: use --endpoint. On AWS, receive events with ${commandName} webhooks create, and read the attempts with ${commandName} webhooks deliveries`,
    );
  }
  const print = (event: BusEvent) => console.log(json ? JSON.stringify(event.detail) : lineOf(event));
  const response = await fetch(new URL('/events/messages.json', endpoint)).catch((error: unknown) => {
    throw error instanceof Error && error.cause instanceof Error ? error.cause : error;
  });
  if (!response.ok) throw new Error(`${endpoint} is no local server: /events/ returned ${response.status}`);
  const events = (await response.json()) as BusEvent[];
  const isWanted = wanted(given);
  for (const event of given.last === 0 ? [] : events.filter(isWanted).slice(-given.last)) print(event);
  if (!given['no-follow']) {
    const seen = new Set(events.map(({ id }) => id));
    for await (const event of eventsFrom(endpoint)) if (!seen.has(event.id) && isWanted(event)) print(event);
    throw new Error('The server has stopped');
  }
  return { result: {}, ok: true };
}

function wanted({ store, types }: Tail): (event: BusEvent) => boolean {
  const names = types?.split(',').map((name) => name.trim());
  return ({ detail: { store_id, type } }) =>
    (store === undefined || store_id === store) &&
    (names === undefined ||
      names.some((name) => (name.endsWith('*') ? type.startsWith(name.slice(0, -1)) : type === name)));
}

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
