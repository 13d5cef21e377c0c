import { client } from './client.ts';
import { clientLinks } from './client-links.ts';
import { commandLine } from './command-line.ts';
import { conditions } from './conditions.ts';
import { effects } from './effects.ts';
import { events } from './events.ts';
import { inputs } from './inputs.ts';
import { local } from './local.ts';
import { money } from './money.ts';
import type { Planted } from './planted.ts';
import { readings } from './readings.ts';
import { stack } from './stack.ts';
import { wire } from './wire.ts';
import { work } from './work.ts';

/** A defect that is planted on purpose: another text in the place of one that stands in a file exactly once. */
export interface Defect {
  kind: string;
  /** What is wrong with the planted code, in a few words. */
  name: string;
  file: string;
  from: string;
  to: string;
  /** Test files that should notice it; where they do not, everything else is asked. */
  tests: readonly string[];
}

/** All defects, each with the kind that it belongs to. */
export const defects: readonly Defect[] = Object.entries<Planted>({
  conditions,
  money,
  effects,
  readings,
  client,
  clientLinks,
  commandLine,
  events,
  inputs,
  work,
  stack,
  local,
  wire,
}).flatMap(([kind, planted]) =>
  Object.entries(planted).flatMap(([tests, files]) =>
    Object.entries(files).flatMap(([file, changes]) =>
      Object.entries(changes).map(([name, change]) => {
        const [from, to] = typeof change === 'string' ? [change, ''] : change;
        return { kind, name, file, from, to, tests: tests.split(' ') };
      }),
    ),
  ),
);
