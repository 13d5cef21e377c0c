/** What the console changes, by name: so that a call can be kept as its name and arguments, and be made again after a reload. */
import type { StoreCommerce } from '../../../../lib/client/store-commerce.ts';

type Shop = StoreCommerce;

export const writes = {
  hideReview: ({ reviews }: Shop) => reviews.hide,
  showReview: ({ reviews }: Shop) => reviews.show,
  setReviewReply: ({ reviews }: Shop) => reviews.setReply,
  removeReviewReply: ({ reviews }: Shop) => reviews.removeReply,
  setCustomerStanding: ({ customers }: Shop) => customers.setStanding,

  issueGiftCard: ({ giftCards }: Shop) => giftCards.issue,
  adjustGiftCard: ({ giftCards }: Shop) => giftCards.adjust,
  updateGiftCard: ({ giftCards }: Shop) => giftCards.update,
  disableGiftCard: ({ giftCards }: Shop) => giftCards.disable,
  enableGiftCard: ({ giftCards }: Shop) => giftCards.enable,
  replaceGiftCardCode: ({ giftCards }: Shop) => giftCards.replaceCode,

  createStoreCredit: ({ storeCredits }: Shop) => storeCredits.create,
  adjustStoreCredit: ({ storeCredits }: Shop) => storeCredits.adjust,
  updateStoreCredit: ({ storeCredits }: Shop) => storeCredits.update,
  disableStoreCredit: ({ storeCredits }: Shop) => storeCredits.disable,
  enableStoreCredit: ({ storeCredits }: Shop) => storeCredits.enable,

  createAddress: ({ customerAddresses }: Shop) => customerAddresses.create,
  updateAddress: ({ customerAddresses }: Shop) => customerAddresses.update,
  deleteAddress: ({ customerAddresses }: Shop) => customerAddresses.delete,

  createGiftOption: ({ giftOptions }: Shop) => giftOptions.create,
  updateGiftOption: ({ giftOptions }: Shop) => giftOptions.update,
  deleteGiftOption: ({ giftOptions }: Shop) => giftOptions.delete,
  removeGiftOptionImage: ({ giftOptions }: Shop) => giftOptions.removeImage,

  restockVariant: ({ waitlist }: Shop) => waitlist.restock,

  deleteDigitalFile: ({ digitalFiles }: Shop) => digitalFiles.delete,
};

export type WriteName = keyof typeof writes;

type Method<Name extends WriteName> = ReturnType<(typeof writes)[Name]>;

/** The arguments of a call without its options: its ids, and its body if it has one. */
export type WriteArgs<Name extends WriteName> =
  Required<Parameters<Method<Name>>> extends [...args: infer Args, options: unknown] ? Args : never;

export type WriteResult<Name extends WriteName> = Awaited<ReturnType<Method<Name>>>;

/** Deletes carry no idempotency key: what an earlier attempt has deleted is gone. */
export const deletes = (name: WriteName): boolean => /^(?:delete|remove)/.test(name);

/** What a call does, such as `Issue gift card`. */
export const labelOf = (name: WriteName): string =>
  name[0]?.toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
