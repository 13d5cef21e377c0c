/** All parts of the service that the stage plays, at random (`areas`) and two at once in every order (`commands`). */
import type { Command } from '../every-order/command.ts';
import { client } from './client.ts';
import { customerAddresses, commands as ofCustomers } from './customer-addresses.ts';
import { digitalFiles, commands as ofDigitalFiles } from './digital-files.ts';
import { giftCards, commands as ofGiftCards } from './gift-cards.ts';
import { giftOptionImages } from './gift-option-images.ts';
import { giftOptions, commands as ofGiftOptions } from './gift-options.ts';
import { moveIn, commands as ofMoveIn } from './move-in.ts';
import { commands as ofReviews, reviews } from './reviews.ts';
import type { Area } from './step.ts';
import { accounts, commands as ofStores } from './stores.ts';
import { commands as ofWaitlist, waitlist } from './waitlist.ts';
import { commands as ofWebhooks, webhooks } from './webhooks.ts';

export const areas: readonly Area[] = [
  customerAddresses,
  giftOptions,
  giftOptionImages,
  giftCards,
  reviews,
  waitlist,
  digitalFiles,
  accounts,
  webhooks,
  moveIn,
  client,
];

/** A test fails where a function of the contract is missing. */
export const commands: readonly Command[] = [
  ...ofStores,
  ...ofCustomers,
  ...ofGiftOptions,
  ...ofReviews,
  ...ofGiftCards,
  ...ofWaitlist,
  ...ofDigitalFiles,
  ...ofWebhooks,
  ...ofMoveIn,
];
