/** A lossy line between one call of the client and the service: what each of its requests meets, and whether it may be made. */
import { inspect } from 'node:util';
import type { Fetch } from '../../lib/client/options.ts';
import { router } from '../../lib/gateway/routes.ts';
import { gatewayErrors } from '../../lib/resources/gateway-errors.ts';
import { operations } from '../../lib/resources/nouns.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { never } from '../stage/engine/actor.ts';
import { clock } from '../stage/engine/clock.ts';
import { currentExecution, type Execution } from '../stage/engine/execution.ts';
import { execute } from '../stage/engine/faulty-aws.ts';
import type { Random } from '../stage/engine/random.ts';
import { asked } from '../stage/engine/requests.ts';
import type { CallInput } from '../support/http/call.ts';
import { brokenLine } from '../support/scripted-line.ts';

const mishaps = [
  'request lost',
  'answer lost',
  'silence',
  'throttled by the gateway',
  'unavailable',
  'answered by something in between',
] as const;

type Mishap = (typeof mishaps)[number];

/** Statuses after which the same request may be made again. */
const passing: readonly number[] = [429, 500, 502, 503, 504];

interface Sent {
  url: string;
  key: string | null;
  body: unknown;
  /** A status; undefined if nothing came that the service has said. */
  status?: number;
}

const routeOf = router(operations);

export class Line {
  readonly sent: Sent[] = [];
  readonly complaints: string[] = [];
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Whether some request may have taken effect, or may still, though the client has no answer. */
  get isUncertain(): boolean {
    return this.sent.slice(0, -1).some(({ status }) => status === undefined || status >= 500);
  }

  readonly fetch: Fetch = async (url, { method = 'GET', headers, body }) => {
    const execution = currentExecution();
    if (!execution) throw new Error('The client is asked outside of a run');
    const sent: Sent = { url, key: new Headers(headers).get('Idempotency-Key'), body };
    this.#judge(sent);
    this.sent.push(sent);
    const { pathname, searchParams } = new URL(url);
    const route = routeOf(method, pathname);
    if (!route) throw new Error(`No operation is at ${method} ${pathname}`);
    const input: CallInput = {
      path: route.pathParameters,
      query: Object.fromEntries(searchParams),
      body: body ?? undefined,
      key: new Headers(headers).get('Authorization')?.slice('Bearer '.length) ?? '',
      idempotencyKey: sent.key ?? undefined,
    };
    const mishap = execution.faults && this.#random.chance(0.35) ? this.#random.pick(mishaps) : undefined;
    if (mishap !== undefined) execution.hasMetFault = true;
    const response = await this.#meet(mishap, execution, () => this.#serve(execution, route.operation, input));
    if (mishap !== 'answered by something in between') sent.status = response.status;
    return response;
  };

  async #meet(mishap: Mishap | undefined, { scheduler }: Execution, serve: () => Promise<Response>): Promise<Response> {
    await scheduler.pause();
    if (mishap === 'request lost') throw brokenLine();
    const refused = { 'throttled by the gateway': gatewayErrors.throttled, unavailable: undefined } as const;
    if (mishap === 'throttled by the gateway') return envelope(refused[mishap], 429);
    if (mishap === 'unavailable')
      return new Response('<h1>Unavailable</h1>', { status: 503, headers: { 'Retry-After': '2' } });
    const response = await serve();
    if (mishap === 'answer lost') throw brokenLine();
    if (mishap === 'silence') return never;
    return mishap === undefined ? response : new Response('<h1>Please log in</h1>');
  }

  /** The service, one function of it: it may die at any call, or freeze for longer than the gateway waits. */
  async #serve(execution: Execution, operation: Operation, input: CallInput): Promise<Response> {
    const { run, scheduler, faults, onCall } = execution;
    const instance = run.instances.take();
    const unheard = Promise.withResolvers<undefined>();
    const end = () => unheard.resolve(undefined);
    const served: Execution = {
      ...{ run, scheduler, instance, startedAt: clock.now() },
      faults: faults && { ...faults, random: this.#random.fork() },
      onCall: () => onCall?.(),
      onFreeze: end,
      die: end,
    };
    const answered = execute(served, () => asked(operation, input)).then((reply) => {
      run.instances.giveBack(instance);
      return reply;
    });
    const reply = await Promise.race([answered, unheard.promise]).catch((error: unknown) => {
      this.complaints.push(`Not as documented: ${inspect(error)}`);
      return undefined;
    });
    if (served.hasMetFault) execution.hasMetFault = true;
    if (!reply) return envelope(gatewayErrors.failure, 502);
    const { status, headers, body } = reply;
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  }

  /** What no rule lets the client ask. */
  #judge({ url, key, body }: Sent): void {
    // Another page is another request.
    const tries = this.sent.filter((each) => each.url === url);
    const before = tries.at(-1);
    if (!before) return;
    const { status } = before;
    if (status !== undefined && !passing.includes(status))
      this.complaints.push(`A request was made again after ${status}`);
    if (key !== before.key) this.complaints.push('A request was made again with another key');
    if (body !== before.body) this.complaints.push('Another request was made in place of one');
    if (tries.length > 4) this.complaints.push('A request was made again more than four times');
  }
}

const envelope = ({ message, code }: { message: string; code: string }, status: number): Response =>
  Response.json({ error: message, code }, { status });
