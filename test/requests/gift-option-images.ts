/** Photos of gift options: one is there as long as its option shows it, whole, and no longer. */
import {
  completeGiftOptionImageUpload,
  createGiftOption,
  deleteGiftOption,
  getGiftOption,
  listGiftOptions,
  removeGiftOptionImage,
  resumeGiftOptionImageUpload,
  setGiftOptionImage,
  startGiftOptionImageUpload,
} from '../../lib/resources/gift-options/operations.ts';
import {
  begin,
  type Fixture,
  optionOf,
  photosShownAtLast,
  remember,
  sizeOf,
  withStart,
} from '../models/gift-option-images.ts';
import { apply, at, inSteps, startingWith } from '../models/gift-options.ts';
import { inTurn } from '../stage/engine/execution.ts';
import { unexplained } from '../stage/engine/history.ts';
import { type Request, request } from '../stage/engine/requests.ts';
import { objectAt } from '../support/aws/objects.ts';
import { multipart, png } from '../support/http/multipart.ts';
import { about, area, type Row } from './table.ts';

/** Gets the option, and looks at the photo that it shows: that may be gone, but only once another is shown. */
function reading(fixture: Fixture, id: string): Request {
  const getting = request(getGiftOption, { kind: 'get', id }, at(fixture, id));
  return {
    ...getting,
    async send() {
      const answer = await getting.send();
      const photo: { id: string; url: string } | null | undefined = answer.body?.image;
      if (!photo || (await inTurn(() => objectAt(photo.url.slice(1))))) return answer;
      const again = await getting.send();
      const isMissing = again.ok && again.body.image?.id === photo.id;
      return isMissing ? { ...answer, body: { ...answer.body, photoIsMissing: true } } : answer;
    },
  };
}

const listing = ({ site_id, key }: Fixture): Request =>
  request(listGiftOptions, { kind: 'list' }, { path: { site_id }, key });

/** The client sends its photo as soon as it knows where to. */
function starting(fixture: Fixture, option: string, size: number): Request {
  const body = { content_type: 'image/png', file_size: size };
  const step = request(
    startGiftOptionImageUpload,
    { kind: 'start photo', option, size },
    { ...at(fixture, option), body },
  );
  return {
    ...step,
    async send(idempotencyKey) {
      const answer = await step.send(idempotencyKey);
      if (answer.ok && !fixture.uploads.some(({ id }) => id === answer.body.id)) {
        const { url, headers, id } = answer.body;
        await inTurn(() => fetch(url, { method: 'PUT', headers, body: png(size) }));
        fixture.uploads.push({ id, option, size });
      }
      return answer;
    },
  };
}

/** Looks whether a photo that was once shown is still there. */
const looking = (image: string, path: string): Request => ({
  name: 'look at a photo',
  input: { kind: 'look', image, reads: true },
  identity: image,
  keyed: false,
  send: async () => ({ ok: true, body: { bytes: (await objectAt(path))?.bytes.length } }),
});

const rows: readonly Row<Fixture>[] = [
  {
    of: completeGiftOptionImageUpload,
    weight: 40,
    after: [startGiftOptionImageUpload],
    // S3 copies the photo to its place, and forgets where it came from.
    roundTrips: 4,
    ask(fixture, random) {
      const upload = random.among(fixture.uploads);
      if (!upload) return undefined;
      const { id, option } = upload;
      return request(
        completeGiftOptionImageUpload,
        { kind: 'complete photo', upload: id, id: option },
        { path: { site_id: fixture.site_id, gift_option_id: option, upload_id: id }, key: fixture.key },
        ({ body }) => remember(fixture, body),
      );
    },
  },
  /** An option in place of one that was deleted. */
  {
    of: createGiftOption,
    weight: 4,
    ask({ site_id, key, known }, random) {
      const body = { name: `Bow ${random.below(9)}` };
      return request(
        createGiftOption,
        { kind: 'create', body },
        { path: { site_id }, body, key },
        ({ body: created }) => void (known.includes(created.id) || known.push(created.id)),
      );
    },
  },
  {
    of: deleteGiftOption,
    weight: 6,
    ask: about(optionOf, (id, fixture) => request(deleteGiftOption, { kind: 'delete', id }, at(fixture, id))),
  },
  {
    of: getGiftOption,
    weight: 28,
    ask: (fixture, random) => reading(fixture, optionOf(fixture, random)),
  },
  { of: listGiftOptions },
  {
    of: removeGiftOptionImage,
    weight: 10,
    after: [setGiftOptionImage],
    // The object goes once the removal is committed.
    roundTrips: 3,
    ask: about(optionOf, (id, fixture) =>
      request(removeGiftOptionImage, { kind: 'remove photo', id }, at(fixture, id)),
    ),
  },
  {
    of: resumeGiftOptionImageUpload,
    weight: 12,
    after: [startGiftOptionImageUpload],
    // S3 reports whether the photo exists.
    roundTrips: 2,
    ask({ uploads, site_id, key }, random) {
      const upload = random.among(uploads);
      if (!upload) return undefined;
      const path = { site_id, gift_option_id: upload.option, upload_id: upload.id };
      return request(
        resumeGiftOptionImageUpload,
        { kind: 'resume photo', upload: upload.id, id: upload.option },
        { path, key },
      );
    },
  },
  {
    of: setGiftOptionImage,
    weight: 14,
    after: [],
    // One of them records that the object has no owner yet.
    roundTrips: 3,
    ask(fixture, random) {
      const id = optionOf(fixture, random);
      const size = sizeOf(random);
      const body = multipart([{ name: 'image', fileName: 'photo.png', type: 'image/png', content: png(size) }]);
      return request(
        setGiftOptionImage,
        { kind: 'set photo', id, size },
        { ...at(fixture, id), ...body },
        ({ body: shown }) => remember(fixture, shown),
      );
    },
  },
  {
    of: startGiftOptionImageUpload,
    weight: 12,
    after: [],
    ask: (fixture, random) => starting(fixture, optionOf(fixture, random), sizeOf(random)),
  },
];

export const giftOptionImages = area({
  name: 'photos of gift options',
  begin,
  rows,
  judge({ initial }, history, { objects }) {
    const complaint = unexplained(startingWith(initial), inSteps(initial, history.map(withStart)), apply);
    if (complaint) return complaint;
    const shown = photosShownAtLast(history);
    const left = objects.filter((name) => name.startsWith('media/')).toSorted();
    return JSON.stringify(left) === JSON.stringify(shown) ? undefined : `photos left: ${left}, shown: ${shown}`;
  },
  last: (fixture) => [
    () => [
      ...fixture.known.map((id) => reading(fixture, id)),
      ...[...fixture.photos].map(([id, path]) => looking(id, path)),
      listing(fixture),
    ],
  ],
});
