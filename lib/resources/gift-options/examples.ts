import { exampleOutput, examplesOf, functionExamplesOf } from '../../schema/examples.ts';
import { demoStore, photoBase64 } from '../demo-store.ts';
import * as giftOptionsFields from './fields.ts';
import * as functions from './functions.ts';
import * as operations from './operations.ts';

export { methods } from './operations.ts';

const ids = demoStore.giftOptions;
const ofSite = { site_id: demoStore.site };

/** The gift options of the demo store, in list order. */
export const giftWraps = {
  wrapping: giftWrap({ name: 'Gift wrapping', description: 'Recycled paper, cotton ribbon', price: 500 }),
  box: giftWrap({ name: 'Wooden box', description: 'With a sliding lid', price: 1500 }),
  furoshiki: giftWrap({ name: 'Furoshiki', description: 'Not offered yet', price: 900, enabled: false }),
};

/** A body without a position: the service sets it. */
function giftWrap(given: Partial<giftOptionsFields.GiftOptionInput>): giftOptionsFields.GiftOptionInput {
  const { position: _, ...body } = exampleOutput(giftOptionsFields.giftOptionInput, given);
  return body;
}

const shown = (given: object) => exampleOutput(giftOptionsFields.giftOption, given);

const photo = (id: string) => ({ id, url: `/media/gift-options/${id}.png` });

const wrapping = shown({ ...giftWraps.wrapping, id: ids.wrapping, position: 0, image: photo(demoStore.image) });
const betterBox = giftWrap({ name: 'Wooden box', description: 'Beech, with a sliding lid', price: 1700 });
const withPhoto = (id: string) => shown({ ...betterBox, id: ids.box, position: 1, image: photo(id) });

export const examples = examplesOf(operations, {
  listGiftOptions: {
    path: ofSite,
    reply: {
      data: [
        wrapping,
        shown({ ...giftWraps.box, id: ids.box, position: 1 }),
        shown({ ...giftWraps.furoshiki, id: ids.furoshiki, position: 2 }),
      ],
      has_more: false,
    },
  },
  createGiftOption: {
    path: ofSite,
    body: giftWrap({}),
    reply: exampleOutput(giftOptionsFields.giftOption),
  },
  getGiftOption: { path: { ...ofSite, gift_option_id: ids.wrapping }, reply: wrapping },
  updateGiftOption: { path: { ...ofSite, gift_option_id: ids.box }, body: betterBox },
  deleteGiftOption: { path: { ...ofSite, gift_option_id: ids.furoshiki } },
  setGiftOptionImage: {
    path: { ...ofSite, gift_option_id: ids.box },
    file: { name: 'wooden-box.png', contentType: 'image/png', base64: photoBase64 },
    reply: withPhoto('img_01khdq50038v3k5x9w2t6r0ybn'),
  },
  removeGiftOptionImage: { path: { ...ofSite, gift_option_id: ids.wrapping } },
  startGiftOptionImageUpload: {
    path: { ...ofSite, gift_option_id: ids.box },
    body: exampleOutput(giftOptionsFields.photoUploadInput),
    reply: exampleOutput(giftOptionsFields.photoUpload),
  },
  resumeGiftOptionImageUpload: {
    path: { ...ofSite, gift_option_id: ids.box, upload_id: 'upl_box' },
    reply: exampleOutput(giftOptionsFields.resumedPhotoUpload, {
      id: 'upl_box',
      url: 'https://store-commerce-api.s3.us-east-1.amazonaws.com/pending/sto_demo/upl_box?X-Amz-Expires=3600&X-Amz-Signature=5f3c9a41d07e82b6',
    }),
  },
  completeGiftOptionImageUpload: {
    path: { ...ofSite, gift_option_id: ids.box, upload_id: 'upl_box' },
    reply: withPhoto('img_01khdq50058v3k5x9w2t6r0ybn'),
  },
});

export const functionExamples = functionExamplesOf(functions, {
  listOfferedGiftOptions: {
    result: {
      data: [
        { ...wrapping, image: null },
        withPhoto('img_01khdq50058v3k5x9w2t6r0ybn'),
        exampleOutput(giftOptionsFields.giftOption),
      ],
    },
  },
});
