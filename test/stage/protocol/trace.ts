/** Whether the model accepts the steps of the requests with one key in a run: each step is a move that it has there. */
import { isDeepStrictEqual } from 'node:util';
import type { Recorded, RecordStep } from '../engine/recorded.ts';
import { isAnswer } from '../engine/requests.ts';
import type { Move } from './explore.ts';
import { answering, next, type Protocol, type State, stateWith, wrong } from './model.ts';

const day = 24 * 3_600_000;

/** The steps of all requests with a key, by their key. */
export const tracesIn = (steps: readonly RecordStep[]): RecordStep[][] => [
  ...Map.groupBy(steps, ({ request: { key, sent } }) => `${key} ${(sent as { key?: string }).key}`).values(),
];

/** What the model refuses, with all steps up to it, or undefined. Each attempt is a client of its own, which asks once. */
export function refusedIn(protocol: Protocol, trace: readonly RecordStep[]): string[] | undefined {
  const attempts = [...new Set(trace.map(({ request }) => request))];
  const [first] = attempts;
  if (!first) return undefined;
  const asked = attempts.map((each) => (isSame(each, first) ? 'a' : 'b'));
  let states: readonly State[] = [stateWith(asked[0] ?? 'a', ...asked.slice(1))];
  let at = trace[0]?.at ?? 0;
  for (const [index, step] of trace.entries()) {
    if (step.at - at >= day)
      states = states.flatMap((state) => movesBy('Time', protocol, state).map((move) => move.state));
    at = step.at;
    const client = attempts.indexOf(step.request);
    states = distinct(states.flatMap((state) => after(protocol, state, client, step)));
    const complaint = states.map((state) => wrong(protocol, state)).find((each) => each !== undefined);
    if (states.length === 0 || complaint !== undefined) {
      return [
        complaint ?? 'The model has no such move',
        ...trace.slice(0, index + 1).map((each) => lineOf(attempts, each)),
      ];
    }
  }
  return undefined;
}

const isSame = (a: Recorded, b: Recorded): boolean => {
  const contentOf = ({ of, sent }: Recorded) => [
    of.name,
    (sent as { path?: object }).path,
    (sent as { body?: unknown }).body,
  ];
  return isDeepStrictEqual(contentOf(a), contentOf(b));
};

const lineOf = (attempts: readonly Recorded[], { request, what }: RecordStep): string =>
  `Attempt ${attempts.indexOf(request) + 1} ${what}${what === 'answers' ? ` ${JSON.stringify(request.answer)}` : ''}`;

const distinct = (states: readonly State[]): State[] => [
  ...new Map(states.map((state) => [JSON.stringify(state), state])).values(),
];

const movesBy = (who: string, protocol: Protocol, state: State): Move<State>[] =>
  next(protocol, state, { attempts: 1, others: Number.POSITIVE_INFINITY }).filter((move) => move.who === who);

/** What a function does that no step of a trace shows. */
const unseen = new Set([
  'finds the API key valid',
  'finds the API key revoked',
  'reads the card',
  'refuses',
  'looks first',
  'is throttled',
  'is in the way of another',
]);

/** Every state after a step, and after what its function may have done unseen before. */
function after(protocol: Protocol, state: State, client: number, step: RecordStep): State[] {
  const before = new Map([[JSON.stringify(state), state]]);
  const found: State[] = [];
  // What is added is looked at in its turn.
  for (const at of before.values()) {
    const moves = movesBy(`Client ${client + 1}`, protocol, at);
    found.push(...moves.filter((move) => isOf(step, at, client, move)).map((move) => move.state));
    const isChanged = step.what === 'finds the card changed' && at.others === state.others;
    const others = isChanged ? movesBy('Another', protocol, at) : [];
    for (const move of [...moves.filter(({ what }) => unseen.has(what)), ...others]) {
      before.set(JSON.stringify(move.state), move.state);
    }
    if (step.what === 'finds the record' && isReplaying(at, client)) found.push(at);
  }
  return found;
}

/** Two look-ups side by side find the same record. */
const isReplaying = ({ clients, record }: State, client: number): boolean =>
  clients[client]?.at === answering && record !== null;

/** Moves that a step may be, where they are called otherwise. */
const moves: Partial<Record<RecordStep['what'], readonly string[]>> = {
  'finds the record': [
    'finds the record',
    'finds the record of another request',
    'finds the record, and looks it up',
    'finds its own commit',
  ],
  // With what it was about to answer.
  'its function dies': ['its function dies', 'hears no answer'],
  'commits the change and its record': ['commits the change and its record', 'finds its own commit'],
};

function isOf({ what, request }: RecordStep, state: State, client: number, move: Move<State>): boolean {
  if (what !== 'answers') return (moves[what] ?? [what]).includes(move.what);
  const isAnswer = move.what.startsWith('is told') || move.what === 'hears no answer';
  return isAnswer && state.clients[client]?.reply.replace(/^balance .*/, 'balance') === replyOf(request);
}

/** What the model calls an answer. */
function replyOf({ answer }: Recorded): string {
  if (!isAnswer(answer)) return 'failure';
  if (answer.ok) return 'balance';
  if (answer.code === 'IDEMPOTENCY_KEY_REUSED') return 'refusal: key used';
  return answer.code === 'UNAUTHORIZED' ? 'refusal: unauthorised' : 'refusal';
}
