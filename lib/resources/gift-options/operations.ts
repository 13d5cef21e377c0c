/** The endpoints of the contract's section "Gift options". */
import { type BrokenRule, duplicateWhen, type ErrorRow, notFoundWhen, tooManyUploads } from '../../schema/errors.ts';
import { limits } from '../../schema/limits.ts';
import { operation } from '../../schema/operation.ts';
import { listOf } from '../../schema/paging.ts';
import { giftOption, giftOptionInput, photoUpload, photoUploadInput, resumedPhotoUpload, tooLarge } from './fields.ts';

const shared = {
  section: 'Gift options',
  folder: 'gift-options',
  area: 'gift_options',
  ids: {
    site_id: { of: 'site', words: 'The site that offers the option. To add a site, use `import-records`.' },
    gift_option_id: { of: 'giftOption', words: 'The gift option. An option of another site returns a 404.' },
    upload_id: {
      of: 'upload',
      words: 'Id of the upload, as returned when it was started. It expires after 24 hours.',
    },
  },
} as const;

const unknown = notFoundWhen('the site does not exist, or has no such gift option');

const inputErrors: readonly (ErrorRow | BrokenRule)[] = [
  { body: { name: '' }, when: 'the name is absent, null or empty' },
  { body: { price: -1 }, when: 'a field breaks a rule' },
  duplicateWhen('another option of the site has the same name'),
  unknown,
];

export const listGiftOptions = operation({
  ...shared,
  name: 'list-gift-options',
  summary: "List a site's gift options",
  words:
    'Returns all gift options of the site in one page, including disabled ones, ordered by position and then by creation time. A site has at most 20, so `has_more` is always `false`.',
  method: 'GET',
  path: '/api/v1/sites/{site_id}/gift-options/',
  permission: 'Read',
  success: {
    status: 200,
    description: 'All gift options of the site',
    schema: listOf(giftOption, {
      of: 'gift options, lowest `position` first',
      hasMore: 'Always `false`: the list has one page.',
    }),
  },
  errors: [unknown],
  reach: ['Query'],
});

export const createGiftOption = operation({
  ...shared,
  name: 'create-gift-option',
  summary: 'Create a gift option',
  words:
    'Adds an option that shoppers can choose at checkout, at most one per order. It has no photo at first and is disabled unless you send `enabled` as `true`.',
  method: 'POST',
  path: '/api/v1/sites/{site_id}/gift-options/',
  permission: 'Write',
  body: giftOptionInput,
  success: { status: 201, description: 'The created gift option, without an image', schema: giftOption },
  errors: [
    ...inputErrors,
    {
      code: 'INVALID_FIELD',
      message: `A site can have at most ${limits.giftOptionsPerSite} gift options`,
      when: 'the site already has the maximum number of options',
    },
  ],
  reach: ['PutItem'],
});

export const getGiftOption = operation({
  ...shared,
  name: 'get-gift-option',
  summary: 'Get a gift option',
  words: 'Returns the current option, with the path of its photo.',
  method: 'GET',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/',
  permission: 'Read',
  success: { status: 200, description: 'The gift option', schema: giftOption },
  errors: [unknown],
});

export const updateGiftOption = operation({
  ...shared,
  name: 'update-gift-option',
  summary: 'Replace a gift option',
  words:
    'Replaces all fields except the photo: send every field, because an omitted field is set to its default (only `position` is kept). Existing orders keep the name and price of the option from when they were placed. To stop offering it, send `enabled` as `false`.',
  method: 'PUT',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/',
  permission: 'Write',
  body: giftOptionInput,
  success: { status: 204, description: 'The gift option is updated' },
  errors: inputErrors,
  reach: ['PutItem'],
});

export const deleteGiftOption = operation({
  ...shared,
  name: 'delete-gift-option',
  summary: 'Delete a gift option',
  words:
    "Deletes the option and its photo, and removes the option from shoppers' carts. Existing orders keep their own copy.",
  method: 'DELETE',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/',
  permission: 'Write',
  success: { status: 204, description: 'The gift option is deleted' },
  errors: [unknown],
  reach: ['PutItem', 'DeleteItem', 'DeleteObject media/'],
});

const wrongKind = { code: 'INVALID_FIELD', message: 'Image must be a JPEG or PNG' } as const;

