/**
 * Digital files: what a buyer downloads is what was uploaded last for the variant, whole; nothing that is announced is missing
 * from the bucket, and nothing is left there that is not.
 */
import { handler as abandon } from '../../../functions/api/digital-files/abandon-digital-file-upload.ts';
import { handler as complete } from '../../../functions/api/digital-files/complete-digital-file-upload.ts';
import { handler as remove } from '../../../functions/api/digital-files/delete-digital-file.ts';
import { handler as start } from '../../../functions/api/digital-files/start-digital-file-upload.ts';
import { handler as upload } from '../../../functions/api/digital-files/upload-digital-file.ts';
import { handler as createDownload } from '../../../functions/storefront/create-download.ts';
import * as contract from '../../../lib/contract/api/digital-files.ts';
import * as checkout from '../../../lib/contract/functions/checkout.ts';
import { importRecords } from '../../../lib/contract/functions/operator.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { multipart } from '../../support/http/multipart.ts';
import { invoke } from '../../support/invoke.ts';
import { newProduct, newVariant, succeeded } from '../../support/world/world.ts';
import type { Area, Step } from '../engine/area.ts';
import { inTurn } from '../engine/faulty-aws.ts';
import { type Answer, type Input, type Interval, isExplained, type Model } from '../engine/history.ts';
import type { Random } from '../engine/random.ts';
import { invocation, request } from '../engine/requests.ts';

interface File {
  id: string;
  content: string;
}

interface State {
  /** By variant. */
  files: Record<string, File>;
  /** Uploads straight to the bucket, all of whose bytes have arrived. */
  uploads: Record<string, Upload>;
}

interface Upload {
  variant: string;
  content: string;
  isOpen: boolean;
  /** When its being abandoned was answered. */
  abandonedAt: number;
}

const isRefused = (answer: Answer | undefined, code: string): boolean => !answer || answer.code === code;

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
    // Of two who abandon it at the same time both may be told that it is done.
    const together = kind === 'abandon' && standing !== undefined && from < standing.abandonedAt;
    return together || isRefused(answer, 'NOT_FOUND') ? state : undefined;
  }
  const abandonedAt = kind === 'abandon' ? to : -1;
  const ended = { ...state, uploads: { ...state.uploads, [id]: { ...standing, isOpen: false, abandonedAt } } };
  if (kind === 'abandon') return !answer || answer.ok ? ended : undefined;
  return withFile(ended, variant, standing.content, answer);
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
  download: applyDownload,
};

const apply: Model<State> = (state, input, answer, during) => effects[input.kind]?.(state, input, answer, during);

