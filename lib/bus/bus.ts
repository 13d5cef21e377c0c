/** The bus that events are published to (Events page). */
import { EventBridgeClient, PutEventsCommand, type PutEventsResultEntry } from '@aws-sdk/client-eventbridge';
import type { StoreEvent } from '../events/events-of.ts';
import * as batches from '../runtime/batches.ts';
import { chunksOf } from '../runtime/collections.ts';
import { requiredSetting } from '../runtime/settings.ts';

/** The one EventBridge client of a function. */
export const eventbridge = new EventBridgeClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

/** The result of publishing events. */
interface Put {
  /** Number of events that the bus accepted before the first one that it did not. */
  taken: number;
  /** Why the first remaining event was not accepted; undefined if all were. */
  cause?: unknown;
}

/** Puts events on the bus in their order, until the bus does not accept one. */
export async function putInOrder(events: readonly StoreEvent[]): Promise<Put> {
  let taken = 0;
  for (const portion of chunksOf(events, batches.putEvents.size)) {
    try {
      taken += await put(portion);
    } catch (cause) {
      return { taken: taken + (cause instanceof PutRefused ? cause.taken : 0), cause };
    }
  }
  return { taken };
}

/** Throws `PutRefused` if the bus does not accept all of them. */
async function put(events: readonly StoreEvent[]): Promise<number> {
  const { Entries = [] } = await eventbridge.send(
    new PutEventsCommand({
      Entries: events.map((event) => ({
        EventBusName: requiredSetting('EVENT_BUS'),
        Source: requiredSetting('EVENT_SOURCE'),
        DetailType: event.type,
        Detail: JSON.stringify(event),
        Time: new Date(event.created_at),
      })),
    }),
  );
  const refused = Entries.findIndex(({ ErrorCode }) => ErrorCode !== undefined);
  if (refused >= 0) throw new PutRefused(refused, Entries[refused]);
  return events.length;
}

/** The bus accepted only the events before the first refused one. */
class PutRefused extends Error {
  override readonly name = 'PutRefused';
  readonly taken: number;

  constructor(taken: number, { ErrorCode, ErrorMessage }: PutEventsResultEntry = {}) {
    super(`${ErrorCode}: ${ErrorMessage}`);
    this.taken = taken;
  }
}
