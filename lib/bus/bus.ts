/** The bus on which events reach others (Events page). */
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { StoreEvent } from '../events/events-of.ts';
import { portionsOf } from '../runtime/portions.ts';
import { requiredSetting } from '../runtime/settings.ts';

/** The one EventBridge client of a function. */
export const eventbridge = new EventBridgeClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

const eventsAtOnce = 10;

/** Puts events on the bus in their order, and answers how many were taken before the first that was not. */
export async function putInOrder(events: readonly StoreEvent[]): Promise<number> {
  let taken = 0;
  for (const portion of portionsOf(events, eventsAtOnce)) {
    const { Entries = [] } = await eventbridge.send(
      new PutEventsCommand({
        Entries: portion.map((event) => ({
          EventBusName: requiredSetting('EVENT_BUS'),
          Source: requiredSetting('EVENT_SOURCE'),
          DetailType: event.type,
          Detail: JSON.stringify(event),
          Time: new Date(event.created_at),
        })),
      }),
    );
    const failed = Entries.findIndex(({ ErrorCode }) => ErrorCode !== undefined);
    if (failed >= 0) return taken + failed;
    taken += portion.length;
  }
  return taken;
}
