import { putInOrder } from '../../lib/bus/bus.ts';
import { eventsOf } from '../../lib/events/events-of.ts';
import { streamFunction } from '../../lib/invoke/stream.ts';

export const handler = streamFunction('publish-events', async (changes) => {
  const told = changes.map(({ before, after, time, epoch }) => eventsOf(before, after, { time, epoch }));
  const events = told.flat();
  const taken = await putInOrder(events);
  if (taken === events.length) return changes.length;
  const untold = events[taken];
  return told.findIndex((ofChange) => ofChange.some((event) => event === untold));
});
