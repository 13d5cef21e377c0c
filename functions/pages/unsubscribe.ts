import type { UnsubscribeClaims } from '../../lib/mail/unsubscribe-token.ts';
import type { Commit } from '../../lib/once/unit-of-work.ts';
import { page } from '../../lib/pages/page.ts';
import { donePage, questionPage } from '../../lib/pages/unsubscribe-page.ts';
import { unsubscribe } from '../../lib/resources/pages.ts';
import { leaveWaitlists } from '../../lib/work/leave-waitlists.ts';
import { stopReviewRequests } from '../../lib/work/stop-review-requests.ts';

export const handler = page(unsubscribe, async ({ method, claims, store, commit }) => {
  const shown = { list: claims.list, language: claims.language, store };
  // Programs that check links in emails open them: only a POST request unsubscribes.
  if (method !== 'POST') return questionPage(shown);

  await unsubscribed(claims, commit);
  return donePage(shown);
});

const unsubscribed = (claims: UnsubscribeClaims, commit: Commit): Promise<void> =>
  claims.list === 'review' ? stopReviewRequests(commit, claims) : leaveWaitlists(commit, claims);
