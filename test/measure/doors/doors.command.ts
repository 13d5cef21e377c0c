/** `npm run measure -- doors`: asks a service that runs somewhere, a deployed stack above all, what the local server is asked, and compares. */
import { isDeepStrictEqual } from 'node:util';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { commandOptions } from '../../../bin/command-line/options.ts';
import { type Door, through } from '../../support/door.ts';
import { startLocalServer } from '../../support/http/local-server.ts';
import { askings, asTheContractSays, httpDoor, localDoor, madeUp } from './exchanges.ts';
import { type Asking, alike, comparable } from './replies.ts';

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

/** Plays everything, or what has such a name, through both doors. A name that is only there differs as well. */
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

export default async function doors(): Promise<void> {
  const { url, stack, endpoint, only } = commandOptions({
    command: 'npm run measure -- doors',
    summary:
      'Compares a running service with the local server, request by request. It makes stores of its own there, and leaves them.',
    options: {
      url: {
        type: 'string',
        value: 'URL',
        required: true,
        summary: 'the base URL of the service, as the stack’s output has it',
      },
      stack: {
        type: 'string',
        value: 'NAME',
        default: 'StoreCommerceApi',
        summary: 'how the names of its functions begin',
      },
      endpoint: { type: 'string', value: 'URL', summary: 'where the Invoke API is, where that is not AWS' },
      only: { type: 'string', value: 'PATTERN', default: '', summary: 'operations and functions of such names alone' },
    },
  });

  const local = await startLocalServer();
  try {
    const lambda = new LambdaClient(endpoint === undefined ? {} : { endpoint, ...madeUp });
    const { asked, succeeded, differences } = await compareDoors(
      localDoor(local.url),
      httpDoor({ url, stack, lambda }),
      new RegExp(only),
    );
    for (const each of differences) {
      console.log(`\n${each.asked}\n  here  ${JSON.stringify(each.here)}\n  there ${JSON.stringify(each.there)}`);
    }
    console.log(`\nOperations that succeed as the contract says: ${succeeded.here} here, ${succeeded.there} there`);
    console.log(`${asked} asked of each, ${differences.length} answered differently`);
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    await local.stop();
  }
}
