import { client } from './client.ts';
import { conditions } from './conditions.ts';
import type { Defect } from './defect.ts';
import { effects } from './effects.ts';
import { events } from './events.ts';
import { inputs } from './inputs.ts';
import { money } from './money.ts';
import { readings } from './readings.ts';
import { wire } from './wire.ts';

/** All defects, each with the kind that it belongs to. */
export const defects: readonly (Defect & { kind: string })[] = Object.entries({
  conditions,
  money,
  effects,
  readings,
  client,
  events,
  inputs,
  wire,
}).flatMap(([kind, ofKind]) => ofKind.map((defect) => ({ kind, ...defect })));
