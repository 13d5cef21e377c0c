/** Where one thing ends and the next begins: equal sort keys, batches, times, and the reads of a decision. */
import { planted } from './planted.ts';

export const boundaries = planted`
test/resources/waitlist/equal-rankings.test.ts
  lib/resources/waitlist/waitlisted-product-records.ts
    a page takes equal rankings as the index orders them where a query of it ends
    - ends.every((end) => ranking > end)
    + ends.every((end) => ranking >= end)
  lib/resources/waitlist/rules.ts
    products of equal rankings stay in the order of the index
    - return a.id > b.id ? -1 : Number(a.id < b.id);
    + return 0;
`;
