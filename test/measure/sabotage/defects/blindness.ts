/** Defects that tests were once blind to: background work in other situations, one input of several, a failing service, what no run shows. */
import { planted } from './planted.ts';

export const background = planted`
test/system/background-contract.test.ts
  lib/work/deliver-events.ts
    the address of a receiver is logged
    - log('info', 'delivery', { ...subjectOf(webhook, delivery), status, milliseconds });
    + log('info', 'delivery', { ...subjectOf(webhook, delivery), url: webhook.url, status, milliseconds });
  functions/background/redeliver-events.ts
    a message of another release is dropped
    - if (typeof lane !== 'string') throw new Error('The message names no webhook');
    + if (typeof lane !== 'string') return '';
  lib/work/sweep-uploads.ts
    a sweep goes on when its time is over
    - { time },
    + {},
`;

export const oneOfSeveral = planted`
test/lib/table/keys.test.ts
  lib/table/keys.ts
    replays of times that begin alike are one
    - replayOf: (store: string, webhook: string, from: string, to: string)
    + replayOf: (store: string, webhook: string, from: string, _to: string, to = '')
    deliveries of all webhooks to which an event goes are one
    - delivery: (store: string, webhook: string, event: string)
    + delivery: (store: string, _webhook: string, event: string, webhook = '')
test/contract/one-key.test.ts
  lib/resources/orders/rules.ts
    an order with another gift option is the same order
    - (order.gift_option?.id ?? null) === (input.gift_option_id ?? null) &&
    +
  lib/resources/waitlist/restock-records.ts
    a restock of a few is the same as one of all
    - (notify_at_most === undefined || notify_at_most === asked.notify_at_most);
    + notify_at_most === notify_at_most;
  lib/resources/webhooks/rules.ts
    a webhook with another description is the same webhook
    - one.description === other.description &&
    +
`;

export const failingService = planted`
test/bin/console/state.test.ts
  bin/console/browser/state/open-calls.ts
    a call that a gateway gives up on counts as refused
    - error.status < 500;
    + error.status < 504;
  bin/console/browser/state/session.ts
    a service that fails signs the person out
    - if (status === 401 && session.peek()?.shop
    + if (status >= 401 && status !== 409 && session.peek()?.shop
  bin/console/browser/state/uploads.ts
    an upload that a failing service interrupts is forgotten
    - if (error instanceof ApiError && error.status < 500) drop('upload', id);
    + if (error instanceof ApiError) drop('upload', id);
test/system/console-states.test.ts
  bin/console/browser/parts/account.tsx
    a card that is read again is shown without its ledger
    - read={{ ...account, again }}
    + read={account}
  bin/console/browser/pages/reviews/hide-dialog.tsx
    of chosen reviews those that are hidden are hidden again
    - selected.filter(({ status }) => status !== 'hidden');
    + selected.filter(() => true);
`;

export const unseen = planted`
test/source-text.test.ts
  lib/resources/stores/api-key-records.ts
    the time of a refusal tells how much of a key is right
    - return timingSafeEqual(check, checkOf(store, random, secret)) ? store : undefined;
    + return check.equals(checkOf(store, random, secret)) && timingSafeEqual(check, check) ? store : undefined;
  bin/operator/files/journal.ts
    a journal's step may be lost with the machine's power
    -   await handle.datasync();
    +
  lib/delivery/signature.ts
    secrets are sealed under one nonce
    - const nonce = randomBytes(nonceBytes);
    + const nonce = Buffer.alloc(nonceBytes);
  test/resources/webhooks/deliveries.test.ts
    a test takes no delivery at all for few at once
    -   expect(most).toBeGreaterThan(1);
    +
  test/bin/operator/move-in/rows.test.ts
    a test takes a file that is not read for one that is read as it comes
    -   expect(asked.most).toBeGreaterThan(0);
    +
  test/lib/runtime/starting.test.ts
    a test takes a function that never started for a fast one
    -   expect(taken).toBeGreaterThan(0);
    +
`;
