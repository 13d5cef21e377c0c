import { operationWords } from '../../schema/words.ts';
import * as contract from './operations.ts';

const id = 'The product that has the variant.';
const variant_id = 'The variant that buyers download. A variant carries one digital file at most.';
const upload_id = 'The upload, as Start answered it. Finished, abandoned or older than 24 hours: 404.';

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
