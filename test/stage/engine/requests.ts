/** Requests as steps: to endpoints, which carry an idempotency key where the contract takes one, and to functions without a route. */
import { inspect } from 'node:util';
import { newUnsubscribeToken, type UnsubscribeClaims } from '../../../lib/mail/unsubscribe-token.ts';
import { unsubscribe } from '../../../lib/resources/pages.ts';
import type { Subject } from '../../../lib/resources/shopper-tokens/rules.ts';
import { shopperOf } from '../../../lib/resources/waitlist/records.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import { type Operation, replays } from '../../../lib/schema/operation.ts';
import type { ShopCall } from '../../../lib/schema/shop-call.ts';
import { mayLackFields } from '../../support/handlers.ts';
import { type CallInput, call } from '../../support/http/call.ts';
import type { Response } from '../../support/http/documented.ts';
import { openPage } from '../../support/http/pages.ts';
import { callShop, lastingToken, type ShopInput } from '../../support/http/shop.ts';
import { invoke, invokeOverHttp } from '../../support/invoke.ts';
import { succeeded } from '../../support/world/world.ts';
import { currentExecution, noteCall } from './execution.ts';
import type { Answer, Input } from './history.ts';
import { recorded } from './recording.ts';

/** One request that a client means to make. */
export interface Request {
  /** As the contract names the operation or the function. */
  name: string;
  /** With what: a call's input, or an invocation's payload. */
  sent?: CallInput | object;
  /** What it is to the model. */
  input: Input;
  /** All that makes it what it is: another request differs from it here. */
  identity: string;
  /** Whether it carries an idempotency key; otherwise it may safely be made again, or only reads. */
  keyed: boolean;
  /** It is refused without an idempotency key. What the key identifies is found again long after the record of the request is gone. */
  requiresKey?: boolean;
  /** The last release does not keep what it needs: it is not asked while both releases serve. */
  isNew?: true;
  send(idempotencyKey?: string): Promise<Answer>;
}

type Heard = (answer: Answer) => void;

/** A request to an endpoint. `heard` gets every answer that is a success. */
export function request(operation: Operation, input: Input, sent: CallInput, heard?: Heard): Request {
  return {
    name: operation.name,
    sent,
    input: { ...input, reads: operation.method === 'GET' || operation.readOnly === true },
    identity: JSON.stringify([operation.name, sent.path, sent.body]),
    keyed: replays(operation),
    ...(operation.requiresIdempotencyKey && { requiresKey: true }),
    async send(idempotencyKey) {
      noteCall(operation.name);
      const answer = answerOf(
        await asked(operation, { ...sent, idempotencyKey: idempotencyKey ?? sent.idempotencyKey }).catch(undeclared),
      );
      if (answer.ok) heard?.(answer);
      return answer;
    },
  };
}

/** Calls an endpoint; the run keeps the request. */
export const asked = (operation: Operation, sent: CallInput): Promise<Response> =>
  recorded({ of: operation, sent, key: sent.idempotencyKey }, () => call(operation, sent), answerOf);

function answerOf({ status, body, headers }: Response): Answer {
  const replayed = headers['x-idempotency-replayed'] === 'true';
  return status >= 300 ? { ok: false, code: body.code, body: { status }, replayed } : { ok: true, body, replayed };
}

/** An answer that the contract does not allow. */
function undeclared(error: unknown): never {
  throw new Violation(error instanceof Error ? error.message : 'The call failed', [inspect(error)]);
}

/** An invocation of a function without a route. */
export function invocation(invocable: Invocable, input: Input, payload: object, heard?: Heard): Request {
  const { name, readOnly = false } = invocable;
  return {
    name,
    sent: payload,
    input: { ...input, reads: readOnly },
    identity: JSON.stringify([name, payload]),
    keyed: false,
    async send() {
      noteCall(name);
      const send = isSentOverHttp(invocable)
        ? () => invokeOverHttp(invocable, payload as { store_id: string })
        : () => invoke(invocable, payload);
      const answer = resultOf(await recorded({ of: invocable, sent: payload }, send, resultOf).catch(undeclared));
      if (answer.ok) heard?.(answer);
      return answer;
    },
  };
}

