/** Where one thing ends and the next begins: equal sort keys, batches, times, and the reads of a decision. */
import { planted } from './planted.ts';

export const boundaries = planted`
test/resources/waitlist/equal-rankings.test.ts
  lib/resources/waitlist/waitlisted-product-records.ts
    a page takes equal rankings as the index orders them where a query of it ends
    - ends.every((end) => ranking > end)
    + ends.every((end) => ranking >= end)
test/stage/random/review-sweeps.test.ts
  lib/resources/reviews/records.ts
    a sweep of reviews goes on behind one that it has not reached
    - copies.length > limit ? page.at(-1)?.product_id
    + copies.length > limit ? copies.at(-1)?.product_id
  lib/work/change-standing.ts
    a standing forgets to go on after its second batch
    - while (sweeping) {
    + for (; sweeping; sweeping = false) {
test/stage/least.test.ts
  test/stage/least.ts
    a run that played nothing in its seconds passes
    - Math.min(of, least)
    + Math.min(0, of, least)
test/contract/clocks.test.ts
  lib/http/rate-limit.ts
    a window of requests goes while a slower clock still counts in it
    - ':reset': reset + graceSeconds
    + ':reset': reset
  lib/once/idempotency-record.ts
    the table may delete the record of a request while it counts by a slower clock
    - Date.now() / 1000) + graceSeconds;
    + Date.now() / 1000);
test/contract/made-again.test.ts
  lib/work/change-standing.ts
    a standing is compared with what was read before the decision
    - let { changed, sweeping } = await commit({ decide: () => decideOnPage(store, id, standing) });
    + const { standing: before } = await customers.get(store, id);
    +   let { changed, sweeping } = await commit({ decide: () => decideOnPage(store, id, before === standing ? undefined : standing) });
`;
