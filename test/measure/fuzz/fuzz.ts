/** Sends generated requests to every operation, as an event to its handler or over HTTP, and holds the replies against the contract. */
import fc from 'fast-check';
import { portOf } from '../../../bin/local/engines/ports.ts';
import { runFunction } from '../../../bin/local/functions.ts';
import { startServer } from '../../../bin/local/server.ts';
import { gateway } from '../../../lib/gateway/gateway.ts';
import { operations } from '../../../lib/resources/operations.ts';
import { type CallInput, call, requestOf } from '../../support/http/call.ts';
import { type Response, undocumented } from '../../support/http/documented.ts';
import { sendOverHttp } from '../../support/http/over-http.ts';
import { scenarios } from '../../support/scenarios/all.ts';
import type { Scenario } from '../../support/scenarios/scenario.ts';
import { newWorld } from '../../support/world/world.ts';
import { faultOf } from './allowed.ts';
import { requests } from './requests.ts';

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
  const result: FuzzResult = { operations: scenarios.length, requests: 0, replies: new Map(), faults: [] };
  const server = await startServer(0, [gateway(operations, (name, event) => runFunction(name, event))]);
  const url = `http://127.0.0.1:${portOf(server)}`;
  try {
    for (const scenario of scenarios) {
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
  const arbitrary = requests(scenario.operation, valid, world).filter(target.canSend);
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
