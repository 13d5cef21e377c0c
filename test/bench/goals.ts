/** What the bench is to show, beside what it does. */

import { type Comparison, rows } from './comparison.ts';
import { assumed } from './cost.ts';
import type { FreshProcess } from './fresh-processes.ts';

export interface Goal {
  figure: string;
  goal: string;
  now: string;
  isMet: boolean;
}

const atMost = (figure: string, goal: number, now: number, unit = ''): Goal => ({
  figure,
  goal: `≤ ${goal}${unit}`,
  now: `${now.toFixed(goal < 10 ? 2 : 0)}${unit}`,
  isMet: now <= goal,
});

const atLeast = (figure: string, goal: number, now: number): Goal => ({
  figure,
  goal: `≥ ${goal.toLocaleString('en-US')}`,
  now: Math.round(now).toLocaleString('en-US'),
  isMet: now >= goal,
});

/** Ratios are of medians of one run; a processor does nothing else while it counts requests a second. */
export function goalsOf({ compared, readCpu }: Comparison, colds: ReadonlyMap<string, FreshProcess>): Goal[] {
  const rowOf = (what: string) => compared.find((one) => one.what === what);
  const [ours, bare, powertools] = [rows.ours, rows.bare, rows.powertools].map(rowOf);
  if (!ours || !bare || !powertools) return [];
  const withS3 = colds.get('upload-digital-file');
  return [
    atMost('cold start (CPU) against the bare handler', 1.1, ours.coldCpu.median / bare.coldCpu.median, ' ×'),
    ...(withS3
      ? [atMost('… of `upload-digital-file`, with S3', 1.4, withS3.coldCpu.median / bare.coldCpu.median, ' ×')]
      : []),
    atMost('first answer after INIT at 0.29 of a processor', 65, ours.firstCpu.median / assumed.cpuShare, ' ms'),
    atMost(
      'CPU without the HTTP client against Powertools',
      0.7,
      ours.chainCpu.median / powertools.chainCpu.median,
      ' ×',
    ),
    atMost('CPU with the HTTP client against Powertools', 0.7, ours.warmCpu.median / powertools.warmCpu.median, ' ×'),
    atLeast('creates a second of one processor', 500, 1e6 / ours.warmCpu.median),
    atLeast('reads a second of one processor', 1100, 1e6 / readCpu.median),
    atMost('a million creates, everything in, in dollars', 9.5, ours.cost),
  ];
}
