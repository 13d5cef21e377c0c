import { addresses } from './addresses.ts';
import { agents } from './agents.ts';
import { background, failingService, oneOfSeveral, unseen } from './blindness.ts';
import { books } from './books.ts';
import { commandLine } from './command-line.ts';
import { conditions, effects } from './commits.ts';
import { consoleSessions, staffConsole } from './console.ts';
import { creditCheckout } from './credit-checkout.ts';
import { customers } from './customers.ts';
import { elements } from './elements.ts';
import { giftCards } from './gift-cards.ts';
import { hostedPages } from './hosted-pages.ts';
import { local } from './local.ts';
import { events, mails, unsubscribing } from './messages.ts';
import { moveIn } from './move-in.ts';
import { orders } from './orders.ts';
import { client, clientLinks, inputs, wire } from './outside.ts';
import { overview } from './overview.ts';
import type { Defect } from './planted.ts';
import { publicReviews } from './public-reviews.ts';
import { boundaries, readings, seldom } from './readings.ts';
import { requests } from './requests.ts';
import { reviewRequests } from './review-requests.ts';
import { reviews } from './reviews.ts';
import { search } from './search.ts';
import { shopperTokens } from './shopper-tokens.ts';
import { stack } from './stack.ts';
import { storeCredits } from './store-credits.ts';
import { stored } from './stored.ts';
import { waitlist } from './waitlist.ts';
import { webhooks } from './webhooks.ts';
import { work } from './work.ts';

/** All defects, each with the kind that it belongs to. */
export const defects: readonly (Defect & { kind: string })[] = Object.entries({
  conditions,
  mails,
  effects,
  readings,
  client,
  clientLinks,
  commandLine,
  events,
  unsubscribing,
  webhooks,
  agents,
  background,
  oneOfSeveral,
  failingService,
  unseen,
  inputs,
  requests,
  work,
  stack,
  local,
  staffConsole,
  consoleSessions,
  wire,
  seldom,
  boundaries,
  stored,
  moveIn,
  addresses,
  customers,
  search,
  reviews,
  publicReviews,
  shopperTokens,
  hostedPages,
  reviewRequests,
  elements,
  waitlist,
  giftCards,
  orders,
  books,
  storeCredits,
  creditCheckout,
  overview,
}).flatMap(([kind, ofKind]) => ofKind.map((defect) => ({ kind, ...defect })));
