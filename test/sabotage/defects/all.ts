import { client } from './client.ts';
import { conditions } from './conditions.ts';
import type { Defect } from './defect.ts';
import { effects } from './effects.ts';
import { events } from './events.ts';
import { inputs } from './inputs.ts';
import { local } from './local.ts';
import { money } from './money.ts';
import { readings } from './readings.ts';

/** All defects, each with the kind that it belongs to. */
export const defects: readonly (Defect & { kind: string })[] = Object.entries({
  conditions,
  money,
  effects,
  readings,
  client,
  events,
  inputs,
  local,
}).flatMap(([kind, ofKind]) => ofKind.map((defect) => ({ kind, ...defect })));
