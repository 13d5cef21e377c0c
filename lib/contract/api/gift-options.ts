/** Contract, "Gift options". */
import * as z from 'zod/mini';
import { oneOf } from '../kinds/choices.ts';
import { duplicateWhen, type ErrorRow, notFoundWhen } from '../kinds/errors.ts';
import {
  bodyOf,
  field,
  idOf,
  objectOf,
  optionalBoolean,
  optionalInteger,
  optionalText,
  requiredText,
  times,
} from '../kinds/field.ts';
import { replyId } from '../kinds/ids.ts';
import { limits } from '../kinds/limits.ts';
import { integer } from '../kinds/numbers.ts';
import { tooManyUploads } from '../kinds/open-uploads.ts';
import { operation } from '../kinds/operation.ts';
import { listOf } from '../kinds/paging.ts';
import { timestamp } from '../kinds/times.ts';

const shared = { section: 'Gift options', folder: 'gift-options' } as const;

/** What a gift option holds. A new field is one line here. */
export const giftOptionFields = {
  name: requiredText({
    label: 'Name',
    max: limits.giftOptionName,
    required: 'name is required',
    tooLong: `Name must be 1 to ${limits.giftOptionName} characters`,
    words: 'What shoppers read at checkout; unique within the site, character for character.',
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
    shown: z.nullable(z.object({ id: replyId('image'), url: z.string() })),
    absent: null,
    words: {
      text: 'The photo shown at checkout; null until one is set.',
      fields: {
        id: 'Public id of the photo, `img_…`. Each new photo has a new one.',
        url: "Path of the photo on the API's own host. It never changes what it shows, so it may be cached for ever.",
      },
    },
    example: null,
  }),
  ...times,
});

export type GiftOption = z.output<typeof giftOption>;

const unknown = notFoundWhen('the site does not exist, or has no such gift option');

const inputErrors: readonly ErrorRow[] = [
  { code: 'MISSING_FIELD', message: 'name is required', when: 'the name is absent, null or empty' },
  { code: 'INVALID_FIELD', message: 'Price must be zero or more', when: 'a field breaks a rule' },
  duplicateWhen('another option of the site has the name'),
  unknown,
];

export const listGiftOptions = operation({
  ...shared,
  name: 'list-gift-options',
  summary: 'List the gift options of a site, by position and then creation; never paginated',
  method: 'GET',
  path: '/api/v1/sites/{site_id}/gift-options/',
  permission: 'Read',
  parameters: { site_id: 'site' },
  success: { status: 200, description: 'All gift options of the site', schema: listOf(giftOption) },
  errors: [unknown],
  reach: ['Query'],
});

export const createGiftOption = operation({
  ...shared,
  name: 'create-gift-option',
  summary: 'Create a gift option of a site',
  method: 'POST',
  path: '/api/v1/sites/{site_id}/gift-options/',
  permission: 'Write',
  parameters: { site_id: 'site' },
  body: giftOptionInput,
  success: { status: 201, description: 'The created gift option, its image null', schema: giftOption },
  errors: [
    ...inputErrors,
    {
      code: 'INVALID_FIELD',
      message: `A site can have at most ${limits.giftOptionsPerSite} gift options`,
      when: 'the site already has as many as it can',
    },
  ],
  reach: ['PutItem'],
});

export const getGiftOption = operation({
  ...shared,
  name: 'get-gift-option',
  summary: 'Get a gift option of a site',
  method: 'GET',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/',
  permission: 'Read',
  parameters: { site_id: 'site', gift_option_id: 'giftOption' },
  success: { status: 200, description: 'The gift option', schema: giftOption },
  errors: [unknown],
});

export const updateGiftOption = operation({
  ...shared,
  name: 'update-gift-option',
  summary: 'Replace a gift option; a field left out takes its default, except position, and the image is kept',
  method: 'PUT',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/',
  permission: 'Write',
  parameters: { site_id: 'site', gift_option_id: 'giftOption' },
  body: giftOptionInput,
  success: { status: 204, description: 'The gift option is updated' },
  errors: inputErrors,
  reach: ['PutItem'],
});

export const deleteGiftOption = operation({
  ...shared,
  name: 'delete-gift-option',
  summary: 'Delete a gift option and its photo; orders that included it keep it',
  method: 'DELETE',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/',
  permission: 'Write',
  parameters: { site_id: 'site', gift_option_id: 'giftOption' },
  success: { status: 204, description: 'The gift option is deleted' },
  errors: [unknown],
  reach: ['PutItem', 'DeleteItem', 'DeleteObject media/'],
});

