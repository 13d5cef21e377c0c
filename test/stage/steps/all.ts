/** All parts of the service that the stage plays. */
import { client } from './client.ts';
import { customerAddresses } from './customer-addresses.ts';
import { digitalFiles } from './digital-files.ts';
import { giftCards } from './gift-cards.ts';
import { giftOptionImages } from './gift-option-images.ts';
import { giftOptions } from './gift-options.ts';
import { reviews } from './reviews.ts';
import type { Area } from './step.ts';
import { accounts } from './stores.ts';
import { waitlist } from './waitlist.ts';

export const areas: readonly Area[] = [
  customerAddresses,
  giftOptions,
  giftOptionImages,
  giftCards,
  reviews,
  waitlist,
  digitalFiles,
  accounts,
  client,
];
