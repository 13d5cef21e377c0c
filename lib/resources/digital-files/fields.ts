/** The objects and bodies of the contract's section "Digital files". */
import * as z from 'zod/mini';
import { exampleOutput } from '../../schema/examples.ts';
import {
  bodyOf,
  exampleTime,
  field,
  idOf,
  inputOf,
  objectOf,
  shownInteger,
  shownOf,
  shownText,
  times,
} from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { optionalText, requiredOr, text } from '../../schema/text.ts';
import { timestamp } from '../../schema/times.ts';
import { integer } from '../../schema/values.ts';

/** The fields of a digital file. To add a field, add one line here. Contract, "Digital file object"; sizes in bytes. */
export const digitalFile = objectOf('DigitalFile', {
  id: idOf('digitalFile', {
    words:
      'Public id of the file, `pdf_…`; needed to delete the file. [Get a product](/docs/api/get-product.html) returns it.',
    example: 'pdf_01khdq50108v3k5x9w2t6r0ybn',
  }),
  file_name: shownText({
    words:
      'File name for downloads: the name from the upload without folders and control characters, cut to 255 characters.',
    example: 'the-art-of-tea.epub',
  }),
  file_size: shownInteger({ words: 'Size in bytes.', example: 26 }),
  created_at: times.created_at,
  updated_at: { ...times.updated_at, words: 'Same as `created_at`: a replacement is a new file with a new id.' },
});

export type DigitalFile = z.output<typeof digitalFile>;

/** Body of `startDigitalFileUpload`. */
export const digitalFileUploadInput = bodyOf('DigitalFileUploadInput', {
  file_name: field({
    input: text({ label: 'file_name', max: 1024 }),
    words: 'File name for downloads, 1 to 1024 characters; folders and control characters are removed.',
    example: 'the-art-of-tea.epub',
  }),
  file_size: field({
    input: integer({
      label: 'file_size',
      min: 1,
      max: limits.digitalFileBytes,
      outside: `file_size must be between 1 and ${limits.digitalFileBytes}`,
    }),
    words:
      'Size of the whole file in bytes, 1 to 524288000 (500 MiB). Finishing the upload fails if the file has a different size.',
    example: 8_400_000,
  }),
  content_type: field({
    input: optionalText({ label: 'content_type', max: 255 }),
    words: 'Media type of downloads, up to 255 characters. If omitted, `application/octet-stream`.',
    example: 'application/epub+zip',
  }),
});

const uploadFields = {
  id: idOf('upload', {
    words: 'Public id of the upload, `upl_…`; needed to finish, resume or cancel it.',
    example: 'upl_01khdq50118v3k5x9w2t6r0ybn',
  }),
  part_size: shownInteger({
    words: 'Size in bytes of every part except the last, which contains the rest.',
    example: 6_291_456,
  }),
};

const uploadEnd = field({
  shown: timestamp,
  words: 'When the upload expires, 24 hours after it was started. The signed URLs expire earlier.',
  example: '2026-02-15T09:30:00Z',
});

const partNumber = shownInteger({ words: 'Position of the part in the file, from 1.', example: 1 });

const exampleLink = (file: string, part: number): string =>
  `https://store-commerce-api.s3.us-east-1.amazonaws.com/files/sto_demo/${file}?partNumber=${part}&X-Amz-Expires=3600&X-Amz-Signature=5f3c9a41d07e82b6`;

const exampleEtag = '"856ba201233862bd07ddf832f56908f2"';

/** An upload of a file directly to the bucket. */
export const digitalFileUpload = objectOf('DigitalFileUpload', {
  ...uploadFields,
  parts: field({
    shown: z.array(
      shownOf({
        part_number: partNumber,
        url: shownText({
          words:
            'Signed URL in the bucket. PUT the bytes of the part to it within an hour, without your API key, and store the `ETag` of the response.',
          example: exampleLink('pdf_01khdq50128v3k5x9w2t6r0ybn', 1),
          secret: true,
        }),
      }),
    ),
    words: 'The parts with their URLs, in the order of the file. Parts can be sent in parallel and in any order.',
    example: [1, 2].map((part_number) => ({
      part_number,
      url: exampleLink('pdf_01khdq50128v3k5x9w2t6r0ybn', part_number),
    })),
  }),
  expires_at: uploadEnd,
});

const resumedPart = shownOf({
  part_number: partNumber,
  url: shownText({
    words: 'New signed URL in the bucket. PUT the bytes of the part to it within an hour, without your API key.',
    example: exampleLink('pdf_01khdq50138v3k5x9w2t6r0ybn', 1),
    secret: true,
  }),
  arrived: field({
    shown: z.boolean(),
    words: 'Whether the bucket has the whole part. Sending the part again replaces it.',
    example: true,
  }),
  etag: field({
    shown: z.nullable(z.string()),
    words: 'The `ETag` of the part, needed to finish the upload; null until the part has arrived.',
    example: exampleEtag,
  }),
});

/** An open upload: the fields of `DigitalFileUpload`, with new links, and whether each part has arrived. */
export const resumedDigitalFileUpload = objectOf('ResumedDigitalFileUpload', {
  ...uploadFields,
  parts: field({
    shown: z.array(resumedPart),
    words: 'All parts, in the order of the file.',
    example: [exampleOutput(resumedPart)],
  }),
  expires_at: uploadEnd,
});

const partsMessage = 'parts must be an array of part_number and etag';

/** Body of finish: the ETags that S3 returned for the parts. */
export const finishedParts = bodyOf('FinishedParts', {
  parts: field({
    input: z
      .array(
        inputOf(
          {
            part_number: field({
              input: integer({ label: 'part_number', min: 1, max: 10_000, outside: partsMessage }),
              words: 'Number of the part, as returned when the upload was started.',
              example: 1,
            }),
            etag: field({
              input: text({ label: 'etag', max: 255 }),
              words: "The `ETag` header of the bucket's response to the PUT, with or without its quotes.",
              example: exampleEtag,
            }),
          },
          { error: partsMessage },
        ),
        { error: requiredOr('parts is required', partsMessage) },
      )
      .check(z.maxLength(10_000, { error: partsMessage })),
    words: 'Every part with the `ETag` that the bucket returned for it.',
    example: [{ part_number: 1, etag: exampleEtag }],
  }),
});

export type FinishedPart = z.output<typeof finishedParts>['parts'][number];

/** A link to a digital file; its size in bytes. */
export const download = shownOf({
  url: field({
    shown: z.url(),
    words: 'Signed URL of the file. Anyone with the link can download the file, so give it only to the buyer.',
    example:
      'https://store-commerce-api.s3.us-east-1.amazonaws.com/files/sto_demo/pdf_book?X-Amz-Expires=3600&X-Amz-Signature=5f3c9a41d07e82b6',
  }),
  file_name: shownText({ words: 'Name that browsers save the file under.', example: 'the-art-of-tea.pdf' }),
  file_size: shownInteger({ words: 'Size in bytes.', example: 30 }),
  expires_at: field({
    shown: timestamp,
    words: 'When the link expires, one hour from now.',
    example: exampleTime,
  }),
});

export type Download = z.output<typeof download>;