const tooLarge = { code: 'INVALID_FIELD', message: 'Image must be 50 MB or smaller' } as const;
const wrongKind = { code: 'INVALID_FIELD', message: 'Image must be a JPEG or PNG' } as const;

export const setGiftOptionImage = operation({
  ...shared,
  name: 'set-gift-option-image',
  summary: 'Set the photo of a gift option, in the place of the one it has',
  method: 'PUT',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/image/',
  permission: 'Write',
  parameters: { site_id: 'site', gift_option_id: 'giftOption' },
  upload: { field: 'image', maximumBytes: limits.photoBytes, tooLarge },
  success: { status: 200, description: 'The gift option with its new image', schema: giftOption },
  errors: [
    {
      code: 'MISSING_FIELD',
      message: 'image is required',
      when: 'there is no file, it is empty, or the body is cut short',
    },
    { ...wrongKind, when: 'the leading bytes are neither' },
    { ...tooLarge, when: 'the file is larger' },
    unknown,
  ],
  reach: ['PutItem', 'DeleteItem', 'DeleteObject media/', 'PutObject media/'],
});

export const removeGiftOptionImage = operation({
  ...shared,
  name: 'remove-gift-option-image',
  summary: 'Remove the photo of a gift option, if it has one',
  method: 'DELETE',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/image/',
  permission: 'Write',
  parameters: { site_id: 'site', gift_option_id: 'giftOption' },
  success: { status: 204, description: 'The gift option has no image' },
  errors: [unknown],
  reach: ['PutItem', 'DeleteObject media/'],
});

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

export const startGiftOptionImageUpload = operation({
  ...shared,
  name: 'start-gift-option-image-upload',
  summary: 'Start the upload of a photo straight to the bucket: PUT it to the URL with the headers, then finish',
  method: 'POST',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/image/uploads/',
  permission: 'Write',
  parameters: { site_id: 'site', gift_option_id: 'giftOption' },
  body: photoUploadInput,
  success: {
    status: 201,
    description: 'The upload',
    schema: photoUpload,
  },
  errors: [
    { code: 'MISSING_FIELD', message: 'content_type is required', when: 'a field is absent' },
    { ...tooLarge, when: 'a field breaks a rule' },
    tooManyUploads,
    unknown,
  ],
  reach: ['Query', 'PutItem', 'UpdateItem', 'PutObject pending/'],
});

const unknownUpload = notFoundWhen('the option has no such upload, or it is finished or older than 24 hours');

/** A photo's upload under way: as Start answers it, with what has arrived. */
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

export const resumeGiftOptionImageUpload = operation({
  ...shared,
  name: 'resume-gift-option-image-upload',
  summary: 'Resume the upload of a photo straight to the bucket: whether it has arrived, and where it goes',
  method: 'GET',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/image/uploads/{upload_id}/',
  permission: 'Write',
  parameters: { site_id: 'site', gift_option_id: 'giftOption', upload_id: 'upload' },
  success: { status: 200, description: 'The upload, with a fresh link', schema: resumedPhotoUpload },
  errors: [unknownUpload],
  reach: ['GetObject pending/', 'PutObject pending/'],
});

export const completeGiftOptionImageUpload = operation({
  ...shared,
  name: 'complete-gift-option-image-upload',
  summary: 'Finish the upload of a photo: it takes the place of the one the gift option has',
  method: 'POST',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/image/uploads/{upload_id}/complete/',
  permission: 'Write',
  parameters: {
    site_id: 'site',
    gift_option_id: 'giftOption',
    upload_id: 'upload',
  },
  success: { status: 200, description: 'The gift option with its new image', schema: giftOption },
  errors: [
    {
      code: 'INVALID_FIELD',
      message: 'image must match what was announced',
      when: 'nothing has arrived, or it has another size; the upload stays open',
    },
    { ...wrongKind, when: 'the leading bytes are neither; the upload stays open' },
    unknownUpload,
  ],
  reach: [
    'PutItem',
    'DeleteItem',
    'DeleteObject media/',
    'DeleteObject pending/',
    'GetObject pending/',
    // To see whether an earlier try has copied the photo.
    'GetObject media/',
    'PutObject media/',
  ],
});
