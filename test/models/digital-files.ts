/** What is true of the files of a product's variants, one thing at a time. */
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { recordOrder } from '../../lib/resources/orders/functions.ts';
import { type Answer, type Input, type Interval, isRefused, type Model } from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';
import { made } from '../stage/engine/requests.ts';
import { lineOf, orderOf } from '../support/world/checkout.ts';
import { newProduct, newVariant, type World } from '../support/world/world.ts';

/** A digital product, and an order in which all its variants were bought. */
export interface Fixture {
  store_id: string;
  key: string;
  product: string;
  variants: readonly [string, string];
  order: string;
  /** Files that clients know. */
  files: { id: string; variant: string }[];
  /** Direct uploads with their only part sent. */
  uploads: Map<string, { variant: string; etag: string }>;
}

export async function begin(world: World): Promise<Fixture> {
  const store_id = world.store.id;
  const [score, recording] = [newVariant('Score'), newVariant('Recording')];
  const product = newProduct({ delivery: 'digital', variants: [score, recording] });
  await made(importRecords, { store_id, products: [product] });
  const lines = [score, recording].map((variant) => lineOf({ id: product.id, variants: [variant] }, { unit_price: 5 }));
  const order = orderOf(world, { lines });
  await made(recordOrder, { store_id, order });
  const variants = [score.id, recording.id] as const;
  return { store_id, key: world.write, product: product.id, variants, order: order.id, files: [], uploads: new Map() };
}

/** The id of a variant, mostly the first. */
export const variantOf = ({ variants }: Fixture, random: Random): string =>
  random.chance(0.75) ? variants[0] : random.pick([...variants]);

/** A request about a variant. */
export const at = ({ product, key }: Fixture, variant: string, more: object = {}) => ({
  path: { id: product, variant_id: variant, ...more },
  key,
});

/** Remembers the file that an answer returns. */
export const remember =
  ({ files }: Fixture, variant: string) =>
  ({ body: { id } }: Answer): void =>
    void (files.some((file) => file.id === id) || files.push({ id, variant }));

/** What a file holds. */
export const contentOf = (random: Random): string => `${random.below(1000)}`.repeat(1 + random.below(9));

/** The newest upload, as the end of its request names it: now and then under another variant. */
export function uploadOf(fixture: Fixture, random: Random) {
  const [id, upload] = [...fixture.uploads].at(-1) ?? [];
  if (id === undefined || !upload) return undefined;
  const variant = random.chance(0.9) ? upload.variant : variantOf(fixture, random);
  return { id, variant, etag: upload.etag };
}

interface File {
  id: string;
  content: string;
}

interface State {
  /** By variant. */
  files: Record<string, File>;
  /** Uploads straight to the bucket with all bytes arrived. */
  uploads: Record<string, Upload>;
}

interface Upload {
  variant: string;
  content: string;
  isOpen: boolean;
  /** When its being abandoned was answered. */
  abandonedAt: number;
}

/** Before anything is done. */
export const initial: State = { files: {}, uploads: {} };

function withFile(state: State, variant: string, content: string, answer: Answer | undefined): State | undefined {
  if (!answer?.ok || answer.body.file_size !== content.length) return undefined;
  const { id } = answer.body;
  const isNew = Object.values(state.files).every((file) => file.id !== id);
  return isNew ? { ...state, files: { ...state.files, [variant]: { id, content } } } : undefined;
}

function applyDelete(state: State, { variant, id }: Input, answer: Answer | undefined): State | undefined {
  const { [variant]: file, ...files } = state.files;
  if (file?.id !== id) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  return !answer || answer.ok ? { ...state, files } : undefined;
}

function applyStart(state: State, { variant, content }: Input, answer: Answer | undefined): State | undefined {
  if (!answer?.ok || answer.body.id in state.uploads) return undefined;
  return {
    ...state,
    uploads: { ...state.uploads, [answer.body.id]: { variant, content, isOpen: true, abandonedAt: -1 } },
  };
}

function applyEnd(state: State, input: Input, answer: Answer | undefined, { from, to }: Interval): State | undefined {
  const { kind, upload: id, variant } = input;
  const standing = state.uploads[id];
  if (!standing?.isOpen || standing.variant !== variant) {
    // Two clients that abandon it at the same time may both get success.
    const together = kind === 'abandon' && standing !== undefined && from < standing.abandonedAt;
    return together || isRefused(answer, 'NOT_FOUND') ? state : undefined;
  }
  const abandonedAt = kind === 'abandon' ? to : -1;
  const ended = { ...state, uploads: { ...state.uploads, [id]: { ...standing, isOpen: false, abandonedAt } } };
  if (kind === 'abandon') return !answer || answer.ok ? ended : undefined;
  return withFile(ended, variant, standing.content, answer);
}

/** The client has sent the only part before it asks. */
function applyResume(
  state: State,
  { upload: id, variant, etag }: Input,
  answer: Answer | undefined,
): State | undefined {
  const standing = state.uploads[id];
  if (!standing?.isOpen || standing.variant !== variant) return isRefused(answer, 'NOT_FOUND') ? state : undefined;
  return !answer || (answer.ok && answer.body.parts[0].arrived && answer.body.parts[0].etag === etag)
    ? state
    : undefined;
}

/** What a link leads to may be gone by the time it is followed, but only once it is not the variant's file any more. */
function applyDownload(state: State, { variant, isLast }: Input, answer: Answer | undefined): State | undefined {
  const file = state.files[variant];
  if (!answer) return state;
  if (!file) return answer.code === 'NOT_FOUND' ? state : undefined;
  const { content } = answer.body ?? {};
  const isRight = content === file.content || (!isLast && content === 'gone');
  return answer.ok && answer.body.file_size === file.content.length && isRight ? state : undefined;
}

const effects: Record<string, Model<State>> = {
  upload: (state, { variant, content }, answer) => withFile(state, variant, content, answer),
  delete: applyDelete,
  start: applyStart,
  complete: applyEnd,
  abandon: applyEnd,
  resume: applyResume,
  download: applyDownload,
};

export const apply: Model<State> = (state, input, answer, during) =>
  effects[input.kind]?.(state, input, answer, during);
