import { page } from '../../lib/pages/page.ts';
import { donePage, questionPage } from '../../lib/pages/unsubscribe-page.ts';
import { unsubscribe } from '../../lib/resources/pages.ts';
import { leaveWaitlists } from '../../lib/work/leave-waitlists.ts';

export const handler = page(unsubscribe, async ({ method, claims, store, commit }) => {
  const { store_id, shopper, language } = claims;
  // Programs that check links in emails open them: only a POST request unsubscribes.
  if (method !== 'POST') return questionPage({ language, store });

  await leaveWaitlists(commit, { store_id, shopper });
  return donePage({ language, store });
});
