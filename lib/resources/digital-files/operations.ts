/** The endpoints of the contract's section "Digital files". */
import { notFoundWhen, tooManyUploads } from '../../schema/errors.ts';
import { limits } from '../../schema/limits.ts';
import { operation } from '../../schema/operation.ts';
import {
  digitalFile,
  digitalFileUpload,
  digitalFileUploadInput,
  finishedParts,
  resumedDigitalFileUpload,
} from './fields.ts';

const shared = {
  section: 'Digital files',
  folder: 'digital-files',
  area: 'digital_files',
  ids: {
    id: { of: 'product', words: 'The product that has the variant.' },
    variant_id: {
      of: 'variant',
      words: 'The variant that the file belongs to. A variant can have one digital file.',
    },
    file_id: { of: 'digitalFile', words: 'Id of the file, as returned when it was uploaded.' },
    upload_id: {
      of: 'upload',
      words:
        'Id of the upload, as returned when it was started. An upload that is finished, canceled or older than 24 hours returns a 404.',
    },
  },
} as const;

const unknownVariant = notFoundWhen('the product does not exist, or has no such variant');

const unknownUpload = notFoundWhen(
  'the variant has no such upload, or the upload is finished, canceled or older than 24 hours',
);

export const uploadDigitalFile = operation({
  ...shared,
  name: 'upload-digital-file',
  summary: "Upload a variant's digital file",
  words:
    'Streams a file of up to 500 MiB in the part `file` and attaches it to the variant; of several files, only the first is stored. An existing file of the variant is replaced in one step, and links to it stop working. On AWS, a request larger than 4 MiB requires the upload container or a direct upload.',
  method: 'POST',
  path: '/api/v1/products/{id}/variants/{variant_id}/digital-files/',
  permission: 'Write',
  destructive: true,
  upload: {
    field: 'file',
    maximumBytes: limits.digitalFileBytes,
    tooLarge: { code: 'INTERNAL_ERROR', message: 'Internal server error' },
  },
  success: { status: 201, description: 'The digital file', schema: digitalFile },
  errors: [
    {
      code: 'MISSING_FIELD',
      message: 'file is required',
      when: 'the file is missing or empty, or the body is incomplete',
    },
    unknownVariant,
    {
      code: 'INTERNAL_ERROR',
      message: 'Internal server error',
      when: 'the file is larger than 500 MiB, or the operation failed unexpectedly',
    },
  ],
  reach: ['PutItem', 'DeleteItem', 'ConditionCheckItem', 'DeleteObject files/', 'PutObject files/'],
});

export const deleteDigitalFile = operation({
  ...shared,
  name: 'delete-digital-file',
  summary: "Delete a variant's digital file",
  words:
    'Deletes the file; download links to it stop working at once. Buyers get a 404 from `create-download` until another file is uploaded.',
  method: 'DELETE',
  path: '/api/v1/products/{id}/variants/{variant_id}/digital-files/{file_id}/',
  permission: 'Write',
  success: { status: 204, description: 'The digital file is deleted' },
  errors: [notFoundWhen('the variant has no such file')],
  reach: ['PutItem', 'DeleteItem', 'DeleteObject files/'],
});

export const startDigitalFileUpload = operation({
  ...shared,
  name: 'start-digital-file-upload',
  summary: 'Start a direct upload of a digital file',
  words:
    'Starts an upload directly to the bucket, in parts instead of one long request. PUT each part to its `url`, then [finish the upload](/docs/api/complete-digital-file-upload.html) with the ETags. The variant does not change until the upload is finished.',
  method: 'POST',
  path: '/api/v1/products/{id}/variants/{variant_id}/digital-files/uploads/',
  permission: 'Write',
  body: digitalFileUploadInput,
  success: {
    status: 201,
    description: 'The upload; every part except the last has `part_size` bytes',
    schema: digitalFileUpload,
  },
  errors: [
    { body: { file_name: undefined }, when: 'the name or the size is absent' },
    { body: { file_size: 0 }, when: 'a field breaks a rule' },
    tooManyUploads,
    unknownVariant,
  ],
  reach: ['Query', 'PutItem', 'UpdateItem', 'PutObject files/'],
});

export const resumeDigitalFileUpload = operation({
  ...shared,
  name: 'resume-digital-file-upload',
  summary: 'Resume a direct upload of a digital file',
  words:
    'Returns which parts have arrived, with new links for all parts. Send the missing parts, then finish the upload. Use it when links have expired, a part was lost, or another process continues the upload. It requires `Write` permission, because the links can write.',
  method: 'GET',
  path: '/api/v1/products/{id}/variants/{variant_id}/digital-files/uploads/{upload_id}/',
  permission: 'Write',
  success: { status: 200, description: 'The upload, with new links', schema: resumedDigitalFileUpload },
  errors: [unknownUpload],
  reach: ['ListMultipartUploadParts files/', 'PutObject files/'],
});

export const completeDigitalFileUpload = operation({
  ...shared,
  name: 'complete-digital-file-upload',
  summary: 'Finish a direct upload of a digital file',
  words:
    "Joins the parts and makes them the variant's file; a previous file is replaced. If a part, an ETag or the size does not match, the request is refused and the upload stays open.",
  method: 'POST',
  path: '/api/v1/products/{id}/variants/{variant_id}/digital-files/uploads/{upload_id}/complete/',
  permission: 'Write',
  destructive: true,
  body: finishedParts,
  success: { status: 201, description: 'The digital file', schema: digitalFile },
  errors: [
    { body: { parts: undefined }, when: 'the parts are absent' },
    {
      code: 'INVALID_FIELD',
      message: 'parts must match what was uploaded',
      when: 'a part is missing or has a different ETag, or the sizes do not add up to `file_size`; the upload stays open',
    },
    unknownUpload,
  ],
  reach: [
    'PutItem',
    'DeleteItem',
    'ConditionCheckItem',
    'DeleteObject files/',
    'GetObject files/',
    'ListMultipartUploadParts files/',
    'PutObject files/',
  ],
});

export const abandonDigitalFileUpload = operation({
  ...shared,
  name: 'abandon-digital-file-upload',
  summary: 'Cancel a direct upload of a digital file',
  words: 'Cancels the upload and deletes the parts that have arrived. Unfinished uploads expire after 24 hours.',
  method: 'DELETE',
  path: '/api/v1/products/{id}/variants/{variant_id}/digital-files/uploads/{upload_id}/',
  permission: 'Write',
  success: { status: 204, description: 'The upload is canceled' },
  errors: [unknownUpload],
  reach: ['PutItem', 'AbortMultipartUpload files/', 'DeleteObject files/'],
});

/** The client's methods by name. Each method calls one operation. */
export const methods = {
  delete: deleteDigitalFile,
} as const;

/** The operations that the client calls to upload a file: `whole` sends it in one request, the others upload it directly to the bucket. */
export const uploads = {
  whole: uploadDigitalFile,
  start: startDigitalFileUpload,
  resume: resumeDigitalFileUpload,
  finish: completeDigitalFileUpload,
  abandon: abandonDigitalFileUpload,
} as const;
