/** What a store replies to reviews is lost, told too often or shown where it is not to be. */
import { planted } from './planted.ts';

export const replies = planted`
test/resources/reviews/replies.test.ts
  lib/resources/reviews/rules.ts
    the body that is there already counts as a change
    - if (reply?.body === body) return { ...review, reply };
    + if (reply === null && body === '') return { ...review, reply: { body, created_at: now, updated_at: now } };
    a changed reply forgets when it was made
    - created_at: reply?.created_at ?? now, updated_at: now }
    + created_at: now, updated_at: now }
    a list shows no reply
    - { ...authorView(review), reply: review.reply }
    + { ...authorView(review), reply: null }
  lib/resources/reviews/events.ts
    a changed reply is not told
    - if (old.reply?.body !== next.reply?.body) return
    + if (!old.reply !== !next.reply) return
  lib/resources/reviews/records.ts
    a reply is not kept with the author's copy
    - 'variant_id', 'author_standing', 'reply']
    + 'variant_id', 'author_standing']
`;
