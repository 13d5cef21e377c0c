import { storeWork } from '../../lib/chain/function.ts';
import { importWaitlistEntries } from '../../lib/resources/move-in/functions.ts';
import { normaliseEmail } from '../../lib/resources/waitlist/rules.ts';
import { decideOnWaitlistEntry, importEach } from '../../lib/work/move-in.ts';

export const handler = storeWork(importWaitlistEntries, ({ store, payload, commit }) =>
  importEach(payload, commit, {
    identityOf: ({ variant_id, email }) => `${variant_id} ${normaliseEmail(email)}`,
    importOne: (sent) => ({ decide: (attempt) => decideOnWaitlistEntry(store.id, sent, attempt) }),
  }),
);