export const digitalFiles: Area = {
  name: 'digital files',
  async begin({ store, sites: [site], customers: [customer], write: key }) {
    const store_id = store.id;
    const product = newProduct({ delivery: 'digital', variants: [newVariant('Score'), newVariant('Recording')] });
    await succeeded(invoke(importRecords, { store_id, products: [product] }));
    const variants = product.variants.map(({ id }) => id) as [string, ...string[]];
    const order_id = newId('order');
    const lines = variants.map((variant_id) => ({ product_id: product.id, variant_id, quantity: 1, unit_price: 5 }));
    const order = {
      id: order_id,
      site_id: site.id,
      customer_id: customer.id,
      status: 'paid',
      currency: store.currency,
    };
    await succeeded(invoke(checkout.recordOrder, { store_id, order: { ...order, lines } }));

    const files: { id: string; variant: string }[] = [];
    const uploads = new Map<string, { variant: string; etag: string }>();
    const learn = (variant: string) => (answer: Answer) =>
      void (files.some(({ id }) => id === answer.body.id) || files.push({ id: answer.body.id, variant }));
    const at = (variant: string, more: object = {}) => ({
      path: { id: product.id, variant_id: variant, ...more },
      key,
    });
    const contentOf = (random: Random): string => `${random.below(1000)}`.repeat(1 + random.below(9));

    const uploading = (variant: string, content: string): Step =>
      request(
        [upload, contract.uploadDigitalFile],
        { kind: 'upload', variant, content },
        { ...at(variant), ...multipart([{ name: 'file', fileName: 'score.pdf', content }]) },
        learn(variant),
      );
    const deleting = (variant: string, id: string): Step =>
      request([remove, contract.deleteDigitalFile], { kind: 'delete', variant, id }, at(variant, { file_id: id }));

    /** The client sends its only part as soon as it knows where to. */
    const starting = (variant: string, content: string): Step => {
      const step = request(
        [start, contract.startDigitalFileUpload],
        { kind: 'start', variant, content },
        { ...at(variant), body: { file_name: 'score.pdf', file_size: content.length } },
      );
      return {
        ...step,
        async send(idempotencyKey) {
          const answer = await step.send(idempotencyKey);
          if (answer.ok && !uploads.has(answer.body.id)) {
            const put = await inTurn(() => fetch(answer.body.parts[0].url, { method: 'PUT', body: content }));
            uploads.set(answer.body.id, { variant, etag: put.headers.get('etag') ?? 'refused' });
          }
          return answer;
        },
      };
    };

    const ending = (random: Random, upload_id: string, { variant, etag }: { variant: string; etag: string }): Step => {
      const path = at(random.chance(0.9) ? variant : random.pick(variants), { upload_id });
      const input = { upload: upload_id, variant: path.path.variant_id };
      return random.chance(0.75)
        ? request(
            [complete, contract.completeDigitalFileUpload],
            { kind: 'complete', ...input },
            { ...path, body: { parts: [{ part_number: 1, etag }] } },
            learn(input.variant),
          )
        : request([abandon, contract.abandonDigitalFileUpload], { kind: 'abandon', ...input }, path);
    };

    const goingOn = (_: string, random: Random): Step | undefined => {
      const [id, started] = [...uploads].at(-1) ?? [];
      return id !== undefined && started ? ending(random, id, started) : undefined;
    };
    const deletingOne = (variant: string, random: Random): Step | undefined => {
      const file = files[random.below(files.length)];
      return file && deleting(random.chance(0.9) ? file.variant : variant, file.id);
    };
    const beginning = (variant: string, random: Random): Step =>
      (random.chance(0.5) ? uploading : starting)(variant, contentOf(random));

    const downloading = (variant: string): Step => following(variant, false);
    const following = (variant: string, isLast: boolean): Step => {
      const step = invocation(
        [createDownload, checkout.createDownload],
        { kind: 'download', variant, isLast },
        { store_id, order_id, variant_id: variant },
      );
      return {
        ...step,
        async send() {
          const answer = await step.send();
          if (!answer.ok) return answer;
          const content = (await read(answer)) ?? (pathOf(answer) === pathOf(await step.send()) ? 'missing' : 'gone');
          return { ...answer, body: { ...answer.body, content } };
        },
      };
    };

    return {
      judge(history, { objects }) {
        if (!isExplained<State>({ files: {}, uploads: {} }, history, apply)) {
          return 'no order of events explains the answers';
        }
        const lastLinks = history.filter(({ input, answer }) => input.isLast && answer?.ok);
        const announced = lastLinks.map(({ answer }) => pathOf(answer).split('/').slice(2).join('/'));
        const left = objects.filter((name) => name.startsWith('files/'));
        return JSON.stringify(left.toSorted()) === JSON.stringify(announced.toSorted())
          ? undefined
          : `files left: ${left}, announced: ${announced}`;
      },
      next(random) {
        const variant = random.chance(0.75) ? variants[0] : random.pick(variants);
        // Mostly what is under way is finished; a file is there to be replaced, deleted and read.
        return (
          random.pick([goingOn, beginning, deletingOne, downloading])(variant, random) ?? beginning(variant, random)
        );
      },
      last: () => [() => variants.map((variant) => following(variant, true))],
    };
  },
};

/** Of a link to download from. */
const pathOf = (answer: Answer | undefined): string => (answer?.ok ? new URL(answer.body.url).pathname : '');

/** What a link leads to, or undefined where that is gone. */
async function read({ body: { url } }: Answer): Promise<string | undefined> {
  const followed = await inTurn(async () => {
    const response = await fetch(url);
    return { isThere: response.ok, content: await response.text() };
  });
  return followed.isThere ? followed.content : undefined;
}
