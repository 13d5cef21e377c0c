/** Keeps every request that a run sends, with its answer, and the states of the record of each request with an idempotency key. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { requestTable } from '../../../lib/table/client.ts';
import type { Input } from './actor.ts';
import type { Exchange } from './calls.ts';
import { clock } from './clock.ts';
import { currentExecution } from './execution.ts';
import { type Call, type FaultKind, isAnswered } from './faults.ts';
import type { Answer } from './history.ts';
import type { Asked, Recorded, RecordStep } from './recorded.ts';

const requests = new AsyncLocalStorage<Recorded>();

/** Sends a request, and keeps it in the run that it belongs to. */
export async function recorded<T>(asked: Asked, send: () => Promise<T>, answerOf: (result: T) => Answer): Promise<T> {
  const run = currentExecution()?.run;
  if (!run) return send();
  const request: Recorded = { ...asked, from: run.time, to: Number.POSITIVE_INFINITY };
  run.requests.push(request);
  return requests.run(request, async () => {
    noteStep('asks');
    const result = await send();
    if (request.isDead) return result;
    Object.assign(request, { answer: answerOf(result), to: run.time });
    noteStep('answers');
    return result;
  });
}

/** Notes what the present request has come to, if it has a key. */
export function noteStep(what: RecordStep['what']): void {
  const request = requests.getStore();
  // What a refused request still reads decides nothing, nor does the death of what still went on.
  if (!request || request.isDead || (request.answer && /^(?:finds|its function dies)/.test(what))) return;
  request.isDead = what === 'its function dies';
  if (request.key === undefined) return;
  currentExecution()?.run.steps.push({ request, what, at: clock.now() });
}

/** The exchange, noting what it shows of the record of the present request. */
export function noted(exchange: Exchange, call: Call, input: Input, kind: FaultKind | undefined): Exchange {
  if (call.service !== 'DynamoDB' || !isOfRecord(input)) return exchange;
  return {
    ...exchange,
    async send() {
      try {
        const result = await exchange.send();
        const outcome = outcomeOf(call, result as Input, isAnswered(kind));
        if (outcome) noteStep(outcome);
        return result;
      } catch (error) {
        const refusal = isAnswered(kind) && refusalOf(error, input);
        if (refusal) noteStep(refusal);
        throw error;
      }
    },
  };
}

interface Keyed {
  TableName?: string;
  Key?: Input;
  Item?: Input;
}

const isRecord = ({ TableName, Key, Item }: Keyed): boolean =>
  TableName === requestTable() && (Key ?? Item)?.pk?.S?.includes('#IDEMPOTENCY#') === true;

const placeOfRecord = (items: readonly Record<string, Keyed>[]): number =>
  items.findIndex(({ Put }) => Put !== undefined && isRecord(Put));

const isOfRecord = (input: Input): boolean =>
  input.TransactItems ? placeOfRecord(input.TransactItems) >= 0 : isRecord(input);

function outcomeOf({ command }: Call, result: Input, isHeard: boolean): RecordStep['what'] | undefined {
  if (command !== 'GetItem') return isHeard ? 'commits the change and its record' : 'commits, and hears nothing of it';
  const { expires_at } = result.Item ?? {};
  const isThere = expires_at !== undefined && Number(expires_at.N ?? expires_at) * 1000 > clock.now();
  return isHeard ? (isThere ? 'finds the record' : 'finds no record') : undefined;
}

/** Why a commit was refused for good; undefined if it was only in the way of another. */
function refusalOf(error: unknown, { TransactItems }: Input): RecordStep['what'] | undefined {
  const { name, CancellationReasons = [] } = error as { name?: string; CancellationReasons?: { Code?: string }[] };
  if (name === 'ConditionalCheckFailedException') return 'finds the record';
  const failed = CancellationReasons.map(({ Code }) => Code === 'ConditionalCheckFailed');
  if (!failed.includes(true)) return undefined;
  return failed[placeOfRecord(TransactItems)] ? 'finds the record' : 'finds the card changed';
}
