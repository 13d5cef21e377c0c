/** What is true of a site's gift options, one thing at a time. */

import { isDeepStrictEqual } from 'node:util';
import { createGiftOption } from '../../lib/resources/gift-options/operations.ts';
import { newId } from '../../lib/runtime/ids.ts';
import {
  type Answer,
  type Complaint,
  glimpsesOf,
  type Input,
  idsIn,
  isRefused,
  type Model,
  type Operation,
} from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';
import { request } from '../stage/engine/requests.ts';
import type { World } from '../support/world/world.ts';

/** A site with gift options that all clients change, and a customer who orders with them. */
export interface Fixture {
  world: World;
  site_id: string;
  key: string;
  /** What the site has at the beginning. */
  initial: readonly Option[];
  /** Ids of the options that clients know. */
  known: string[];
  orders: readonly [string, string];
}

/** Half of the sites begin close to the limit. */
export async function begin(world: World, random: Random): Promise<Fixture> {
  const site_id = world.sites[0].id;
  const key = world.write;
  const initial = await withOptions(
    { site_id, key },
    Array.from({ length: random.pick([0, mostOfASite - 2]) }, (_, index) => ({
      name: `Box ${index}`,
      position: 1,
      enabled: index < 2,
    })),
  );
  const known = initial.slice(0, 2).map(({ id }) => id);
  return { world, site_id, key, initial, known, orders: [newId('order'), newId('order')] };
}

type Words = { name: string; position: number; enabled?: boolean };

/** Creates options one after the other. */
export async function withOptions({ site_id, key }: Pick<Fixture, 'site_id' | 'key'>, bodies: readonly Words[]) {
  const options: Option[] = [];
  for (const body of bodies) {
    const { body: made } = await request(createGiftOption, { kind: 'create' }, { path: { site_id }, body, key }).send();
    options.push({ id: made.id, created_at: made.created_at, ...given(body), position: body.position, photo: null });
  }
  return options;
}

/** A request about one of the site's options. */
export const at = ({ site_id, key }: Pick<Fixture, 'site_id' | 'key'>, gift_option_id: string) => ({
  path: { site_id, gift_option_id },
  key,
});

/** The id of an option, mostly the first. */
export const optionOf = ({ known }: Fixture, random: Random): string | undefined =>
  random.chance(0.6) ? known[0] : random.among(known);

/** What an option may say. */
export const words = (random: Random) => ({
  name: `Wrap ${random.below(4)}`,
  price: random.below(900),
  ...(random.chance(0.6) ? { enabled: true } : {}),
  ...(random.chance(0.3) ? { position: random.pick([0, 3, lastPosition]) } : {}),
});

export interface Option {
  id: string;
  name: string;
  description: string;
  price: number;
  enabled: boolean;
  position: number;
  created_at: string;
  /** Its id and bytes. */
  photo: { id: string; size: number } | null;
}

type Kept = Pick<Option, 'id' | 'name' | 'price'>;

interface State {
  /** In the order in which their creations took effect. */
  options: readonly Option[];
  /** What each order may have kept of its option: one thing, once a client got an answer. */
  orders: Record<string, readonly Kept[]>;
  /** What a request for an order has read of its option: nothing holds its commit to that. */
  choices: Record<string, readonly Kept[]>;
  /** Photos that clients have sent straight to the bucket. */
  uploads: Record<string, { option: string; size: number; isOpen: boolean }>;
}

/** Before anything is done to options that are there. */
export const startingWith = (options: readonly Option[]): State => ({
  options,
  orders: {},
  choices: {},
  uploads: {},
});

const mostOfASite = 20;

const lastPosition = 1000;

const given = (body: Partial<Option> & { name: string }) => ({
  name: body.name,
  description: body.description ?? '',
  price: body.price ?? 0,
  enabled: body.enabled ?? false,
});

type Shown = Omit<Option, 'photo'> & { image: { id: string } | null };

