/**
 * Run in a fresh process with a bundle and a file of events, as Lambda runs a function: INIT imports the bundle, the first request
 * is a cold function's. Of the others the first half warms up and the second half is measured. Prints the milliseconds and the
 * CPU of each, and the statuses answered; the engine is on loopback, so what remains is work, not waiting.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [bundle = '', eventsFile = ''] = process.argv.slice(2);
const [firstEvent, ...events] = JSON.parse(readFileSync(eventsFile, 'utf8'));

const statuses = new Set<number>();
/** Milliseconds on the clock and of CPU, waiting left out of the second. */
async function timed<T>(work: () => Promise<T>): Promise<{ result: T; clock: number; cpu: number }> {
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { result, clock: performance.now() - startedAt, cpu: (user + system) / 1000 };
}

const init = await timed(() => import(pathToFileURL(bundle).href));
const answer = async (event: object) => {
  const { statusCode } = await init.result.handler(event, {
    awsRequestId: 'bench',
    getRemainingTimeInMillis: () => 10_000,
  });
  statuses.add(statusCode);
};
const answerAll = async (some: readonly object[]) => {
  for (const event of some) await answer(event);
};

const first = await timed(() => answer(firstEvent));
await answerAll(events.slice(0, events.length / 2));
const measured = events.slice(events.length / 2);
const warm = await timed(() => answerAll(measured));

process.stderr.write(
  JSON.stringify({
    init: init.clock,
    first: first.clock,
    initCpu: init.cpu,
    firstCpu: first.cpu,
    warmCpu: (1000 * warm.cpu) / Math.max(1, measured.length),
    statuses: [...statuses],
  }),
);
