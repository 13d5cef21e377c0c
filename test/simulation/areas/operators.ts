/** Stores and their API keys: a store is made once, a key works from its creation until it is revoked, and all are listed. */
import { handler as list } from '../../../functions/api/gift-cards/list-gift-cards.ts';
import { handler as createKey } from '../../../functions/operator/create-api-key.ts';
import { handler as createStore } from '../../../functions/operator/create-store.ts';
import { handler as listKeys } from '../../../functions/operator/list-api-keys.ts';
import { handler as revokeKey } from '../../../functions/operator/revoke-api-key.ts';
import { listGiftCards } from '../../../lib/contract/api/gift-cards.ts';
import * as contract from '../../../lib/contract/functions/operator.ts';
import { forgetAll } from '../../../lib/runtime/bounded-map.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import type { Area, Step } from '../engine/area.ts';
import { type Answer, type Input, isExplained, type Model } from '../engine/history.ts';
import type { Random } from '../engine/random.ts';
import { invocation, request } from '../engine/requests.ts';

interface State {
  /** The name of the store, once there is one. */
  store: string | null;
  /** Whether each key is revoked. A key that nobody was told of may be there too. */
  keys: Record<string, boolean>;
}

const isRefused = (answer: Answer | undefined, code: string): boolean => !answer || answer.code === code;

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

const apply: Model<State> = (state, input, answer) => {
  if (input.kind === 'create store') return applyStore(state, input, answer);
  // A store is not there before it is made.
  if (state.store === null) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  if (input.kind === 'create key') {
    return answer?.ok ? { ...state, keys: { ...state.keys, [answer.body.key_id]: false } } : undefined;
  }
  if (input.kind === 'revoke') return applyRevoke(state, input, answer);
  return input.kind === 'use' ? applyUse(state, input, answer) : applyList(state, answer);
};

export const operators: Area = {
  name: 'stores and API keys',
  async begin() {
    const store_id = newId('store');
    const known = new Map<string, string>();

    const creatingStore = (random: Random): Step => {
      const name = random.pick(['Tea', 'Tea', 'Coffee']);
      return invocation(
        [createStore, contract.createStore],
        { kind: 'create store', name },
        { store_id, name, currency: 'EUR' },
      );
    };
    const creatingKey = (): Step =>
      invocation(
        [createKey, contract.createApiKey],
        { kind: 'create key' },
        { store_id, name: 'Till', permission: 'Read' },
        ({ body }) => known.set(body.key_id, body.api_key),
      );
    const revoking = (id: string): Step =>
      invocation([revokeKey, contract.revokeApiKey], { kind: 'revoke', id }, { store_id, key_id: id });
    const listing = (): Step =>
      invocation([listKeys, contract.listApiKeys], { kind: 'list' }, { store_id, limit: 100 });
    /** As a function that has not met the key yet. */
    const using = (id: string): Step => {
      const step = request([list, listGiftCards], { kind: 'use', id }, { key: known.get(id) ?? '' });
      return {
        ...step,
        send() {
          forgetAll();
          return step.send();
        },
      };
    };

    return {
      judge: (history) =>
        isExplained<State>({ store: null, keys: {} }, history, apply)
          ? undefined
          : 'no order of events explains the answers',
      next(random) {
        const [id] = random.chance(0.7) ? [...known.keys()].slice(-1) : known.keys();
        if (id === undefined) return random.chance(0.6) ? creatingStore(random) : creatingKey();
        return random.pick([() => creatingStore(random), creatingKey, listing, () => revoking(id), () => using(id)])();
      },
      last: () => [() => [...[...known.keys()].map(using), ...(known.size > 0 ? [listing()] : [])]],
    };
  },
};
