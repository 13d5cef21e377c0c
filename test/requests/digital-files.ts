/**
 * Digital files: what a buyer downloads is what was uploaded last for the variant, whole; nothing that is announced is missing
 * from the bucket, and nothing is left there that is not.
 */

import { createHash } from 'node:crypto';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { createDownload } from '../../lib/resources/digital-files/functions.ts';
import {
  abandonDigitalFileUpload,
  completeDigitalFileUpload,
  deleteDigitalFile,
  resumeDigitalFileUpload,
  startDigitalFileUpload,
  uploadDigitalFile,
} from '../../lib/resources/digital-files/operations.ts';
import {
  apply,
  at,
  begin,
  contentOf,
  type Fixture,
  initial,
  remember,
  uploadOf,
  variantOf,
} from '../models/digital-files.ts';
import { inTurn } from '../stage/engine/execution.ts';
import { type Answer, unexplained } from '../stage/engine/history.ts';
import { invocation, type Request, request } from '../stage/engine/requests.ts';
import { type Command, endpoint, invoked, started } from '../stage/every-order/command.ts';
import { fileBody, type SharedFixture, uploadedPart } from '../stage/every-order/ground.ts';
import { multipart } from '../support/http/multipart.ts';
import { about, area, type Row } from './table.ts';

