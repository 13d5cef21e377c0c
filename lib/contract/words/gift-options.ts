import * as contract from '../api/gift-options.ts';
import { objectWords, operationWords } from './kinds.ts';
import { createdAt, envelope, updatedAt } from './shared.ts';

const site_id = 'The site that offers the option. Sites are mirrored into the store by `import-records`.';
const gift_option_id = 'The gift option. One of another site is a 404.';
const upload_id = 'The upload, as Start answered it. It is forgotten 24 hours after it began.';

export const objects = [
  objectWords(contract.giftOptionInput, {
    name: 'What shoppers read at checkout, 1 to 256 characters. Unique within the site, character for character: a taken one is `DUPLICATE`.',
    description: 'Shown under the name at checkout, up to 1000 characters. Left out: empty.',
    price:
      "Added to the order's total, in the smallest unit of the store's currency (500 is $5.00). Left out: 0, which is free.",
    enabled: 'Whether shoppers are offered it at checkout. Left out: `false`, on an update as well.',
    position:
      'Place in the list, 0 to 1000, lowest first; equal places stand by creation. Left out on create: after the last one of the site. Left out on update: unchanged.',
  }),
  objectWords(contract.giftOption, {
    id: 'Public id of the gift option, `gft_…`.',
    name: 'What shoppers read at checkout; unique within the site.',
    description: 'Shown under the name at checkout; may be empty.',
    price: "Added to the order's total, in the smallest unit of the store's currency.",
    enabled: 'Whether shoppers are offered it at checkout.',
    position: 'Place in the list, 0 to 1000, lowest first.',
    image: {
      text: 'The photo shown at checkout; null until one is set.',
      fields: {
        id: 'Public id of the photo, `img_…`. Each new photo has a new one.',
        url: "Path of the photo on the API's own host. It never changes what it shows, so it may be cached for ever.",
      },
    },
    created_at: createdAt,
    updated_at: updatedAt,
  }),
  objectWords(contract.photoUploadInput, {
    content_type: {
      text: 'Kind of the photo. Finish judges the kind by the leading bytes of what arrived and refuses another one.',
      values: { 'image/jpeg': 'A JPEG, stored as `.jpg`.', 'image/png': 'A PNG, stored as `.png`.' },
    },
    file_size: 'Size of the photo in bytes, 1 to 52428800 (50 MB). Finish refuses another size.',
  }),
  objectWords(contract.photoUpload, {
    id: 'Public id of the upload, `upl_…`: name it to Finish.',
    url: 'Signed address in the bucket. PUT the photo there within the hour, without your API key.',
    headers: 'Headers that the PUT must carry exactly as they stand here, or the bucket refuses it.',
    expires_at: 'When the upload is forgotten, 24 hours after it began. The signed address ends sooner.',
  }),
  objectWords(contract.resumedPhotoUpload, {
    id: 'Public id of the upload, `upl_…`.',
    url: 'Fresh signed address in the bucket. PUT the photo there within the hour, without your API key.',
    headers: 'Headers that the PUT must carry exactly as they stand here, or the bucket refuses it.',
    arrived: 'Whether the bucket has a photo of the announced size. One that is sent again replaces it.',
    etag: 'The `ETag` of what has arrived; null until then.',
    expires_at: 'When the upload is forgotten, 24 hours after it began. The signed address ends sooner.',
  }),
];

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