export const setGiftOptionImage = operation({
  ...shared,
  name: 'set-gift-option-image',
  summary: "Set a gift option's photo",
  words:
    'Sets the photo: a JPEG or PNG of up to 50 MB in the part `image`, checked by its first bytes, not by its declared type. It replaces the previous photo. On AWS, a request larger than 4 MiB requires the upload container or a direct upload.',
  method: 'PUT',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/image/',
  permission: 'Write',
  upload: { field: 'image', maximumBytes: limits.photoBytes, tooLarge },
  success: { status: 200, description: 'The gift option with its new image', schema: giftOption },
  errors: [
    {
      code: 'MISSING_FIELD',
      message: 'image is required',
      when: 'the file is missing or empty, or the body is incomplete',
    },
    { ...wrongKind, when: 'the first bytes are neither JPEG nor PNG' },
    { ...tooLarge, when: 'the file is larger' },
    unknown,
  ],
  reach: ['PutItem', 'DeleteItem', 'DeleteObject media/', 'PutObject media/'],
});

export const removeGiftOptionImage = operation({
  ...shared,
  name: 'remove-gift-option-image',
  summary: "Remove a gift option's photo",
  words: 'Removes the photo. If there is no photo, the response is also a 204. Cached copies may remain for a while.',
  method: 'DELETE',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/image/',
  permission: 'Write',
  success: { status: 204, description: 'The gift option has no image' },
  errors: [unknown],
  reach: ['PutItem', 'DeleteObject media/'],
});

export const startGiftOptionImageUpload = operation({
  ...shared,
  name: 'start-gift-option-image-upload',
  summary: 'Start a direct upload of a photo',
  words:
    'Starts an upload directly to the bucket, for photos that are too large for one request. PUT the photo to `url` with `headers`, then [finish the upload](/docs/api/complete-gift-option-image-upload.html).',
  method: 'POST',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/image/uploads/',
  permission: 'Write',
  body: photoUploadInput,
  success: {
    status: 201,
    description: 'The upload',
    schema: photoUpload,
  },
  errors: [
    { body: { content_type: undefined }, when: 'a field is absent' },
    { body: { file_size: limits.photoBytes + 1 }, when: 'a field breaks a rule' },
    tooManyUploads,
    unknown,
  ],
  reach: ['Query', 'PutItem', 'UpdateItem', 'PutObject pending/'],
});

const unknownUpload = notFoundWhen('the option has no such upload, or the upload is finished or older than 24 hours');

export const resumeGiftOptionImageUpload = operation({
  ...shared,
  name: 'resume-gift-option-image-upload',
  summary: 'Resume a direct upload of a photo',
  words:
    'Returns whether the photo has arrived, with a new link. Send the photo if it has not arrived, then finish the upload. Use this operation if the link has expired or another process continues the upload. It requires `Write` permission, because the returned link allows writing.',
  method: 'GET',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/image/uploads/{upload_id}/',
  permission: 'Write',
  success: { status: 200, description: 'The upload, with a new link', schema: resumedPhotoUpload },
  errors: [unknownUpload],
  reach: ['GetObject pending/', 'PutObject pending/'],
});

export const completeGiftOptionImageUpload = operation({
  ...shared,
  name: 'complete-gift-option-image-upload',
  summary: 'Finish a direct upload of a photo',
  words:
    'Checks the size and type of the photo and makes it the photo of the option; a previous photo is replaced. If the photo does not match, the request is refused and the upload stays open, so that you can PUT the photo again.',
  method: 'POST',
  path: '/api/v1/sites/{site_id}/gift-options/{gift_option_id}/image/uploads/{upload_id}/complete/',
  permission: 'Write',
  destructive: true,
  success: { status: 200, description: 'The gift option with its new image', schema: giftOption },
  errors: [
    {
      code: 'INVALID_FIELD',
      message: 'image must match what was announced',
      when: 'no photo has arrived, or it has a different size; the upload stays open',
    },
    { ...wrongKind, when: 'the first bytes are neither JPEG nor PNG; the upload stays open' },
    unknownUpload,
  ],
  reach: [
    'PutItem',
    'DeleteItem',
    'DeleteObject media/',
    'DeleteObject pending/',
    'GetObject pending/',
    // To check whether an earlier attempt has copied the photo.
    'GetObject media/',
    'PutObject media/',
  ],
});

/** The client's methods by name. Each method calls one operation. */
export const methods = {
  list: listGiftOptions,
  create: createGiftOption,
  get: getGiftOption,
  update: updateGiftOption,
  delete: deleteGiftOption,
  removeImage: removeGiftOptionImage,
} as const;

/** The operations that the client calls to upload a photo: `whole` sends it in one request, the others upload it directly to the bucket. */
export const uploads = {
  whole: setGiftOptionImage,
  start: startGiftOptionImageUpload,
  resume: resumeGiftOptionImageUpload,
  finish: completeGiftOptionImageUpload,
} as const;
