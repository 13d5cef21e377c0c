import { putInOrder } from '../../lib/bus/bus.ts';
import { streamFunction } from '../../lib/chain/background.ts';
import { eventsOf } from '../../lib/events/events-of.ts';

export const handler = streamFunction('publish-events', async (changes) => {
  const told = changes.map(({ before, after, time, epoch }) => eventsOf(before, after, { time, epoch }));
  const events = told.flat();
  const { taken, cause } = await putInOrder(events);
  const firstUnpublished = events[taken];
  if (!firstUnpublished) return { done: changes.length };
  return { done: told.findIndex((ofChange) => ofChange.includes(firstUnpublished)), cause };
});