/** Makes a link and follows it. */
function downloading({ store_id, order }: Fixture, variant: string, isLast = false): Request {
  const step = invocation(
    createDownload,
    { kind: 'download', variant, isLast },
    { store_id, order_id: order, variant_id: variant },
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
}

/** Of a link to download from. */
const pathOf = (answer: Answer | undefined): string => (answer?.ok ? new URL(answer.body.url).pathname : '');

/** What a link leads to, or undefined if that is gone. */
async function read({ body: { url } }: Answer): Promise<string | undefined> {
  const followed = await inTurn(async () => {
    const response = await fetch(url);
    return { isThere: response.ok, content: await response.text() };
  });
  return followed.isThere ? followed.content : undefined;
}

/** The client sends its only part as soon as it knows where to. */
function starting(fixture: Fixture, variant: string, content: string): Request {
  const body = { file_name: 'score.pdf', file_size: content.length };
  const step = request(startDigitalFileUpload, { kind: 'start', variant, content }, { ...at(fixture, variant), body });
  return {
    ...step,
    async send(idempotencyKey) {
      const answer = await step.send(idempotencyKey);
      if (answer.ok && !fixture.uploads.has(answer.body.id)) {
        const put = await inTurn(() => fetch(answer.body.parts[0].url, { method: 'PUT', body: content }));
        fixture.uploads.set(answer.body.id, { variant, etag: put.headers.get('etag') ?? 'refused' });
      }
      return answer;
    },
  };
}

const rows: readonly Row<Fixture>[] = [
  {
    of: abandonDigitalFileUpload,
    weight: 7,
    after: [startDigitalFileUpload],
    // The parts, and then the object, go once it is committed.
    roundTrips: 4,
    ask: about(uploadOf, ({ id, variant }, fixture) =>
      request(
        abandonDigitalFileUpload,
        { kind: 'abandon', upload: id, variant },
        at(fixture, variant, { upload_id: id }),
      ),
    ),
  },
  {
    of: completeDigitalFileUpload,
    weight: 20,
    after: [startDigitalFileUpload],
    // S3 lists the parts and puts them together.
    roundTrips: 4,
    ask: about(uploadOf, ({ id, variant, etag }, fixture) =>
      request(
        completeDigitalFileUpload,
        { kind: 'complete', upload: id, variant },
        { ...at(fixture, variant, { upload_id: id }), body: { parts: [{ part_number: 1, etag }] } },
        remember(fixture, variant),
      ),
    ),
  },
  {
    of: createDownload,
    weight: 23,
    after: [uploadDigitalFile],
    ask: (fixture, random) => downloading(fixture, variantOf(fixture, random)),
  },
  {
    of: deleteDigitalFile,
    weight: 20,
    after: [uploadDigitalFile],
    // The object goes once the deletion is committed.
    roundTrips: 3,
    ask(fixture, random) {
      const file = random.among(fixture.files);
      if (!file) return undefined;
      const { id } = file;
      const variant = random.chance(0.9) ? file.variant : variantOf(fixture, random);
      return request(deleteDigitalFile, { kind: 'delete', variant, id }, at(fixture, variant, { file_id: id }));
    },
  },
  {
    of: resumeDigitalFileUpload,
    weight: 12,
    after: [startDigitalFileUpload],
    // S3 lists the parts.
    roundTrips: 2,
    ask: about(uploadOf, ({ id, variant, etag }, fixture) =>
      request(
        resumeDigitalFileUpload,
        { kind: 'resume', upload: id, variant, etag },
        at(fixture, variant, { upload_id: id }),
      ),
    ),
  },
  {
    of: startDigitalFileUpload,
    weight: 16,
    after: [],
    // S3 gives the upload its id.
    roundTrips: 3,
    ask: (fixture, random) => starting(fixture, variantOf(fixture, random), contentOf(random)),
  },
  {
    of: uploadDigitalFile,
    weight: 14,
    after: [],
    // One of them records that the object has no owner yet.
    roundTrips: 3,
    ask(fixture, random) {
      const variant = variantOf(fixture, random);
      const content = contentOf(random);
      return request(
        uploadDigitalFile,
        { kind: 'upload', variant, content },
        { ...at(fixture, variant), ...multipart([{ name: 'file', fileName: 'score.pdf', content }]) },
        remember(fixture, variant),
      );
    },
  },
];

export const digitalFiles = area({
  name: 'digital files',
  begin,
  rows,
  judge(_, history, { objects }) {
    const complaint = unexplained(initial, history, apply);
    if (complaint) return complaint;
    const lastLinks = history.filter(({ input, answer }) => input.isLast && answer?.ok);
    const announced = lastLinks.map(({ answer }) => pathOf(answer).split('/').slice(2).join('/'));
    const left = objects.filter((name) => name.startsWith('files/'));
    return JSON.stringify(left.toSorted()) === JSON.stringify(announced.toSorted())
      ? undefined
      : `files left: ${left}, announced: ${announced}`;
  },
  last: (fixture) => [() => fixture.variants.map((variant) => downloading(fixture, variant, true))],
});

const variant = ({ recordings, recording }: SharedFixture) => ({ id: recordings.id, variant_id: recording.id });

const upload = (ground: SharedFixture) => ({ ...variant(ground), upload_id: ground.fileUpload.id });

const etag = `"${createHash('md5').update(uploadedPart).digest('hex')}"`;

/** What two clients ask of the same things at once. */
export const commands: readonly Command[] = [
  endpoint(uploadDigitalFile, (ground, which) => ({ path: variant(ground), ...fileBody(`Edition ${which}`) })),
  endpoint(deleteDigitalFile, (ground) => ({ path: { ...variant(ground), file_id: ground.file } })),
  endpoint(startDigitalFileUpload, (ground) => ({
    path: variant(ground),
    body: { file_name: 'manual.pdf', file_size: 10 },
  })),
  endpoint(resumeDigitalFileUpload, (ground) => ({ path: upload(ground) })),
  endpoint(completeDigitalFileUpload, (ground) => ({
    path: upload(ground),
    body: { parts: [{ part_number: 1, etag }] },
  })),
  endpoint(abandonDigitalFileUpload, (ground) => ({ path: upload(ground) })),
  invoked(importRecords, ({ recordings }) => ({ products: [{ ...recordings, variants: [] }] }), {
    asked: 'a product without its file’s variant',
  }),
  started('sweep-uploads', () => [], { in: ['usual', 'due uploads'] }),
];
