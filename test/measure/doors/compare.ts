/** Asks the same through two doors and tells what differs. */
import { isDeepStrictEqual } from 'node:util';
import { type Door, through } from '../../support/door.ts';
import type { Asking } from './asking.ts';
import { askings, asTheContractSays } from './exchanges.ts';
import { alike, comparable } from './replies.ts';

interface Answered {
  asked: string;
  here: unknown;
  there: unknown;
}

interface Comparison {
  /** Requests and invocations, of each door. */
  asked: number;
  /** Operations that succeed as the contract says, through the one and through the other. */
  succeeded: { here: number; there: number };
  differences: readonly Answered[];
}

/** Plays everything, or what has such a name, through both doors. What is only there differs as well. */
export async function compareDoors(here: Door, there: Door, only = /(?:)/): Promise<Comparison> {
  const answered: Answered[] = [];
  for (const [name, asking] of askings) {
    if (!only.test(name)) continue;
    const [ours, theirs] = await Promise.all([answersOf(here, asking), answersOf(there, asking)]);
    for (const question of new Set([...ours.keys(), ...theirs.keys()])) {
      answered.push({ asked: `${name} ${question}`, here: ours.get(question), there: theirs.get(question) });
    }
  }
  const scenarios = answered.filter(({ asked }) => asked.endsWith(` ${asTheContractSays}`));
  return {
    asked: answered.length,
    succeeded: {
      here: scenarios.filter((each) => isSuccess(each.here)).length,
      there: scenarios.filter((each) => isSuccess(each.there)).length,
    },
    differences: answered.filter(
      ({ asked, here: ours, there: theirs }) => !isDeepStrictEqual(ours, theirs) || asked.endsWith(` ${notAsked}`),
    ),
  };
}

/** Never alike: what fails through both doors in the same way has compared nothing. */
const notAsked = 'could not be asked';

const isSuccess = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'status' in answer && Number(answer.status) < 300;

async function answersOf(door: Door, asking: Asking): Promise<Map<string, unknown>> {
  try {
    const answers = await through(door, () => asking(door));
    return new Map([...answers].map(([name, answer]) => [name, seen(answer)]));
  } catch (error) {
    return new Map([[notAsked, error instanceof Error ? error.message : String(error)]]);
  }
}

const seen = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'headers' in answer
    ? comparable(answer as Parameters<typeof comparable>[0])
    : alike(answer);
