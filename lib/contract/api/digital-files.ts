/** Contract, "Digital files"; decisions, "Digital files" and "Large uploads". */
import * as z from 'zod/mini';
import { component } from '../kinds/component.ts';
import { notFoundWhen } from '../kinds/errors.ts';
import { replyId } from '../kinds/ids.ts';
import { limits } from '../kinds/limits.ts';
import { requiredOr } from '../kinds/messages.ts';
import { integer } from '../kinds/numbers.ts';
import { tooManyUploads } from '../kinds/open-uploads.ts';
import { operation } from '../kinds/operation.ts';
import { optionalText, text } from '../kinds/text.ts';
import { timestamp } from '../kinds/times.ts';

const shared = { section: 'Digital files', folder: 'digital-files' } as const;

/** Contract, "Digital file object"; sizes in bytes. */
export const digitalFile = component('DigitalFile', {
  id: replyId('digitalFile'),
  file_name: z.string(),
  file_size: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
});

export type DigitalFile = z.output<typeof digitalFile>;

const unknownVariant = notFoundWhen('the product does not exist, or has no such variant');

const unknownUpload = notFoundWhen(
  'the variant has no such upload, or it is finished, abandoned or older than 24 hours',
);

export const uploadDigitalFile = operation({
  ...shared,
  name: 'upload-digital-file',
  summary: "Upload a variant's digital file, in the place of the one it has",
  method: 'POST',
  path: '/api/v1/products/{id}/variants/{variant_id}/digital-files/',
  permission: 'Write',
  parameters: { id: 'product', variant_id: 'variant' },
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
      when: 'there is no file, it is empty, or the body is cut short',
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
  summary: "Delete a variant's digital file; links to it stop working",
  method: 'DELETE',
  path: '/api/v1/products/{id}/variants/{variant_id}/digital-files/{file_id}/',
  permission: 'Write',
  parameters: { id: 'product', variant_id: 'variant', file_id: 'digitalFile' },
  success: { status: 204, description: 'The digital file is deleted' },
  errors: [notFoundWhen('the variant has no such file')],
  reach: ['PutItem', 'DeleteItem', 'DeleteObject files/'],
});

/** Body of start. */
export const digitalFileUploadInput = component('DigitalFileUploadInput', {
  file_name: text({ label: 'file_name', max: 1024 }),
  file_size: integer({
    label: 'file_size',
    min: 1,
    max: limits.digitalFileBytes,
    outside: `file_size must be between 1 and ${limits.digitalFileBytes}`,
  }),
  content_type: optionalText({ label: 'content_type', max: 255 }),
});

/** An upload of a file straight to the bucket. */
export const digitalFileUpload = component('DigitalFileUpload', {
  id: replyId('upload'),
  part_size: z.int(),
  parts: z.array(z.object({ part_number: z.int(), url: z.string() })),
  expires_at: timestamp,
});

export const startDigitalFileUpload = operation({
  ...shared,
  name: 'start-digital-file-upload',
  summary: 'Start an upload straight to the bucket: PUT each part of the file to its URL, then finish',
  method: 'POST',
  path: '/api/v1/products/{id}/variants/{variant_id}/digital-files/uploads/',
  permission: 'Write',
  parameters: { id: 'product', variant_id: 'variant' },
  body: digitalFileUploadInput,
  success: {
    status: 201,
    description: 'The upload; every part but the last holds `part_size` bytes',
    schema: digitalFileUpload,
  },
  errors: [
    { code: 'MISSING_FIELD', message: 'file_name is required', when: 'the name or the size is absent' },
    {
      code: 'INVALID_FIELD',
      message: `file_size must be between 1 and ${limits.digitalFileBytes}`,
      when: 'a field breaks a rule',
    },
    tooManyUploads,
    unknownVariant,
  ],
  reach: ['Query', 'PutItem', 'UpdateItem', 'PutObject files/'],
});

/** An upload under way: as Start answers it, with what has arrived. */
export const resumedDigitalFileUpload = component('ResumedDigitalFileUpload', {
  id: replyId('upload'),
  part_size: z.int(),
  parts: z.array(
    z.object({ part_number: z.int(), url: z.string(), arrived: z.boolean(), etag: z.nullable(z.string()) }),
  ),
  expires_at: timestamp,
});

export const resumeDigitalFileUpload = operation({
  ...shared,
  name: 'resume-digital-file-upload',
  summary: 'Resume an upload straight to the bucket: which parts have arrived, and where the others go',
  method: 'GET',
  path: '/api/v1/products/{id}/variants/{variant_id}/digital-files/uploads/{upload_id}/',
  permission: 'Write',
  parameters: { id: 'product', variant_id: 'variant', upload_id: 'upload' },
  success: { status: 200, description: 'The upload, with fresh links', schema: resumedDigitalFileUpload },
  errors: [unknownUpload],
  reach: ['ListMultipartUploadParts files/', 'PutObject files/'],
});

const partsMessage = 'parts must be an array of part_number and etag';

/** Body of finish: what S3 answered to each part. */
export const finishedParts = component('FinishedParts', {
  parts: z
    .array(
      z.object(
        {
          part_number: integer({ label: 'part_number', min: 1, max: 10_000, outside: partsMessage }),
          etag: text({ label: 'etag', max: 255 }),
        },
        { error: partsMessage },
      ),
      { error: requiredOr('parts is required', partsMessage) },
    )
    .check(z.maxLength(10_000, { error: partsMessage })),
});

export type FinishedPart = z.output<typeof finishedParts>['parts'][number];

export const completeDigitalFileUpload = operation({
  ...shared,
  name: 'complete-digital-file-upload',
  summary: 'Finish an upload straight to the bucket: the file takes the place of the one the variant has',
  method: 'POST',
  path: '/api/v1/products/{id}/variants/{variant_id}/digital-files/uploads/{upload_id}/complete/',
  permission: 'Write',
  parameters: { id: 'product', variant_id: 'variant', upload_id: 'upload' },
  body: finishedParts,
  success: { status: 201, description: 'The digital file', schema: digitalFile },
  errors: [
    { code: 'MISSING_FIELD', message: 'parts is required', when: 'the parts are absent' },
    {
      code: 'INVALID_FIELD',
      message: 'parts must match what was uploaded',
      when: 'a part is missing, has another ETag, or the sizes do not add up to file_size; the upload stays open',
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
  summary: 'Abandon an upload straight to the bucket, and what it left there',
  method: 'DELETE',
  path: '/api/v1/products/{id}/variants/{variant_id}/digital-files/uploads/{upload_id}/',
  permission: 'Write',
  parameters: { id: 'product', variant_id: 'variant', upload_id: 'upload' },
  success: { status: 204, description: 'The upload is abandoned' },
  errors: [unknownUpload],
  reach: ['PutItem', 'AbortMultipartUpload files/', 'DeleteObject files/'],
});
