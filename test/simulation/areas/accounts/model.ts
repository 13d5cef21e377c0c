/** What is true of a store and its API keys, one thing at a time. */
import {
  type Answer,
  glimpsesOf,
  type Input,
  idsIn,
  isRefused,
  type Model,
  type Operation,
} from '../../engine/history.ts';

export interface State {
  /** The name of the store, once there is one. */
  store: string | null;
  /** Whether each key is revoked. A key that nobody was told of may be there too. */
  keys: Record<string, boolean>;
}

/** Before anything is done. */
export const initial: State = { store: null, keys: {} };

function applyStore(state: State, { name }: Input, answer: Answer | undefined): State | undefined {
  if (state.store !== null && state.store !== name) return isRefused(answer, 'DUPLICATE') ? state : undefined;
  return !answer || (answer.ok && answer.body.name === name) ? { ...state, store: name } : undefined;
}

function applyRevoke(state: State, { id }: Input, answer: Answer | undefined): State | undefined {
  return !answer || (answer.ok && answer.body.revoked_at)
    ? { ...state, keys: { ...state.keys, [id]: true } }
    : undefined;
}

/** What a list shows of one key. */
function applyGlimpse(state: State, { id }: Input, answer: Answer | undefined): State | undefined {
  const isRevoked = state.keys[id];
  const { body: shown } = answer ?? {};
  // A key that nobody was told of may be shown too.
  if (isRevoked === undefined) return state;
  return shown && (shown.revoked_at !== null) === isRevoked ? state : undefined;
}

function applyUse(state: State, { id }: Input, answer: Answer | undefined): State | undefined {
  return answer?.ok === !state.keys[id] && (answer.ok || answer.code === 'UNAUTHORIZED') ? state : undefined;
}

export const apply: Model<State> = (state, input, answer) => {
  if (input.kind === 'create store') return applyStore(state, input, answer);
  // A store is not there before it is made.
  if (state.store === null) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  if (input.kind === 'create key') {
    return answer?.ok ? { ...state, keys: { ...state.keys, [answer.body.key_id]: false } } : undefined;
  }
  if (input.kind === 'revoke') return applyRevoke(state, input, answer);
  if (input.kind === 'glimpse') return applyGlimpse(state, input, answer);
  return input.kind === 'use' ? applyUse(state, input, answer) : state;
};

/** A list with what it shows of each key. */
export function inSteps(history: readonly Operation[]): Operation[] {
  const idOf = ({ key_id }: { key_id?: string }) => key_id;
  const ids = idsIn(history, idOf as never);
  return history.flatMap((operation) =>
    operation.input.kind === 'list' && operation.answer?.ok
      ? [operation, ...glimpsesOf(operation, ids, idOf as never)]
      : [operation],
  );
}
