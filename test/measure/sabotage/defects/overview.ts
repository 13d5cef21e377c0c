/** What the figures of a store's overview count. */
import { planted } from './planted.ts';

export const overview = planted`
test/resources/overview/overview.test.ts test/resources/overview/rules.test.ts
  lib/work/keep-figures.ts
    a change that was counted is counted again when an older one arrives late
    - if (was && was.change >= change) return [];
    + if (was && was.change === change) return [];
    what an item has added before is not taken off
    - const moved = difference(was?.figures ?? {}, figures);
    + const moved = difference({}, figures);
    a change that no image shows is not counted
    - if (!isMoved && areSame(moved, {})) return [];
    + if (!isMoved) return [];
    a restored table begins with changes that seem old
    - [epoch, sequence.padStart(40
    + ['', sequence.padStart(40
  lib/resources/overview/rules.ts
    a change of a card's email is not noticed
    - if (kind === 'MAILED' || kind === 'MAILFAILED') return id;
    + if (kind === 'MAILED') return id;
    an answered review counts as unanswered
    - && (item.reply ?? null) === null;
    + && item.rating > 0;
    an expired card is worth what it was
    - hasExpired ? 0 : card.balance
    + hasExpired && card.disabled_at ? 0 : card.balance
    a shopper who is counted aside counts twice
    - waiting: waiting_count - waiting_aside
    + waiting: waiting_count + waiting_aside - waiting_aside
    a key sees the figures of other areas
    - includes(area) ? (figures[name] ?? 0) : null);
    + includes(area) || name === 'waiting' ? (figures[name] ?? 0) : null);
  lib/resources/overview/records.ts
    an email that nothing has sent never fails
    - const due_at = status === 'queued' && card.mail_queued_at
    + const due_at = status === 'none' && card.mail_queued_at
    the time of the figures goes back
    - read?.as_of === undefined || read.as_of < time;
    + read?.as_of !== time;
  lib/resources/overview/migration-records.ts
    the migration counts nothing
    - if (areSame(figures, {})) return [];
    + if (was || areSame(figures, {})) return [];
    the migration does not count a missed email
    - const isRight = areSame(figures, {}) && (next.due_at === undefined || was !== undefined);
    + const isRight = next.due_at === undefined || was !== undefined;
    an item that is gone counts for ever
    - if (found || !was) return [];
    + if (found || was) return [];
`;
