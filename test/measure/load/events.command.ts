/**
 * `npm run measure -- load:events`: many clients change a local service of its own all at once; then whether each change has its event, in
 * order for each object and never under an id of another. Only loopback, about a minute.
 */
import { commandOptions } from '../../../bin/command-line/options.ts';
import { report } from '../proof/report.ts';
import { changeAtOnce } from './events.ts';

const { clients, changes } = commandOptions({
  command: 'npm run measure -- load:events',
  summary: 'Changes a local service by many clients at once, and looks for the events.',
  options: {
    clients: { type: 'number', value: 'N', default: 50, summary: 'at once' },
    changes: { type: 'number', value: 'N', default: 5000, summary: 'of all clients together, 9,000 at most' },
  },
});

const startedAt = performance.now();
const { complaints, seconds, ...told } = await changeAtOnce({ clients, changes: Math.min(changes, 9000) });
await report({
  name: 'load-events',
  command: `npm run measure -- load:events --clients ${clients} --changes ${changes}`,
  seconds: (performance.now() - startedAt) / 1000,
  passed: complaints.length === 0,
  figures: {
    clients,
    'changes acknowledged': told.changes,
    'events listed': told.events,
    'objects changed': told.objects,
    'seconds of changing': Math.round(seconds.changing),
    'seconds until the last event was listed': Math.round(seconds.following * 10) / 10,
    'objects with an event too many, missing or out of order, and ids with two contents': complaints.length,
  },
});
for (const complaint of complaints.slice(0, 10)) console.error(complaint);
