import type { Command } from '../every-order/command.ts';
import { accounts } from './accounts.ts';
import { customers } from './customers.ts';
import { digitalFiles } from './digital-files.ts';
import { giftCards } from './gift-cards.ts';
import { giftOptions } from './gift-options.ts';
import { reviews } from './reviews.ts';
import { waitlist } from './waitlist.ts';

/** What is played in pairs; a test fails where a function of the contract is missing. */
export const commands: readonly Command[] = [
  ...accounts,
  ...customers,
  ...giftOptions,
  ...reviews,
  ...giftCards,
  ...waitlist,
  ...digitalFiles,
];