const shows = (shown: Shown, { id, name, description, price, enabled, position, photo }: Option): boolean =>
  shown.image?.id === photo?.id &&
  JSON.stringify([shown.id, shown.name, shown.description, shown.price, shown.enabled, shown.position]) ===
    JSON.stringify([id, name, description, price, enabled, position]);

const afterLast = ({ options }: State): number =>
  options.length === 0 ? 0 : Math.min(lastPosition, Math.max(...options.map(({ position }) => position)) + 1);

function applyCreate(state: State, { body }: Input, answer: Answer | undefined): State | undefined {
  const { options } = state;
  const refusals = new Set([
    ...(options.some(({ name }) => name === body.name) ? ['DUPLICATE'] : []),
    ...(options.length >= mostOfASite ? ['INVALID_FIELD'] : []),
  ]);
  if (!answer?.ok) return refusals.has(answer?.code ?? '') ? state : undefined;
  if (refusals.size > 0 || options.some(({ id }) => id === answer.body.id)) return undefined;
  const { id, created_at } = answer.body;
  const option = { id, created_at, ...given(body), position: body.position ?? afterLast(state), photo: null };
  return shows(answer.body, option) ? { ...state, options: [...options, option] } : undefined;
}

const withOption = (state: State, next: Option): State => ({
  ...state,
  options: state.options.map((option) => (option.id === next.id ? next : option)),
});

function applyUpdate(state: State, { body }: Input, answer: Answer | undefined, existing: Option): State | undefined {
  const isTaken = state.options.some((option) => option.id !== existing.id && option.name === body.name);
  if (isTaken) return isRefused(answer, 'DUPLICATE') ? state : undefined;
  if (answer && !answer.ok) return undefined;
  return withOption(state, { ...existing, ...given(body), position: body.position ?? existing.position });
}

function applyDelete(state: State, _input: Input, answer: Answer | undefined, existing: Option): State | undefined {
  if (answer && !answer.ok) return undefined;
  return { ...state, options: state.options.filter((option) => option !== existing) };
}

function applyGet(state: State, _input: Input, answer: Answer | undefined, existing: Option): State | undefined {
  return !answer || (answer.ok && shows(answer.body, existing) && !answer.body.photoIsMissing) ? state : undefined;
}

/** The option with the photo that the answer says it was given. */
function withPhoto(state: State, existing: Option, size: number, answer: Answer | undefined): State | undefined {
  if (!answer?.ok || !answer.body.image) return undefined;
  const next = { ...existing, photo: { id: answer.body.image.id, size } };
  const isNew = state.options.every(({ photo }) => photo?.id !== next.photo.id);
  return isNew && shows(answer.body, next) ? withOption(state, next) : undefined;
}

function applyRemovePhoto(
  state: State,
  _input: Input,
  answer: Answer | undefined,
  existing: Option,
): State | undefined {
  return answer && !answer.ok ? undefined : withOption(state, { ...existing, photo: null });
}

function applyStart(state: State, { option, size }: Input, answer: Answer | undefined): State | undefined {
  if (!answer?.ok || answer.body.id in state.uploads) return undefined;
  return { ...state, uploads: { ...state.uploads, [answer.body.id]: { option, size, isOpen: true } } };
}

function applyComplete(
  state: State,
  { upload: id }: Input,
  answer: Answer | undefined,
  existing: Option,
): State | undefined {
  const upload = state.uploads[id];
  if (!upload?.isOpen) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  const next = withPhoto(state, existing, upload.size, answer);
  return next && { ...next, uploads: { ...next.uploads, [id]: { ...upload, isOpen: false } } };
}

/** The client has sent the photo before it asks. */
function applyResume(state: State, { upload: id }: Input, answer: Answer | undefined): State | undefined {
  if (!state.uploads[id]?.isOpen) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  return !answer || (answer.ok && answer.body.arrived) ? state : undefined;
}

/** What an order keeps of an option that it is offered now. */
const choicesOf = ({ options }: State, { id }: Input): readonly Kept[] =>
  options.filter((each) => each.id === id && each.enabled).map(({ name, price }) => ({ id, name, price }));

