/** Gift options: names are unique, there are 20 at most, and a position left out comes after the last one, whoever else writes. */
import { handler as create } from '../../../functions/api/gift-options/create-gift-option.ts';
import { handler as remove } from '../../../functions/api/gift-options/delete-gift-option.ts';
import { handler as get } from '../../../functions/api/gift-options/get-gift-option.ts';
import { handler as list } from '../../../functions/api/gift-options/list-gift-options.ts';
import { handler as update } from '../../../functions/api/gift-options/update-gift-option.ts';
import * as contract from '../../../lib/contract/gift-options.ts';
import { ask } from '../answers.ts';
import type { Area, Step } from '../area.ts';
import { type Answer, type Input, isExplained, type Model } from '../history.ts';
import type { Random } from '../random.ts';

interface Option {
  id: string;
  name: string;
  description: string;
  price: number;
  enabled: boolean;
  position: number;
}

/** In the order of their creation. */
type State = readonly Option[];

const mostOfASite = 20;
const lastPosition = 1000;

const given = (body: Partial<Option> & { name: string }) => ({
  name: body.name,
  description: body.description ?? '',
  price: body.price ?? 0,
  enabled: body.enabled ?? false,
});

const shows = (shown: Option, { id, name, description, price, enabled, position }: Option): boolean =>
  JSON.stringify([shown.id, shown.name, shown.description, shown.price, shown.enabled, shown.position]) ===
  JSON.stringify([id, name, description, price, enabled, position]);

const afterLast = (state: State): number =>
  state.length === 0 ? 0 : Math.min(lastPosition, Math.max(...state.map(({ position }) => position)) + 1);

function applyCreate(state: State, { body }: Input, answer: Answer | undefined): State | undefined {
  const refusals = new Set([
    ...(state.some(({ name }) => name === body.name) ? ['DUPLICATE'] : []),
    ...(state.length >= mostOfASite ? ['INVALID_FIELD'] : []),
  ]);
  if (!answer?.ok) return refusals.has(answer?.code ?? '') ? state : undefined;
  if (refusals.size > 0 || state.some(({ id }) => id === answer.body.id)) return undefined;
  const option = { id: answer.body.id, ...given(body), position: body.position ?? afterLast(state) };
  return shows(answer.body, option) && answer.body.image === null ? [...state, option] : undefined;
}

function applyUpdate(state: State, { id, body }: Input, answer: Answer | undefined): State | undefined {
  const existing = state.find((option) => option.id === id);
  const taken = state.some((option) => option.id !== id && option.name === body.name);
  const refusal = existing ? taken && 'DUPLICATE' : 'NOT_FOUND';
  if (!existing || refusal) return !answer || answer.code === refusal ? state : undefined;
  if (answer && !answer.ok) return undefined;
  const next = { id, ...given(body), position: body.position ?? existing.position };
  return state.map((option) => (option.id === id ? next : option));
}

function isList(state: State, { body }: Answer): boolean {
  const inOrder = state.toSorted((a, b) => a.position - b.position);
  const shown: Option[] = body.data;
  const same = inOrder.every((option, index) => shows(shown[index] ?? { ...option, id: '' }, option));
  return same && shown.length === inOrder.length && body.has_more === false;
}

function applyDelete(state: State, { id }: Input, answer: Answer | undefined): State | undefined {
  const exists = state.some((option) => option.id === id);
  if (answer && answer.ok !== exists) return undefined;
  return answer && !answer.ok && answer.code !== 'NOT_FOUND' ? undefined : state.filter((option) => option.id !== id);
}

function isRead(state: State, { kind, id }: Input, answer: Answer): boolean {
  if (kind === 'list') return answer.ok && isList(state, answer);
  const existing = state.find((option) => option.id === id);
  return existing ? answer.ok && shows(answer.body, existing) : answer.code === 'NOT_FOUND';
}

export const apply: Model<State> = (state, input, answer) => {
  if (input.kind === 'create') return applyCreate(state, input, answer);
  if (input.kind === 'update') return applyUpdate(state, input, answer);
  if (input.kind === 'delete') return applyDelete(state, input, answer);
  return !answer || isRead(state, input, answer) ? state : undefined;
};

const input = (random: Random) => ({
  name: `Wrap ${random.below(5)}`,
  price: random.below(900),
  ...(random.chance(0.5) ? { enabled: true } : {}),
  ...(random.chance(0.3) ? { position: random.pick([0, 3, lastPosition]) } : {}),
});

export const giftOptions: Area = {
  name: 'gift options',
  async begin(world, random) {
    const [{ id: subject }] = world.sites;
    const request = (path: Record<string, string>, body?: unknown) => ({ path, body, key: world.write });
    const initial: Option[] = [];
    // Half of the sites begin close to the limit.
    for (let index = 0; index < random.pick([0, mostOfASite - 2]); index += 1) {
      const body = { name: `Box ${index}`, position: 1 };
      const { body: option } = await ask(create, contract.createGiftOption, request({ site_id: subject }, body));
      initial.push({ id: option.id, ...given(body), position: 1 });
    }
    const known = initial.slice(0, 2).map(({ id }) => id);

    const creating = (body: object): Step => ({
      subject,
      keyed: true,
      input: { kind: 'create', body },
      async send(idempotencyKey) {
        const answer = await ask(create, contract.createGiftOption, {
          ...request({ site_id: subject }, body),
          idempotencyKey,
        });
        if (answer.ok && !known.includes(answer.body.id)) known.push(answer.body.id);
        return answer;
      },
    });

    const updating = (id: string, body: object): Step => ({
      subject,
      keyed: true,
      input: { kind: 'update', id, body },
      send: (idempotencyKey) =>
        ask(update, contract.updateGiftOption, {
          ...request({ site_id: subject, gift_option_id: id }, body),
          idempotencyKey,
        }),
    });

    const deleting = (id: string): Step => ({
      subject,
      keyed: false,
      input: { kind: 'delete', id },
      send: () => ask(remove, contract.deleteGiftOption, request({ site_id: subject, gift_option_id: id })),
    });

    const reading = (id: string): Step => ({
      subject,
      keyed: false,
      input: { kind: 'get', id },
      send: () => ask(get, contract.getGiftOption, request({ site_id: subject, gift_option_id: id })),
    });

    const listing: Step = {
      subject,
      keyed: false,
      input: { kind: 'list' },
      send: () => ask(list, contract.listGiftOptions, request({ site_id: subject })),
    };

    return {
      subject,
      explains: (operations) => isExplained<State>(initial, operations, apply),
      next(choices) {
        const id = known[choices.below(known.length)];
        if (id === undefined || choices.chance(0.5)) return creating(input(choices));
        return choices.pick([updating(id, input(choices)), deleting(id), reading(id), listing]);
      },
      last: () => [...known.map(reading), listing],
    };
  },
};
