import { envelope } from '../../schema/shared-words.ts';
import { operationWords } from '../../schema/words.ts';
import * as contract from './operations.ts';

const site_id = 'The site that offers the option. Sites are mirrored into the store by `import-records`.';
const gift_option_id = 'The gift option. One of another site is a 404.';
const upload_id = 'The upload, as Start answered it. It is forgotten 24 hours after it began.';

export const operations = [
  operationWords(contract.listGiftOptions, {
    text: 'Returns all gift options of the site in one page, disabled ones included: a site has 20 at most, so `has_more` is always `false`.',
    path: { site_id },
    reply: {
      ...envelope('gift options', 'lowest `position` first'),
      has_more: 'Always `false`: the list has one page.',
    },
  }),
  operationWords(contract.createGiftOption, {
    text: 'Adds an option that shoppers may choose at checkout, one for each order at most. It starts without a photo and, unless you say otherwise, disabled.',
    path: { site_id },
  }),
  operationWords(contract.getGiftOption, {
    text: 'Returns the option as it stands now, with the address of its photo.',
    path: { site_id, gift_option_id },
  }),
  operationWords(contract.updateGiftOption, {
    text: 'Replaces all fields but the photo: send every field, since one left out takes its default (`position` alone is kept). Orders that already have the option keep the name and price they were placed with. To stop offering it, send `enabled` as `false`.',
    path: { site_id, gift_option_id },
  }),
  operationWords(contract.deleteGiftOption, {
    text: "Removes the option, its photo, and the option from shoppers' carts. Orders that included it keep their own copy.",
    path: { site_id, gift_option_id },
  }),
  operationWords(contract.setGiftOptionImage, {
    text: 'Takes a JPEG or PNG of up to 50 MB in the part `image`, judged by its leading bytes rather than its declared type, and puts it in the place of the photo there was. On AWS a request of more than 4 MiB needs the upload container or the direct upload.',
    path: { site_id, gift_option_id },
  }),
  operationWords(contract.removeGiftOptionImage, {
    text: 'Takes the photo away; an option that has none answers 204 as well. Copies in caches may live on.',
    path: { site_id, gift_option_id },
  }),
  operationWords(contract.startGiftOptionImageUpload, {
    text: 'Begins the upload of a photo straight to the bucket, for photos that are too large for one request. PUT the photo to `url` with `headers`, then call Finish.',
    path: { site_id, gift_option_id },
  }),
  operationWords(contract.resumeGiftOptionImageUpload, {
    text: 'Tells whether the photo has arrived, with a fresh link: send it if it has not, then call Finish. For when the link has ended or another process goes on. Needs `Write`, as its link does.',
    path: { site_id, gift_option_id, upload_id },
  }),
  operationWords(contract.completeGiftOptionImageUpload, {
    text: 'Checks what arrived (size, kind) and makes it the photo of the option. What does not match is refused and leaves the upload open, so that you can PUT it again.',
    path: { site_id, gift_option_id, upload_id },
  }),
];
