/** Deliveries that are lost, made to the wrong receiver, or cannot be verified. */
import { planted } from './planted.ts';

export const webhooks = planted`
test/resources/webhooks/deliveries.test.ts
  lib/work/deliver-events.ts
    a delivery that failed is not made again
    - if (pause !== undefined) await plan(
    + if (pause === undefined) await plan(
    a disabled webhook gets what is queued for it
    - if (webhook?.status === 'enabled') await attempt(commit, webhook, delivery);
    + if (webhook) await attempt(commit, webhook, delivery);
    a replay brings every type of event
    - if (webhook?.status !== 'enabled' || !wants(webhook, event.type)) return;
    + if (webhook?.status !== 'enabled') return;
    a long pause is spent in the queue
    - const queuedAtMost = 30;
    + const queuedAtMost = 900;
  lib/work/run-replays.ts
    two replays run at once
    - if (running) return { writes: [replays.postpone(replay, 'waiting', later)], reply: false };
  lib/work/sweep-deliveries.ts
    what is due is taken from the table and not queued
    - await send('redeliveries', [{ store_id, webhook_id, event, attempt }], 0);
  lib/resources/webhooks/rules.ts
    a receiver that is gone stays enabled
    - if (failure.status === 410) return disabled(next, 'gone');
    what a receiver asks for shortens a pause
    - return Math.max(pause * (0.8 + 0.4 * random), Math.min(asked, day));
    + return asked === 0 ? pause * (0.8 + 0.4 * random) : 5;
test/lib/delivery
  lib/delivery/addresses.ts
    a name is let through of which one address is public
    - if (!found.every(({ address }) => isPublic(address))) return callback(new PrivateAddress(), '');
    + if (!found.some(({ address }) => isPublic(address))) return callback(new PrivateAddress(), '');
    an IPv6 form of a private address is public
    - const parsed = ipaddr.process(address);
    + const parsed = ipaddr.parse(address);
  lib/delivery/post.ts
    an address in a URL is not judged
    - (isIP(host) && !isPublic(host))
    + (isIP(host) && host === '')
test/resources/webhooks/rules.test.ts
  lib/resources/webhooks/rules.ts
    a secret that was replaced signs no more
    - return !replacedBy || toSeconds(now) - toSeconds(replacedBy.created_at) < secretsSignFor;
    + return !replacedBy;
test/stage/random/faults.test.ts
  lib/resources/webhooks/delivery-records.ts
    attempts of one event have several bodies
    - return found && { ...found, event: JSON.parse(found.event) };
    + return found && { ...found, event: { ...JSON.parse(found.event), sequence: 9 } };
`;
