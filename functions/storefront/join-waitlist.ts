import { storefrontCommand } from '../../lib/chain/storefront.ts';
import { joinWaitlist } from '../../lib/resources/waitlist/functions.ts';
import { joinOnce } from '../../lib/work/join-waitlist.ts';

export const handler = storefrontCommand(joinWaitlist, joinOnce);
