import { boundaries } from './boundaries.ts';
import { client, clientLinks } from './client.ts';
import { commandLine } from './command-line.ts';
import { conditions } from './conditions.ts';
import { consoleSessions, staffConsole } from './console.ts';
import { effects } from './effects.ts';
import { events } from './events.ts';
import { inputs } from './inputs.ts';
import { local } from './local.ts';
import { mails } from './mails.ts';
import { money } from './money.ts';
import { moveIn } from './move-in.ts';
import type { Defect } from './planted.ts';
import { presents } from './presents.ts';
import { ratings } from './ratings.ts';
import { readings } from './readings.ts';
import { replies } from './replies.ts';
import { seldom } from './seldom.ts';
import { stack } from './stack.ts';
import { stored } from './stored.ts';
import { webhooks } from './webhooks.ts';
import { wire } from './wire.ts';
import { work } from './work.ts';

/** All defects, each with the kind that it belongs to. */
export const defects: readonly (Defect & { kind: string })[] = Object.entries({
  conditions,
  money,
  mails,
  effects,
  ratings,
  readings,
  replies,
  client,
  clientLinks,
  commandLine,
  events,
  webhooks,
  inputs,
  work,
  stack,
  local,
  staffConsole,
  consoleSessions,
  wire,
  seldom,
  boundaries,
  stored,
  moveIn,
  presents,
}).flatMap(([kind, ofKind]) => ofKind.map((defect) => ({ kind, ...defect })));
