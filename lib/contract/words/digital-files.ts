import * as contract from '../api/digital-files.ts';
import { objectWords, operationWords } from './kinds.ts';
import { createdAt } from './shared.ts';

const id = 'The product that has the variant.';
const variant_id = 'The variant that buyers download. A variant carries one digital file at most.';
const upload_id = 'The upload, as Start answered it. Finished, abandoned or older than 24 hours: 404.';

export const objects = [
  objectWords(contract.digitalFile, {
    id: 'Public id of the file, `pdf_…`. Keep it: no list shows it again, and Delete needs it.',
    file_name:
      'Name that buyers save it under: that of the upload without folders and control characters, cut to 255 characters.',
    file_size: 'Size in bytes.',
    created_at: createdAt,
    updated_at: 'Equals `created_at`: a file that replaces another has a new id.',
  }),
  objectWords(contract.digitalFileUploadInput, {
    file_name:
      'Name that buyers save the file under; folders and control characters are removed. 1 to 1024 characters.',
    file_size: 'Size of the whole file in bytes, 1 to 524288000 (500 MiB). Finish refuses another size.',
    content_type: 'Media type that downloads carry, up to 255 characters. Left out: `application/octet-stream`.',
  }),
  objectWords(contract.digitalFileUpload, {
    id: 'Public id of the upload, `upl_…`: name it to Finish or Abandon.',
    part_size: 'Bytes of every part but the last, which holds the rest.',
    parts: {
      text: 'Where each part goes, in the order of the file. Parts may be sent side by side and in any order.',
      fields: {
        part_number: 'Place of the part in the file, from 1.',
        url: 'Signed address in the bucket. PUT the bytes of the part there within the hour, without your API key, and keep the `ETag` of the answer.',
      },
    },
    expires_at: 'When the upload is forgotten, 24 hours after it began. The signed addresses end sooner.',
  }),
  objectWords(contract.resumedDigitalFileUpload, {
    id: 'Public id of the upload, `upl_…`.',
    part_size: 'Bytes of every part but the last, which holds the rest.',
    parts: {
      text: 'All parts of the file, in its order.',
      fields: {
        part_number: 'Place of the part in the file, from 1.',
        url: 'Fresh signed address in the bucket. PUT the bytes of the part there within the hour, without your API key.',
        arrived: 'Whether the bucket has the whole part. One that is sent again replaces it.',
        etag: 'The `ETag` of the part for Finish; null until it has arrived.',
      },
    },
    expires_at: 'When the upload is forgotten, 24 hours after it began. The signed addresses end sooner.',
  }),
  objectWords(contract.finishedParts, {
    parts: {
      text: 'What the bucket answered to each part, all of them.',
      fields: {
        part_number: 'Place of the part in the file, as Start numbered it.',
        etag: "The `ETag` header of the bucket's answer to the PUT, with its quotes or without.",
      },
    },
  }),
];

export const operations = [
  operationWords(contract.uploadDigitalFile, {
    text: 'Streams a file of up to 500 MiB in the part `file` and attaches it to the variant; of several files the first is stored. A file the variant had is replaced in one step, and links to it stop working. On AWS a request of more than 4 MiB needs the upload container or the direct upload.',
    path: { id, variant_id },
  }),
  operationWords(contract.deleteDigitalFile, {
    text: 'Removes the file; download links to it stop working at once. Buyers get a 404 from `create-download` until another file is uploaded.',
    path: { id, variant_id, file_id: 'The file, as Upload or Finish answered it.' },
  }),
  operationWords(contract.startDigitalFileUpload, {
    text: 'Begins an upload straight to the bucket, which needs no long request: PUT each part to its `url`, then call Finish with the ETags. Nothing of the variant changes until then.',
    path: { id, variant_id },
  }),
  operationWords(contract.resumeDigitalFileUpload, {
    text: 'Tells what of an upload the bucket has, with fresh links for all of it: send what has not arrived, then call Finish. For when links have ended, a part was lost, or another process goes on. Needs `Write`, as its links do.',
    path: { id, variant_id, upload_id },
  }),
  operationWords(contract.completeDigitalFileUpload, {
    text: "Puts the parts together and makes them the variant's file, in the place of the one it had. What does not match (a part, an ETag, the size) is refused and leaves the upload open.",
    path: { id, variant_id, upload_id },
  }),
  operationWords(contract.abandonDigitalFileUpload, {
    text: 'Gives the upload up and removes what arrived. An upload that nobody finishes is removed by itself after 24 hours.',
    path: { id, variant_id, upload_id },
  }),
];