type Left = DistributiveOmit<UnsubscribeClaims, 'store_id' | 'shopper' | 'language'>;

type DistributiveOmit<T, K extends PropertyKey> = T extends T ? Omit<T, K> : never;

/** The form of a shopper's unsubscribe link, by default of a restock's email. */
export function unsubscription(
  store_id: string,
  input: Input,
  email: string,
  left: Left = { list: 'restock' },
): Request {
  const { name } = unsubscribe;
  return {
    name,
    input: { ...input, reads: false },
    identity: JSON.stringify([name, store_id, email, left]),
    keyed: false,
    async send() {
      noteCall(name);
      const claims = { ...left, store_id, shopper: shopperOf(email), language: 'en' } as const;
      const query = `t=${await newUnsubscribeToken(claims, timestampNow())}`;
      const { status } = await openPage(unsubscribe, { method: 'POST', query });
      if (status === 200) return { ok: true };
      return {
        ok: false,
        code: status === 429 ? 'RATE_LIMIT_EXCEEDED' : status === 401 ? 'UNAUTHORIZED' : 'INTERNAL_ERROR',
      };
    },
  };
}

interface Shopped extends ShopInput {
  store_id: string;
  subject: Subject;
}

/** A call with the token of a shopper. */
export function shopCall(
  call: ShopCall,
  input: Input,
  { store_id, subject, ...sent }: Shopped,
  heard?: Heard,
): Request {
  const { name } = call;
  return {
    name,
    input: { ...input, reads: call.method === 'GET' || call.of?.readOnly === true },
    identity: JSON.stringify([name, store_id, subject, sent.path, sent.body]),
    keyed: false,
    isNew: true,
    async send() {
      noteCall(name);
      const token = await lastingToken(store_id, subject);
      const send = () => callShop(call, { store: { id: store_id } }, { ...sent, token });
      // To a judge it is what the storefront function does.
      const { of } = call;
      const payload = { store_id, ...subject, ...sent.path, ...Object(sent.body) };
      const answer = answerOf(await (of ? recorded({ of, sent: payload }, send, answerOf) : send()));
      if (answer.ok) heard?.(answer);
      return answer;
    },
  };
}

/** Whether a storefront function is called by its HTTP door, as the run's seed has it. The last release has none. */
function isSentOverHttp({ group }: Invocable): boolean {
  const run = currentExecution()?.run;
  if (group !== 'storefront' || !run || mayLackFields() || !run.chances.chance(0.5)) return false;
  run.count('storefront function over HTTP');
  return true;
}

const resultOf = ({ errorType, ...body }: Awaited<ReturnType<typeof invoke>>): Answer =>
  errorType === undefined ? { ok: true, body } : { ok: false, code: errorType };

/** The result of a function that is invoked while a place is made. Throws if it is refused. */
export const made = (invocable: Invocable, payload: object) => succeeded(invoke(invocable, payload));

const unknownOutcome = new Set([
  'INTERNAL_ERROR',
  'LIST_ERROR',
  'CREATE_ERROR',
  'UPDATE_ERROR',
  'DELETE_ERROR',
  'GET_ERROR',
  // A count that was throttled: the client comes again.
  'RATE_LIMIT_EXCEEDED',
]);

/** Whether a function failed, and was not only too busy. */
export const hasFailed = ({ ok, code = '' }: Answer): boolean =>
  !ok && code !== 'RATE_LIMIT_EXCEEDED' && unknownOutcome.has(code);

/** Whether an answer shows what has happened. A 5xx is a refusal of unknown effect, a 429 one to retry later. */
export const isAnswer = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && (answer.ok || !unknownOutcome.has(answer.code ?? ''));

/** Something that must be true is not. */
export class Violation extends Error {
  override readonly name = 'Violation';
  /** What happened that shows it, a line each. */
  readonly evidence: readonly string[];

  constructor(message: string, evidence: readonly string[]) {
    super(message);
    this.evidence = evidence;
  }
}
