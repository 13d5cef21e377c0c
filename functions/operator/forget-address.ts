import { storeWork } from '../../lib/chain/function.ts';
import * as contract from '../../lib/resources/customers/functions.ts';
import { forgetAddress } from '../../lib/work/forget.ts';

export const handler = storeWork(contract.forgetAddress, async ({ store, payload: { email }, commit }) => ({
  forgotten: await forgetAddress(commit, store.id, email),
}));