function applyChoose(state: State, input: Input): State {
  const { order } = input;
  const chosen = [...(state.choices[order] ?? []), ...choicesOf(state, input)];
  return chosen.length === 0 ? state : { ...state, choices: { ...state.choices, [order]: chosen } };
}

function applyOrder(state: State, input: Input, answer: Answer | undefined): State | undefined {
  const { order, id, unitPrice } = input;
  const kept = (option: Kept): boolean =>
    !answer || (isDeepStrictEqual(answer.body?.gift_option, option) && answer.body.total === unitPrice + option.price);
  const standing = state.orders[order];
  if (standing?.some((option) => option.id !== id)) return isRefused(answer, 'DUPLICATE') ? state : undefined;
  const offered = choicesOf(state, input);
  if (!standing && offered.length === 0 && answer?.code === 'INVALID_FIELD') return state;
  const chosen = (state.choices[order] ?? []).filter((option) => option.id === id);
  const left = (standing ?? [...offered, ...chosen]).filter(kept);
  return left.length === 0 ? undefined : { ...state, orders: { ...state.orders, [order]: left } };
}

/** What a list shows of one option. */
function applyGlimpse(state: State, { id, offered }: Input, answer: Answer | undefined): State | undefined {
  const option = state.options.find((each) => each.id === id && (!offered || each.enabled));
  const { body: shown } = answer ?? {};
  return (shown && option ? shows(shown, option) : shown === option) ? state : undefined;
}

/** A list with what it shows of each option, an order with what it read before. */
export function inSteps(options: readonly Option[], history: readonly Operation[]): Operation[] {
  const ids = [...new Set([...options.map(({ id }) => id), ...idsIn(history)])];
  return history.flatMap((operation) => {
    const { input, answer } = operation;
    if (input.kind === 'list') return glimpsesOf(operation, ids);
    const mayChoose = input.kind === 'order' && answer?.ok !== false;
    return mayChoose
      ? [{ ...operation, input: { ...input, kind: 'choose' }, answer: undefined }, operation]
      : [operation];
  });
}

const inOrder = (a: Shown, b: Shown): number => a.position - b.position || a.created_at.localeCompare(b.created_at);

/** A list that is not in its order. */
export function disordered(history: readonly Operation[]): Complaint | undefined {
  const list = history.find(({ input, answer }) => {
    const data: Shown[] = (input.kind === 'list' && answer?.body?.data) || [];
    return data.some((option, index) => index > 0 && inOrder(data[index - 1] ?? option, option) > 0);
  });
  return list && { message: 'a list is not in its order', history: [list] };
}

type OnExisting = (state: State, input: Input, answer: Answer | undefined, existing: Option) => State | undefined;

const onExisting: Record<string, OnExisting> = {
  update: applyUpdate,
  delete: applyDelete,
  get: applyGet,
  'set photo': (state, { size }, answer, existing) => withPhoto(state, existing, size, answer),
  'remove photo': applyRemovePhoto,
  'complete photo': applyComplete,
  'resume photo': applyResume,
};

function applyLook(state: State, { image }: Input, answer: Answer | undefined): State | undefined {
  const shown = state.options.find(({ photo }) => photo?.id === image)?.photo;
  return answer?.body.bytes === shown?.size ? state : undefined;
}

export const apply: Model<State> = (state, input, answer) => {
  if (input.kind === 'glimpse') return applyGlimpse(state, input, answer);
  if (input.kind === 'create') return applyCreate(state, input, answer);
  if (input.kind === 'choose') return applyChoose(state, input);
  if (input.kind === 'order') return applyOrder(state, input, answer);
  if (input.kind === 'look') return applyLook(state, input, answer);
  const existing = state.options.find(({ id }) => id === (input.id ?? input.option));
  if (!existing) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  if (input.kind === 'start photo') return applyStart(state, input, answer);
  return onExisting[input.kind]?.(state, input, answer, existing);
};
