/**
 * Run in a fresh process with a bundle, an event and a file of more, as Lambda runs a function: INIT imports the bundle, the first request
 * is a cold function's. Of the others those around the 100th are measured, and those at the end, in a function that is warm. Prints
 * the milliseconds and the CPU of each, and the statuses answered; the engine is on loopback, so what remains is work, not waiting.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [bundle = '', firstEvent = '', eventsFile = ''] = process.argv.slice(2);

const statuses = new Set<number>();
/** Milliseconds on the clock and of CPU, the latter without waiting. */
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

const one = JSON.parse(firstEvent);
const first = await timed(() => answer(one));
// Not before: a heap that is full of them would cost the first request.
const events: object[] = JSON.parse(readFileSync(eventsFile, 'utf8'));
const early = { from: 50, to: 150 };
/** So many at the end, or half of all where there are fewer. */
const measured = Math.min(1000, events.length / 2);
await answerAll(events.slice(0, early.from));
const hundredth = await timed(() => answerAll(events.slice(early.from, early.to)));
await answerAll(events.slice(early.to, -measured || undefined));
const warm = await timed(() => answerAll(events.slice(events.length - measured)));

process.stderr.write(
  JSON.stringify({
    init: init.clock,
    first: first.clock,
    initCpu: init.cpu,
    firstCpu: first.cpu,
    hundredthCpu: (1000 * hundredth.cpu) / (early.to - early.from),
    warmCpu: (1000 * warm.cpu) / Math.max(1, measured),
    statuses: [...statuses],
  }),
);
