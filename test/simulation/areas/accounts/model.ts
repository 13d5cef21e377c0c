/** What is true of a store and its API keys, one thing at a time. */
import { type Answer, type Input, isRefused, type Model } from '../../engine/history.ts';

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

function applyList(state: State, answer: Answer | undefined): State | undefined {
  const shown: { key_id: string; revoked_at: string | null }[] = answer?.body?.data ?? [];
  const isShown = ([id, isRevoked]: [string, boolean]) =>
    shown.some(({ key_id, revoked_at }) => key_id === id && (revoked_at !== null) === isRevoked);
  return Object.entries(state.keys).every(isShown) ? state : undefined;
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
  return input.kind === 'use' ? applyUse(state, input, answer) : applyList(state, answer);
};
