/** All parts of the service that a simulation plays. */
import type { Area } from '../engine/area.ts';
import { accounts } from './accounts/area.ts';
import { client } from './client/area.ts';
import { customerAddresses } from './customer-addresses/area.ts';
import { digitalFiles } from './digital-files/area.ts';
import { giftCards } from './gift-cards/area.ts';
import { giftOptionImages } from './gift-option-images/area.ts';
import { giftOptions } from './gift-options/area.ts';
import { reviews } from './reviews/area.ts';
import { waitlist } from './waitlist/area.ts';

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
