/** The objects and bodies of the contract's section "Gift options". */
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

/** The fields of a gift option. To add a field, add one line here. */
export const giftOptionFields = {
  name: requiredText({
    label: 'Name',
    max: limits.giftOptionName,
    required: 'name is required',
    tooLong: `Name must be 1 to ${limits.giftOptionName} characters`,
    words: 'Name shown to shoppers at checkout; unique within the site, character for character.',
    inBody: '1 to 256 characters; a name that is already used is refused with `DUPLICATE`.',
    example: 'Silk ribbon',
  }),
  description: optionalText({
    label: 'Description',
    max: limits.giftOptionDescription,
    words: 'Shown under the name at checkout; may be empty.',
    inBody: 'Up to 1000 characters. If omitted, empty.',
    example: 'Tied by hand',
  }),
  price: optionalInteger({
    label: 'Price',
    min: 0,
    outside: 'Price must be zero or more',
    absent: 0,
    words: "Added to the order's total, in the smallest unit of the store's currency (500 is $5.00).",
    inBody: 'If omitted, 0 (free).',
    example: 450,
  }),
  enabled: optionalBoolean({
    label: 'Enabled',
    absent: false,
    words: 'Whether the option is offered at checkout.',
    inBody: 'If omitted, `false`, even on update.',
    example: true,
  }),
  position: optionalInteger({
    label: 'Position',
    min: 0,
    max: limits.giftOptionPosition,
    outside: `Position must be between 0 and ${limits.giftOptionPosition}`,
    words:
      'Position in the list, 0 to 1000, lowest first; options with the same position are ordered by creation time.',
    inBody: 'If omitted on create, the option is placed last. If omitted on update, the position does not change.',
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
          words: 'Public id of the photo, `img_…`. Each new photo gets a new id.',
          example: 'img_wrapping',
        }),
        url: shownText({
          words:
            'Path of the photo on the host of the API. The content at this path never changes, so you can cache it forever.',
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

/** Body that starts the upload of a photo. */
export const photoUploadInput = bodyOf('PhotoUploadInput', {
  content_type: field({
    input: oneOf(['image/jpeg', 'image/png'], {
      required: 'content_type is required',
      wrong: 'content_type must be image/jpeg or image/png',
    }),
    words: {
      text: 'Media type of the photo. Finishing the upload fails if the first bytes of the file are of a different type.',
      values: { 'image/jpeg': 'A JPEG, stored as `.jpg`.', 'image/png': 'A PNG, stored as `.png`.' },
    },
    example: 'image/png',
  }),
  file_size: field({
    input: integer({ label: 'file_size', min: 1, outside: 'file_size must be at least 1' }).check(
      z.lte(limits.photoBytes, { error: tooLarge.message }),
    ),
    words:
      'Size of the photo in bytes, 1 to 52428800 (50 MB). Finishing the upload fails if the photo has a different size.',
    example: 8_400_000,
  }),
});

const uploadFields = {
  id: idOf('upload', {
    words: 'Public id of the upload, `upl_…`; needed to finish or resume it.',
    example: 'upl_01khdq50048v3k5x9w2t6r0ybn',
  }),
  url: field({
    shown: z.string(),
    words: 'Signed URL in the bucket. PUT the photo to it within an hour, without your API key.',
    example:
      'https://store-commerce-api.s3.us-east-1.amazonaws.com/pending/sto_demo/upl_01khdq50048v3k5x9w2t6r0ybn?X-Amz-Expires=3600&X-Amz-Signature=5f3c9a41d07e82b6',
    secret: true,
  }),
  headers: field({
    shown: z.record(z.string(), z.string()),
    words: 'Headers to send with the PUT, exactly as returned; otherwise the bucket refuses the request.',
    example: { 'Content-Type': 'image/png' },
  }),
};

const uploadEnd = field({
  shown: timestamp,
  words: 'When the upload expires, 24 hours after it was started. The signed URL expires earlier.',
  example: '2026-02-15T09:30:00Z',
});

/** An upload of a photo directly to the bucket. */
export const photoUpload = objectOf('PhotoUpload', { ...uploadFields, expires_at: uploadEnd });

/** An open upload of a photo: the fields of `PhotoUpload`, and whether the photo has arrived. */
export const resumedPhotoUpload = objectOf('ResumedPhotoUpload', {
  ...uploadFields,
  arrived: field({
    shown: z.boolean(),
    words:
      'Whether the bucket has a photo of the declared `file_size`. If you send a photo again, it replaces the earlier one.',
    example: true,
  }),
  etag: field({
    shown: z.nullable(z.string()),
    words: 'The `ETag` of the photo in the bucket; null until the photo has arrived.',
    example: '"09ad02ea8c3c757bc1e98a23562dc77d"',
  }),
  expires_at: uploadEnd,
});
