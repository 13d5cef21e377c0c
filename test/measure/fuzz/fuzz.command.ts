/**
 * `npm run measure -- fuzz`: every operation with generated valid, near-valid and hostile requests, on its handler and over HTTP, and every
 * function without a route with such payloads: never a 5xx or an `INTERNAL_ERROR`, always an answer that the contract allows.
 */
import fc from 'fast-check';
import { portOf } from '../../../bin/local/engines/ports.ts';
import { runFunction } from '../../../bin/local/functions.ts';
import { startServer } from '../../../bin/local/server.ts';
import { gateway } from '../../../lib/gateway/gateway.ts';
import { routes } from '../../../lib/resources/nouns.ts';
import { doorScenarios, type Scenario, scenarios } from '../../requests/all.ts';
import { type CallInput, call, requestOf } from '../../support/http/call.ts';
import { type Response, undocumented } from '../../support/http/documented.ts';
import { sendOverHttp } from '../../support/http/servers.ts';
import { onScratchEngines } from '../../support/scratch-engines.ts';
import { newWorld } from '../../support/world/world.ts';
import { measure } from '../measure.ts';
import { faultOf } from './allowed.ts';
import { fuzzFunctions } from './functions.ts';
import { requests as requestsTo } from './requests.ts';

interface FuzzOptions {
  seed: number;
  /** Requests to each operation, on each of the two ways. */
  runs: number;
}

interface FuzzResult {
  operations: number;
  requests: number;
  /** By status. */
  replies: Map<number, number>;
  /** What is wrong, with the smallest request found that shows it. */
  faults: string[];
}

export async function fuzz({ seed, runs }: FuzzOptions): Promise<FuzzResult> {
  const all = [...scenarios, ...doorScenarios];
  const result: FuzzResult = { operations: all.length, requests: 0, replies: new Map(), faults: [] };
  const server = await startServer(0, [gateway(routes, (name, event) => runFunction(name, event))]);
  const url = `http://127.0.0.1:${portOf(server)}`;
  try {
    for (const scenario of all) {
      for (const target of targets(scenario, url)) await fuzzOne(scenario, target, { seed, runs }, result);
    }
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return result;
}

interface Target {
  name: string;
  send(input: CallInput): Promise<Response>;
  canSend(input: CallInput): boolean;
}

const targets = ({ operation }: Scenario, url: string): Target[] => [
  { name: 'handler', send: (input) => call(operation, input), canSend: () => true },
  {
    name: 'HTTP',
    send: async (input) => ofTheApi(await sendOverHttp(url, requestOf(operation, input))),
    canSend: isHttp,
  },
];

const ofTheTransport = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/** Without the headers that the server itself adds. */
const ofTheApi = ({ headers, ...response }: Response): Response => ({
  ...response,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheTransport.has(name))),
});

/** Whether HTTP can carry the request, to this operation and no other. */
const isHttp = ({ path = {}, headers = {} }: CallInput): boolean =>
  Object.values(path).every((value) => value !== '' && value !== '.' && value !== '..' && value.isWellFormed()) &&
  Object.values(headers).every((value) => /^[\t -~]*$/.test(value));

async function fuzzOne(scenario: Scenario, target: Target, { seed, runs }: FuzzOptions, result: FuzzResult) {
  const world = await newWorld();
  const valid = await scenario.prepare(world);
  const arbitrary = requestsTo(scenario.operation, valid, world).filter(target.canSend);
  const property = fc.asyncProperty(arbitrary, async (input) => {
    const response = await target.send(input);
    result.requests += 1;
    result.replies.set(response.status, (result.replies.get(response.status) ?? 0) + 1);
    const fault = faultOf(scenario.operation, response) ?? undocumented(scenario.operation, response)[0];
    if (fault !== undefined) throw new Error(fault);
  });
  const details = await fc.check(property, { seed, numRuns: runs, endOnFailure: false });
  if (!details.failed) return;
  const where = `${scenario.operation.name} (${target.name})`;
  const cause = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  result.faults.push(`${where}: ${cause}\n${fc.stringify(details.counterexample).slice(0, 2000)}`);
}

const answerTitle = (code: string): string => (code === 'result' ? 'results' : `refusals with ${code}`);

export default measure(
  {
    name: 'fuzz',
    summary: 'Sends generated requests, from valid to hostile, and holds every reply against the contract.',
    options: {
      seed: { type: 'number', value: 'N', default: 1, summary: 'the same seed makes the same requests' },
      runs: {
        type: 'number',
        value: 'N',
        default: 300,
        summary: 'requests an operation, on its handler and over HTTP each, and invocations a function',
      },
    },
  },
  (given) =>
    onScratchEngines(async () => {
      const { operations, requests, replies, faults: ofReplies } = await fuzz(given);
      const { functions, invocations, answers, succeeded, faults: ofAnswers } = await fuzzFunctions(given);
      const faults = [...ofReplies, ...ofAnswers];
      for (const fault of faults) console.error(`\n${fault}`);
      const counts = [...replies].toSorted(([a], [b]) => a - b);
      return {
        passed: faults.length === 0 && succeeded.size === functions,
        figures: {
          operations,
          requests,
          ...Object.fromEntries(counts.map(([status, count]) => [`replies with ${status}`, count])),
          'replies that the contract does not allow': ofReplies.length,
          'functions without a route': functions,
          'of these, have answered with a result': succeeded.size,
          invocations,
          ...Object.fromEntries([...answers].toSorted().map(([code, count]) => [answerTitle(code), count])),
          'answers that the contract does not allow, and findings of the audits afterwards': ofAnswers.length,
        },
      };
    }),
);
