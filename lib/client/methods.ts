/** The names under which programs call the operations. An operation that the contract gains gets its line here. */
import * as customerAddresses from '../resources/customer-addresses/operations.ts';
import * as digitalFiles from '../resources/digital-files/operations.ts';
import * as giftCards from '../resources/gift-cards/operations.ts';
import * as giftOptions from '../resources/gift-options/operations.ts';
import * as reviews from '../resources/reviews/operations.ts';
import * as stores from '../resources/stores/operations.ts';
import * as waitlist from '../resources/waitlist/operations.ts';

/** Methods that are one operation each. */
export const methods = {
  customerAddresses: {
    list: customerAddresses.listCustomerAddresses,
    create: customerAddresses.createCustomerAddress,
    get: customerAddresses.getCustomerAddress,
    update: customerAddresses.updateCustomerAddress,
    delete: customerAddresses.deleteCustomerAddress,
  },
  giftOptions: {
    list: giftOptions.listGiftOptions,
    create: giftOptions.createGiftOption,
    get: giftOptions.getGiftOption,
    update: giftOptions.updateGiftOption,
    delete: giftOptions.deleteGiftOption,
    removeImage: giftOptions.removeGiftOptionImage,
  },
  reviews: {
    list: reviews.listReviews,
    get: reviews.getReview,
    hide: reviews.hideReview,
    show: reviews.showReview,
    getReply: reviews.getReviewReply,
    setReply: reviews.setReviewReply,
    removeReply: reviews.removeReviewReply,
  },
  giftCards: {
    issue: giftCards.issueGiftCard,
    list: giftCards.listGiftCards,
    get: giftCards.getGiftCard,
    update: giftCards.updateGiftCard,
    adjust: giftCards.adjustGiftCard,
    replaceCode: giftCards.replaceGiftCardCode,
    disable: giftCards.disableGiftCard,
    enable: giftCards.enableGiftCard,
    listTransactions: giftCards.listGiftCardTransactions,
  },
  waitlist: {
    list: waitlist.listWaitlistedProducts,
    get: waitlist.getProductWaitlist,
  },
  digitalFiles: {
    delete: digitalFiles.deleteDigitalFile,
  },
  key: {
    get: stores.getApiKey,
  },
} as const;

/** What the methods that upload a file are made of: `whole` takes it in one request, the others straight to the bucket. */
export const uploads = {
  photo: {
    whole: giftOptions.setGiftOptionImage,
    start: giftOptions.startGiftOptionImageUpload,
    resume: giftOptions.resumeGiftOptionImageUpload,
    finish: giftOptions.completeGiftOptionImageUpload,
  },
  file: {
    whole: digitalFiles.uploadDigitalFile,
    start: digitalFiles.startDigitalFileUpload,
    resume: digitalFiles.resumeDigitalFileUpload,
    finish: digitalFiles.completeDigitalFileUpload,
    abandon: digitalFiles.abandonDigitalFileUpload,
  },
} as const;
