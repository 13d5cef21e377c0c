import { putInOrder } from '../../lib/bus/bus.ts';
import { streamFunction } from '../../lib/chain/background.ts';
import { eventsOf } from '../../lib/events/events-of.ts';

export const handler = streamFunction('publish-events', async (changes) => {
  const eventsByChange = changes.map(({ before, after, time, epoch }) => eventsOf(before, after, { time, epoch }));
  const events = eventsByChange.flat();
  const { taken, cause } = await putInOrder(events);
  const firstUnpublished = events[taken];
  if (!firstUnpublished) return { done: changes.length };
  return { done: eventsByChange.findIndex((ofChange) => ofChange.includes(firstUnpublished)), cause };
});
