/**
 * One idempotency key, two clients that send it, three attempts each: what the functions of a protocol do step by step, and what may
 * happen to them. A step is one call of AWS; between any two steps anything else may happen.
 */
import type { Move } from './explore.ts';

/** One attempt of a client: a function that is at work, or none. */
export interface Client {
  /** What it asks for: a key of one request answers no other. */
  request: 'a' | 'b';
  /** Whether its function was asked after the API key was revoked. */
  isLate: boolean;
  attempts: number;
  /** The step that its function is to do next; '' where none is at work. */
  at: string;
  /** The version of the card that its function has read. */
  read: number;
  /** What its function is going to answer. */
  reply: string;
  /** The client's answer: a balance, or a refusal. */
  answered: string;
}

/** What is kept of a key. */
export interface Kept {
  request: Client['request'];
  /** '' while the work is in progress. */
  reply: string;
  /** The owner of the claim, until it lapses; null if it is not a claim or has lapsed. */
  claim: number | null;
}

export interface State {
  clients: readonly [Client, ...Client[]];
  record: Kept | null;
  /** Rises with every change of the card. */
  version: number;
  /** The requests that have changed the card today. */
  effects: readonly Client['request'][];
  /** Changes of the card by others. */
  others: number;
  /** Whether a request changed the card that was asked after the API key was revoked. */
  isLate: boolean;
  /** Days since the first attempt. */
  day: number;
  isRevoked: boolean;
}

/** The outcome of a step: the change in the store, and the function's next step; several if AWS may go either way. */
export interface Step {
  what: string;
  store?: Partial<Omit<State, 'clients'>>;
  client: Partial<Client>;
}

/** What a function does, by the names of its steps. */
export interface Protocol {
  name: string;
  first: string;
  steps: Readonly<Record<string, (state: State, client: Client, index: number) => readonly Step[]>>;
  /** What happens to what is kept where a function has died. */
  lapses?: boolean;
}

/** How much may happen. */
interface Bounds {
  /** Of each client. */
  attempts: number;
  /** Changes of the card by others. */
  others: number;
}

const few: Bounds = { attempts: 3, others: 1 };

/** Whether a client with this reply asks again. */
const isPassing = (reply: string): boolean => reply === 'failure' || reply === 'in progress';

/** The last step of every function: its answer is on its way. */
export const answering = 'answer';

const idle = { at: '', isLate: false, read: 0, reply: '' };

const newClient = (request: Client['request']): Client => ({ request, attempts: 0, answered: '', ...idle });

/** Before so many clients have asked, each for something. */
export const stateWith = (first: Client['request'], ...others: Client['request'][]): State => ({
  clients: [newClient(first), ...others.map(newClient)],
  record: null,
  version: 0,
  effects: [],
  others: 0,
  isLate: false,
  day: 0,
  isRevoked: false,
});

/** Duplicates that send the same, and two who send different requests under one key. */
export const initial: readonly State[] = [stateWith('a', 'a'), stateWith('a', 'b')];

const withClient = (state: State, index: number, change: Partial<Client>): State => ({
  ...state,
  clients: state.clients.map((client, at) =>
    at === index ? { ...client, ...change } : client,
  ) as unknown as State['clients'],
});

/** Every move of the clients, their functions, AWS and time. */
export function next({ first, steps, lapses }: Protocol, state: State, { attempts, others } = few): Move<State>[] {
  const ofClients = state.clients.flatMap((client, index) => {
    const who = `Client ${index + 1}`;
    const move = (what: string, change: Partial<Client>, store: Partial<State> = {}): Move<State> => ({
      who,
      what,
      state: withClient({ ...state, ...store }, index, change),
    });
    if (client.at === '') {
      const isOver = client.answered !== '' || client.attempts === attempts;
      return isOver ? [] : [move('asks', { at: first, attempts: client.attempts + 1, isLate: state.isRevoked })];
    }
    const dies = move('its function dies', idle);
    if (client.at === answering) {
      const answered = isPassing(client.reply) ? '' : client.reply;
      return [move(`is told ${client.reply}`, { ...idle, answered }), move('hears no answer', idle)];
    }
    const done = steps[client.at]?.(state, client, index) ?? [];
    return [...done.map(({ what, store, client: change }) => move(what, change, store)), dies];
  });
  return [...ofClients, ...fromOutside(state, lapses === true, others)];
}

function fromOutside(state: State, lapses: boolean, othersAtMost: number): Move<State>[] {
  const { record, clients, day, version, others, isRevoked } = state;
  const isQuiet = clients.every(({ at }) => at === '');
  const moves: Move<State>[] = [];
  if (others < othersAtMost) {
    moves.push({
      who: 'Another',
      what: 'changes the card',
      state: { ...state, version: version + 1, others: others + 1 },
    });
  }
  if (!isRevoked) moves.push({ who: 'Staff', what: 'revoke the API key', state: { ...state, isRevoked: true } });
  if (lapses && record && record.claim !== null && clients[record.claim]?.at === '') {
    moves.push({ who: 'Time', what: 'lets the claim lapse', state: { ...state, record: { ...record, claim: null } } });
  }
  // No client tries for longer than 23 hours, and no function lives for an hour.
  if (day === 0 && isQuiet) {
    const tomorrow = clients.map(({ request }) => newClient(request)) as unknown as State['clients'];
    const gone = { ...state, day: 1, record: null, effects: [], others: 0, version: 0, clients: tomorrow };
    moves.push({ who: 'Time', what: 'passes: 24 hours', state: gone });
  }
  return moves;
}

/** What must never be. */
export function wrong(protocol: Protocol, state: State): string | undefined {
  const { clients, effects, others, version, isLate } = state;
  if (new Set(effects).size > 1) return 'one key did two different requests';
  if (effects.length > 1) return 'done twice';
  if (version !== effects.length + others) return 'a change is lost';
  if (isLate) return 'done for an API key that was revoked before';
  const successes = clients.filter(({ answered }) => answered.startsWith('balance'));
  if (successes.some(({ request }) => !effects.includes(request))) return 'a client was told of what is not there';
  if (new Set(successes.map(({ answered }) => answered)).size > 1) return 'clients were told two different balances';
  return isStuck(protocol, state) ? 'no further attempt is ever told' : undefined;
}

/** Whether an attempt without faults is refused for good, though no other runs and its request may be answered. */
function isStuck(protocol: Protocol, state: State): boolean {
  const { clients, isRevoked, effects } = state;
  const [{ request }] = clients;
  if (isRevoked || clients.some(({ at }) => at !== '') || effects.some((by) => by !== request)) return false;
  let after = withClient(state, 0, { ...newClient(request), at: protocol.first });
  if (protocol.lapses && after.record) after = { ...after, record: { ...after.record, claim: null } };
  for (let at = protocol.first; at !== answering; at = after.clients[0].at) {
    const [step] = protocol.steps[at]?.(after, after.clients[0], 0) ?? [];
    if (!step) return true;
    after = withClient({ ...after, ...step.store }, 0, step.client);
  }
  const { reply } = after.clients[0];
  return !reply.startsWith('balance') && after.record?.request === request;
}
