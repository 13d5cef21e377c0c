/** Contract, "Gift options": what its objects and bodies hold. */
import * as z from 'zod/mini';
import {
  bodyOf,
  field,
  idOf,
  objectOf,
  optionalBoolean,
  optionalInteger,
  optionalText,
  requiredText,
  shownOf,
  shownText,
  times,
} from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { timestamp } from '../../schema/times.ts';
import { integer, oneOf } from '../../schema/values.ts';

/** What a gift option holds. A new field is one line here. */
export const giftOptionFields = {
  name: requiredText({
    label: 'Name',
    max: limits.giftOptionName,
    required: 'name is required',
    tooLong: `Name must be 1 to ${limits.giftOptionName} characters`,
    words: 'Name that shoppers see at checkout; unique within the site, character for character.',
    inBody: '1 to 256 characters; a name that is taken is `DUPLICATE`.',
    example: 'Silk ribbon',
  }),
  description: optionalText({
    label: 'Description',
    max: limits.giftOptionDescription,
    words: 'Shown under the name at checkout; may be empty.',
    inBody: 'Up to 1000 characters. Left out: empty.',
    example: 'Tied by hand',
  }),
  price: optionalInteger({
    label: 'Price',
    min: 0,
    outside: 'Price must be zero or more',
    absent: 0,
    words: "Added to the order's total, in the smallest unit of the store's currency (500 is $5.00).",
    inBody: 'Left out: 0, which is free.',
    example: 450,
  }),
  enabled: optionalBoolean({
    label: 'Enabled',
    absent: false,
    words: 'Whether shoppers are offered it at checkout.',
    inBody: 'Left out: `false`, on an update as well.',
    example: true,
  }),
  position: optionalInteger({
    label: 'Position',
    min: 0,
    max: limits.giftOptionPosition,
    outside: `Position must be between 0 and ${limits.giftOptionPosition}`,
    words: 'Place in the list, 0 to 1000, lowest first; equal places stand by creation.',
    inBody: 'Left out on create: after the last one of the site. Left out on update: unchanged.',
    example: 3,
  }),
};

/** Body of create and update. */
export const giftOptionInput = bodyOf('GiftOptionInput', giftOptionFields);

export type GiftOptionInput = z.output<typeof giftOptionInput>;

/** Contract, "Gift option object". */
export const giftOption = objectOf('GiftOption', {
  id: idOf('giftOption', {
    words: 'Public id of the gift option, `gft_…`.',
    example: 'gft_01khdq50028v3k5x9w2t6r0ybn',
  }),
  ...giftOptionFields,
  image: field({
    shown: z.nullable(
      shownOf({
        id: idOf('image', {
          words: 'Public id of the photo, `img_…`. Each new photo has a new one.',
          example: 'img_wrapping',
        }),
        url: shownText({
          words:
            "Path of the photo on the API's own host. It never changes what it shows, so it may be cached for ever.",
          example: '/media/gift-options/img_wrapping.png',
        }),
      }),
    ),
    words: 'The photo shown at checkout; null until one is set.',
    example: null,
  }),
  ...times,
});

export type GiftOption = z.output<typeof giftOption>;

export const tooLarge = { code: 'INVALID_FIELD', message: 'Image must be 50 MB or smaller' } as const;

/** Body of starting a photo's upload. */
export const photoUploadInput = bodyOf('PhotoUploadInput', {
  content_type: field({
    input: oneOf(['image/jpeg', 'image/png'], {
      required: 'content_type is required',
      wrong: 'content_type must be image/jpeg or image/png',
    }),
    words: {
      text: 'Kind of the photo. Finish judges the kind by the leading bytes of what arrived and refuses another one.',
      values: { 'image/jpeg': 'A JPEG, stored as `.jpg`.', 'image/png': 'A PNG, stored as `.png`.' },
    },
    example: 'image/png',
  }),
  file_size: field({
    input: integer({ label: 'file_size', min: 1, outside: 'file_size must be at least 1' }).check(
      z.lte(limits.photoBytes, { error: tooLarge.message }),
    ),
    words: 'Size of the photo in bytes, 1 to 52428800 (50 MB). Finish refuses another size.',
    example: 8_400_000,
  }),
});

const uploadFields = {
  id: idOf('upload', {
    words: 'Public id of the upload, `upl_…`: name it to Finish.',
    example: 'upl_01khdq50048v3k5x9w2t6r0ybn',
  }),
  url: field({
    shown: z.string(),
    words: 'Signed address in the bucket. PUT the photo there within the hour, without your API key.',
    example:
      'https://store-commerce-api.s3.us-east-1.amazonaws.com/pending/sto_demo/upl_01khdq50048v3k5x9w2t6r0ybn?X-Amz-Expires=3600&X-Amz-Signature=5f3c9a41d07e82b6',
  }),
  headers: field({
    shown: z.record(z.string(), z.string()),
    words: 'Headers that the PUT must carry exactly as they stand here, or the bucket refuses it.',
    example: { 'Content-Type': 'image/png' },
  }),
};

const uploadEnd = field({
  shown: timestamp,
  words: 'When the upload is forgotten, 24 hours after it began. The signed address ends sooner.',
  example: '2026-02-15T09:30:00Z',
});

/** An upload of a photo straight to the bucket. */
export const photoUpload = objectOf('PhotoUpload', { ...uploadFields, expires_at: uploadEnd });

/** A photo's upload in progress: as Start answers it, with what has arrived. */
export const resumedPhotoUpload = objectOf('ResumedPhotoUpload', {
  ...uploadFields,
  arrived: field({
    shown: z.boolean(),
    words: 'Whether the bucket has a photo of the announced size. One that is sent again replaces it.',
    example: true,
  }),
  etag: field({
    shown: z.nullable(z.string()),
    words: 'The `ETag` of what has arrived; null until then.',
    example: '"f829b914fc47cfc9c0747c119c27cf1b"',
  }),
  expires_at: uploadEnd,
});
