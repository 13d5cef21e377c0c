/** What the bench is to show, beside what it does. */

import { type Comparison, rows } from './comparison.ts';
import { assumed } from './cost.ts';
import type { FreshProcess, Spread } from './fresh-processes.ts';

export interface Goal {
  figure: string;
  goal: string;
  now: string;
  /** Undefined where no goal is set. */
  isMet: boolean | undefined;
}

const atMost = (figure: string, goal: number, now: number, unit = ''): Goal => ({
  figure,
  goal: `≤ ${goal}${unit}`,
  now: `${now.toFixed(goal < 10 ? 2 : 0)}${unit}`,
  isMet: now <= goal,
});

/** What no goal is set for: it differs between machines, or follows from the others. */
const told = (figure: string, now: string): Goal => ({ figure, goal: 'for information', now, isMet: undefined });

/** Ratios are of medians of one run: they carry over to other machines, where milliseconds do not. */
export function goalsOf(comparison: Comparison, colds: ReadonlyMap<string, FreshProcess>): Goal[] {
  const { compared, readCpu, bareReadCpu, hundredthCpu, tenThousandthCpu } = comparison;
  const rowOf = (what: string) => compared.find((one) => one.what === what);
  const [ours, bare, powertools] = [rows.ours, rows.bare, rows.powertools].map(rowOf);
  if (!ours || !bare || !powertools) return [];
  const withS3 = colds.get('upload-digital-file');
  const share = (one: Spread, other: Spread): number => one.median / other.median;
  return [
    atMost('CPU with the HTTP client against Powertools', 0.6, share(ours.warmCpu, powertools.warmCpu), ' ×'),
    atMost(
      'CPU of the first request after INIT against Powertools',
      0.3,
      share(ours.firstCpu, powertools.firstCpu),
      ' ×',
    ),
    atMost(
      'start-up (CPU of INIT and first request) against the bare handler',
      0.8,
      share(ours.coldCpu, bare.coldCpu),
      ' ×',
    ),
    atMost('CPU of the 100th call against the 10,000th', 1.6, share(hundredthCpu, tenThousandthCpu), ' ×'),
    atMost('CPU of a read against its two calls made by a bare handler', 1.2, share(readCpu, bareReadCpu), ' ×'),
    atMost('a million creates, everything in, in dollars', 9.9, ours.cost),
    told("creates a second against the bare handler's", `${share(bare.warmCpu, ours.warmCpu).toFixed(2)} ×`),
    told("reads a second against the bare handler's", `${share(bareReadCpu, readCpu).toFixed(2)} ×`),
    told(
      'first answer after INIT at 0.29 of a processor, on this machine',
      `${(ours.firstCpu.median / assumed.cpuShare).toFixed(0)} ms`,
    ),
    ...(withS3
      ? [
          told(
            'start-up of `upload-digital-file`, with S3, against the bare handler',
            `${share(withS3.coldCpu, bare.coldCpu).toFixed(2)} ×`,
          ),
        ]
      : []),
  ];
}
