/** What the console changes, by name: so that a call can be kept as its name and arguments, and be made again after a reload. */
import type { StoreCommerce } from '../../../../lib/client/store-commerce.ts';

/** With the idempotency key of the call. */
interface Keyed {
  idempotencyKey: string;
}

type Shop = StoreCommerce;
type BodyOf<Method extends (...args: never[]) => unknown, Place extends number> = Parameters<Method>[Place];

export const writes = {
  hideReview: (shop: Shop, once: Keyed, id: string, body: BodyOf<Shop['reviews']['hide'], 1>) =>
    shop.reviews.hide(id, body, once),
  showReview: (shop: Shop, once: Keyed, id: string) => shop.reviews.show(id, once),
  setReviewReply: (shop: Shop, once: Keyed, id: string, body: BodyOf<Shop['reviews']['setReply'], 1>) =>
    shop.reviews.setReply(id, body, once),
  removeReviewReply: (shop: Shop, _once: Keyed, id: string) => shop.reviews.removeReply(id),
  setCustomerStanding: (shop: Shop, once: Keyed, id: string, body: BodyOf<Shop['customers']['setStanding'], 1>) =>
    shop.customers.setStanding(id, body, once),

  issueGiftCard: (shop: Shop, once: Keyed, body: BodyOf<Shop['giftCards']['issue'], 0>) =>
    shop.giftCards.issue(body, once),
  adjustGiftCard: (shop: Shop, once: Keyed, id: string, body: BodyOf<Shop['giftCards']['adjust'], 1>) =>
    shop.giftCards.adjust(id, body, once),
  updateGiftCard: (shop: Shop, once: Keyed, id: string, body: BodyOf<Shop['giftCards']['update'], 1>) =>
    shop.giftCards.update(id, body, once),
  disableGiftCard: (shop: Shop, once: Keyed, id: string) => shop.giftCards.disable(id, once),
  enableGiftCard: (shop: Shop, once: Keyed, id: string) => shop.giftCards.enable(id, once),
  replaceGiftCardCode: (shop: Shop, once: Keyed, id: string, body: BodyOf<Shop['giftCards']['replaceCode'], 1>) =>
    shop.giftCards.replaceCode(id, body, once),

  createStoreCredit: (shop: Shop, once: Keyed, customer: string, body: BodyOf<Shop['storeCredits']['create'], 1>) =>
    shop.storeCredits.create(customer, body, once),
  adjustStoreCredit: (
    shop: Shop,
    once: Keyed,
    customer: string,
    id: string,
    body: BodyOf<Shop['storeCredits']['adjust'], 2>,
  ) => shop.storeCredits.adjust(customer, id, body, once),
  updateStoreCredit: (
    shop: Shop,
    once: Keyed,
    customer: string,
    id: string,
    body: BodyOf<Shop['storeCredits']['update'], 2>,
  ) => shop.storeCredits.update(customer, id, body, once),
  disableStoreCredit: (shop: Shop, once: Keyed, customer: string, id: string) =>
    shop.storeCredits.disable(customer, id, once),
  enableStoreCredit: (shop: Shop, once: Keyed, customer: string, id: string) =>
    shop.storeCredits.enable(customer, id, once),

  createAddress: (shop: Shop, once: Keyed, customer: string, body: BodyOf<Shop['customerAddresses']['create'], 1>) =>
    shop.customerAddresses.create(customer, body, once),
  updateAddress: (
    shop: Shop,
    once: Keyed,
    customer: string,
    id: string,
    body: BodyOf<Shop['customerAddresses']['update'], 2>,
  ) => shop.customerAddresses.update(customer, id, body, once),
  deleteAddress: (shop: Shop, _once: Keyed, customer: string, id: string) =>
    shop.customerAddresses.delete(customer, id),

  createGiftOption: (shop: Shop, once: Keyed, site: string, body: BodyOf<Shop['giftOptions']['create'], 1>) =>
    shop.giftOptions.create(site, body, once),
  updateGiftOption: (
    shop: Shop,
    once: Keyed,
    site: string,
    id: string,
    body: BodyOf<Shop['giftOptions']['update'], 2>,
  ) => shop.giftOptions.update(site, id, body, once),
  deleteGiftOption: (shop: Shop, _once: Keyed, site: string, id: string) => shop.giftOptions.delete(site, id),
  removeGiftOptionImage: (shop: Shop, _once: Keyed, site: string, id: string) => shop.giftOptions.removeImage(site, id),

  restockVariant: (
    shop: Shop,
    once: Keyed,
    product: string,
    variant: string,
    body: BodyOf<Shop['waitlist']['restock'], 2>,
  ) => shop.waitlist.restock(product, variant, body, once),

  deleteDigitalFile: (shop: Shop, _once: Keyed, product: string, variant: string, id: string) =>
    shop.digitalFiles.delete(product, variant, id),
};

export type WriteName = keyof typeof writes;

type Rest<Name extends WriteName> =
  Parameters<(typeof writes)[Name]> extends [shop: Shop, once: Keyed, ...rest: infer Args] ? Args : never;

export type WriteArgs<Name extends WriteName> = Rest<Name>;

export type WriteResult<Name extends WriteName> = Awaited<ReturnType<(typeof writes)[Name]>>;

/** Deletes carry no idempotency key: what an earlier attempt has deleted is gone. */
export const deletes = (name: WriteName): boolean => /^(?:delete|remove)/.test(name);

/** What a call does, such as `Issue gift card`. */
export const labelOf = (name: WriteName): string =>
  name[0]?.toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
