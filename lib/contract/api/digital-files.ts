/** Contract, "Digital files"; decisions, "Digital files" and "Large uploads". */
import * as z from 'zod/mini';
import { notFoundWhen } from '../kinds/errors.ts';
import { bodyOf, field, idOf, objectOf, shownInteger, shownText, times } from '../kinds/field.ts';
import { limits } from '../kinds/limits.ts';
import { requiredOr } from '../kinds/messages.ts';
import { integer } from '../kinds/numbers.ts';
import { tooManyUploads } from '../kinds/open-uploads.ts';
import { operation } from '../kinds/operation.ts';
import { optionalText, text } from '../kinds/text.ts';
import { timestamp } from '../kinds/times.ts';

const shared = { section: 'Digital files', folder: 'digital-files' } as const;

/** What a digital file holds. A new field is one line here. Contract, "Digital file object"; sizes in bytes. */
export const digitalFile = objectOf('DigitalFile', {
  id: idOf('digitalFile', {
    words: 'Public id of the file, `pdf_…`. Keep it: no list shows it again, and Delete needs it.',
    example: 'pdf_01khdq50108v3k5x9w2t6r0ybn',
  }),
  file_name: shownText({
    words:
      'Name that buyers save it under: that of the upload without folders and control characters, cut to 255 characters.',
    example: 'the-art-of-tea.epub',
  }),
  file_size: shownInteger({ words: 'Size in bytes.', example: 26 }),
  created_at: times.created_at,
  updated_at: { ...times.updated_at, words: 'Equals `created_at`: a file that replaces another has a new id.' },
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
export const digitalFileUploadInput = bodyOf('DigitalFileUploadInput', {
  file_name: field({
    input: text({ label: 'file_name', max: 1024 }),
    words: 'Name that buyers save the file under; folders and control characters are removed. 1 to 1024 characters.',
    example: 'the-art-of-tea.epub',
  }),
  file_size: field({
    input: integer({
      label: 'file_size',
      min: 1,
      max: limits.digitalFileBytes,
      outside: `file_size must be between 1 and ${limits.digitalFileBytes}`,
    }),
    words: 'Size of the whole file in bytes, 1 to 524288000 (500 MiB). Finish refuses another size.',
    example: 8_400_000,
  }),
  content_type: field({
    input: optionalText({ label: 'content_type', max: 255 }),
    words: 'Media type that downloads carry, up to 255 characters. Left out: `application/octet-stream`.',
    example: 'application/epub+zip',
  }),
});

const uploadFields = {
  id: idOf('upload', {
    words: 'Public id of the upload, `upl_…`: name it to Finish or Abandon.',
    example: 'upl_01khdq50118v3k5x9w2t6r0ybn',
  }),
  part_size: shownInteger({ words: 'Bytes of every part but the last, which holds the rest.', example: 6_291_456 }),
};

const uploadEnd = field({
  shown: timestamp,
  words: 'When the upload is forgotten, 24 hours after it began. The signed addresses end sooner.',
  example: '2026-02-15T09:30:00Z',
});

const partNumber = 'Place of the part in the file, from 1.';

const exampleLink = (file: string, part: number): string =>
  `https://store-commerce-api.s3.us-east-1.amazonaws.com/files/sto_demo/${file}?partNumber=${part}&X-Amz-Expires=3600&X-Amz-Signature=5f3c9a41d07e82b6`;

const exampleEtag = '"856ba201233862bd07ddf832f56908f2"';

/** An upload of a file straight to the bucket. */
export const digitalFileUpload = objectOf('DigitalFileUpload', {
  ...uploadFields,
  parts: field({
    shown: z.array(z.object({ part_number: z.int(), url: z.string() })),
    words: {
      text: 'Where each part goes, in the order of the file. Parts may be sent side by side and in any order.',
      fields: {
        part_number: partNumber,
        url: 'Signed address in the bucket. PUT the bytes of the part there within the hour, without your API key, and keep the `ETag` of the answer.',
      },
    },
    example: [1, 2].map((part_number) => ({
      part_number,
      url: exampleLink('pdf_01khdq50128v3k5x9w2t6r0ybn', part_number),
    })),
  }),
  expires_at: uploadEnd,
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
export const resumedDigitalFileUpload = objectOf('ResumedDigitalFileUpload', {
  ...uploadFields,
  parts: field({
    shown: z.array(
      z.object({ part_number: z.int(), url: z.string(), arrived: z.boolean(), etag: z.nullable(z.string()) }),
    ),
    words: {
      text: 'All parts of the file, in its order.',
      fields: {
        part_number: partNumber,
        url: 'Fresh signed address in the bucket. PUT the bytes of the part there within the hour, without your API key.',
        arrived: 'Whether the bucket has the whole part. One that is sent again replaces it.',
        etag: 'The `ETag` of the part for Finish; null until it has arrived.',
      },
    },
    example: [
      { part_number: 1, url: exampleLink('pdf_01khdq50138v3k5x9w2t6r0ybn', 1), arrived: true, etag: exampleEtag },
    ],
  }),
  expires_at: uploadEnd,
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
export const finishedParts = bodyOf('FinishedParts', {
  parts: field({
    input: z
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
    words: {
      text: 'What the bucket answered to each part, all of them.',
      fields: {
        part_number: 'Place of the part in the file, as Start numbered it.',
        etag: "The `ETag` header of the bucket's answer to the PUT, with its quotes or without.",
      },
    },
    example: [{ part_number: 1, etag: exampleEtag }],
  }),
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
