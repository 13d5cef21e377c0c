/** What clients do with the photos of a site's gift options. */
import { handler as complete } from '../../../functions/api/gift-options/complete-gift-option-image-upload.ts';
import { handler as removeImage } from '../../../functions/api/gift-options/remove-gift-option-image.ts';
import { handler as setImage } from '../../../functions/api/gift-options/set-gift-option-image.ts';
import { handler as start } from '../../../functions/api/gift-options/start-gift-option-image-upload.ts';
import * as contract from '../../../lib/contract/api/gift-options.ts';
import { objectAt } from '../../support/aws/objects.ts';
import { multipart, png } from '../../support/http/multipart.ts';
import type { Step } from '../engine/area.ts';
import { inTurn } from '../engine/faulty-aws.ts';
import type { Random } from '../engine/random.ts';
import { request } from '../engine/requests.ts';

interface Photo {
  id: string;
  url: string;
}

/** The same, and a look at the photo that is shown: it may be gone, but only once another is shown. */
export const lookingAt = (reading: Step): Step => ({
  ...reading,
  async send() {
    const answer = await reading.send();
    const photo: Photo | null | undefined = answer.body?.image;
    if (!photo || (await inTurn(() => objectAt(photo.url.slice(1))))) return answer;
    const again = await reading.send();
    const isMissing = again.ok && again.body.image?.id === photo.id;
    return isMissing ? { ...answer, body: { ...answer.body, photoIsMissing: true } } : answer;
  },
});

/** Steps on the options of a site; `photos` and `uploads` are what clients have been told of so far. */
export function photoSteps(site_id: string, key: string) {
  const photos = new Map<string, string>();
  const uploads: { id: string; option: string; size: number }[] = [];
  const sizeOf = (random: Random): number => 100 + random.below(50);
  const learn = ({ image }: { image: Photo }): unknown => photos.set(image.id, image.url);
  const at = (gift_option_id: string) => ({ path: { site_id, gift_option_id }, key });

  const setting = (option: string, size: number): Step =>
    request(
      [setImage, contract.setGiftOptionImage],
      { kind: 'set photo', id: option, size },
      {
        ...at(option),
        ...multipart([{ name: 'image', fileName: 'photo.png', type: 'image/png', content: png(size) }]),
      },
      ({ body }) => learn(body),
    );

  const removing = (option: string): Step =>
    request([removeImage, contract.removeGiftOptionImage], { kind: 'remove photo', id: option }, at(option));

  /** The client sends its photo as soon as it knows where to. */
  const starting = (option: string, size: number): Step => {
    const body = { content_type: 'image/png', file_size: size };
    const step = request(
      [start, contract.startGiftOptionImageUpload],
      { kind: 'start photo', option, size },
      { ...at(option), body },
    );
    return {
      ...step,
      async send(idempotencyKey) {
        const answer = await step.send(idempotencyKey);
        if (answer.ok && !uploads.some(({ id }) => id === answer.body.id)) {
          const { url, headers, id } = answer.body;
          await inTurn(() => fetch(url, { method: 'PUT', headers, body: png(size) }));
          uploads.push({ id, option, size });
        }
        return answer;
      },
    };
  };

  const completing = ({ id, option }: { id: string; option: string }): Step =>
    request(
      [complete, contract.completeGiftOptionImageUpload],
      { kind: 'complete photo', upload: id, id: option },
      { path: { site_id, gift_option_id: option, upload_id: id }, key },
      ({ body }) => learn(body),
    );

  return {
    next(random: Random, option: string): Step {
      const upload = uploads[random.below(uploads.length)];
      if (upload && random.chance(0.6)) return completing(upload);
      if (random.chance(0.4)) return setting(option, sizeOf(random));
      return random.chance(0.5) ? starting(option, sizeOf(random)) : removing(option);
    },
    /** Looks whether each photo that was ever shown is still there. */
    last: (): Step[] =>
      [...photos].map(([image, url]) => ({
        name: 'look at a photo',
        input: { kind: 'look', image },
        identity: image,
        keyed: false,
        send: async () => ({ ok: true, body: { bytes: (await objectAt(url.slice(1)))?.bytes.length } }),
      })),
  };
}
