/** Deliveries that are lost, made to the wrong receiver, or cannot be verified. */
import { planted } from './planted.ts';

export const webhooks = planted`
test/resources/webhooks/deliveries.test.ts
  lib/work/deliver-events.ts
    a delivery that failed is not made again
    - if (pause !== undefined) await plan(
    + if (pause === undefined) await plan(
    a disabled webhook gets what is queued for it
    - if (webhook?.status === 'enabled') await attemptOrPostpone(commit, webhook, delivery);
    + if (webhook) await attemptOrPostpone(commit, webhook, delivery);
    a replay brings every type of event
    - if (webhook?.status !== 'enabled' || !wants(webhook, event.type)) return;
    + if (webhook?.status !== 'enabled') return;
    a long pause is spent in the queue
    - const queuedAtMost = 30;
    + const queuedAtMost = 900;
    a webhook that fails is called for each event
    - if (isProbed(webhook)) return postpone(commit, started);
    a silent webhook is called for each event
    - if (isSilent(webhook, now)) return send('redeliveries', [started], secondsAfterSilence);
    what is postponed counts as an attempt
    - await commit(writing([deliveries.postpone(delivery)]));
    + await commit(writing([deliveries.postpone({ ...delivery, attempt: delivery.attempt + 1 })]));
    what is postponed is never probed
    - return { writes: [probes.makeDue({ store_id, webhook_id, due_at }, probe)], reply: undefined };
    + return { writes: [], reply: undefined };
    what is postponed just after a success waits for the next probe
    - const due_at = isOver ? now : dueIn(secondsBetweenProbes, now);
    + const due_at = dueIn(secondsBetweenProbes, now);
    a receiver that does not answer is not seen to be silent
    - timer = setTimeout(markSilent, 10);
    + timer = setTimeout(() => undefined, 10);
    a delivery is sent with some of its signatures if the key cannot be read
    - await keyToRead('webhook-secrets');
    an old event is delivered for ever
    - if (since && isGivenUp(since, now)) return logGivenUp(webhook, delivery);
    replays of old events are given up
    - const first = { store_id: event.store_id, webhook_id: webhook.id, event, attempt: 1, since: timestampNow() };
    + const first = { store_id: event.store_id, webhook_id: webhook.id, event, attempt: 1, since: event.created_at };
  lib/runtime/collections.ts
    one webhook gets all deliveries of a batch at once
    - if (lane.busy < atOnce) lane.busy += 1;
    + if (lane.busy >= 0) lane.busy += 1;
  lib/work/sweep-deliveries.ts
    two replays run at once
    - if (running) return { writes: [replays.postpone(replay, 'waiting', later)], reply: false };
  lib/work/probe-webhooks.ts
    what is due is taken from the table and not queued
    - await send('redeliveries', [{ store_id, webhook_id, event, attempt, since }], 0);
    a delivery that was put off again meanwhile is removed
    - waiting?.version === version ?
    + waiting ?
    a webhook is probed before its minute is over
    - if (!read || read.due_at > timestampNow()) return;
    + if (!read) return;
    several deliveries are the probe of a minute
    - const isUnchanged = found?.version === read.version;
    + const isUnchanged = found !== undefined;
    a success does not bring back what was postponed
    - if (!webhook || (await tryOne(webhook, read))) await queueAll(read, time);
    + if (!webhook || !(await tryOne(webhook, read))) await queueAll(read, time);
  lib/resources/webhooks/probe-records.ts
    functions that claim a probe at once all have it
    - const token = randomUUID();
    + const token = '';
  lib/work/probe-webhooks.ts
    a probe that failed stays first in the line, and is made again as a retry
    - await endWaiting(next, waiting.version);
    what is given up waits behind a receiver that fails
    - await queueThem(over);
    a probe ends before the index shows every delivery that relies on it
    - found.is_ending
    + found
  lib/resources/webhooks/rules.ts
    a success does not end the probes
    - : { ...webhook, is_slow, last_success_at: now, failures: 0, silent_at: null };
    + : { ...webhook, is_slow, last_success_at: now, silent_at: null };
    a receiver that answers again counts as silent
    - : { ...webhook, is_slow, last_success_at: now, failures: 0, silent_at: null };
    + : { ...webhook, is_slow, last_success_at: now, failures: 0 };
test/resources/webhooks/attempts.test.ts
  lib/work/deliver-events.ts
    an attempt that succeeded is not recorded
    - await Promise.all([recordAttempt(delivery, made), change(
    + await Promise.all([change(
    an attempt is listed with a next one although its webhook was disabled
    - if (!isEnabled) next_at = null;
    an attempt whose retry could not be planned is not recorded
    - } finally {
    + } catch (error) {
    +   throw error;
    + }
    + {
    an event that only a replay brought cannot be delivered again
    - await Promise.all([keepEvent(event), attemptOrPostpone(commit, webhook, first)]);
    + await attemptOrPostpone(commit, webhook, first);
    events that no webhook wants are kept
    - wanting.length > 0 ? keepEvent(event) : undefined,
    + keepEvent(event),
  lib/work/record-attempts.ts
    a delivery fails if its attempt cannot be recorded
    - log('error', failure, { ...subject, error: describeError(error) }),
    + Promise.reject(error),
    the log of an attempt that is not recorded contains the event
    - await written(attempts.create(called, made), 'attempt not recorded', { ...called, made });
    + await written(attempts.create(called, made), 'attempt not recorded', { ...called, made, data: '"data"' });
  lib/resources/webhooks/attempt-records.ts
    the attempts of a webhook are in one partition of the index, and lists read the others
    - feed_pk: partitions.attempts(store_id, webhook_id, shardOf(made.id, parts)),
    + feed_pk: partitions.attempts(store_id, webhook_id, parts),
    an attempt is kept for ever
    - left_at: expiryOf(made.at),
    changes of attempts call the function that publishes events
    - without_events: true,
    the attempts of an event come oldest first
    - newestFirst: true,
    + newestFirst: false,
  lib/resources/webhooks/attempt-rules.ts
    a new webhook lists the attempts of a deleted one with its id
    - && made_at >= secondsBefore(created_at, clockSkewSeconds);
    + ;
    an event of any age is delivered again
    - if (!event || !isKept(event.created_at, now)) throw notFound();
    + if (!event) throw notFound();
  functions/operator/redeliver.ts
    a disabled webhook gets a redelivery
    - refuseDisabled(webhook);
  functions/operator/list-deliveries.ts
    a filter by event is ignored
    - event_id ? attempts.listOfEvent(called, event_id, page) : attempts.list(called, page),
    + attempts.list(called, page),
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
    a status 101 ends a delivery never
    - .on('upgrade', (answer, socket) => {
    + .on('upgraded', (answer, socket) => {
    interim answers go on until the time is over
    - interim += 1;
    a connection that was kept and is closed fails the delivery
    - (isStale(sent, error) ? send(false) : reject(error))
    + reject(error)
    a connection is used again however long it was idle
    - > idleAtMost) socket.destroy();
    + > 1e9) socket.destroy();
    a delivery waits for a silent receiver for ever
    - }, answersWithin);
    + }, 100 * answersWithin);
  lib/delivery/addresses.ts
    a silent name server is waited for
    - const resolvesWithin = 5000;
    + const resolvesWithin = 14_000;
test/lib/queue/send.test.ts
  lib/queue/send.ts
    all stores are of one group
    - MessageGroupId: 'store_id' in message ? message.store_id : message.detail.store_id,
    + MessageGroupId: 'all',
test/background/time-left.test.ts
  lib/chain/background.ts
    one message that hangs fails its batch
    - Promise.race([workOn(record), end.late])
    + workOn(record)
    messages wait for their turn until the function is killed
    - if (millisecondsSince(startedAt) > laneOpenFor) throw new OutOfTime();
test/stage/random/faults.test.ts
  lib/resources/webhooks/delivery-records.ts
    attempts of one event have several bodies
    - return found && { ...found, event: JSON.parse(found.event) };
    + return found && { ...found, event: { ...JSON.parse(found.event), sequence: 9 } };
test/system/hostile-receivers.test.ts
  lib/work/deliver-events.ts
    a receiver that is silent is called for each event
    - if (isSilent(webhook, now)) return send('redeliveries', [started], secondsAfterSilence);
    a first attempt is made twice
    - ...wanting.filter(({ is_slow }) => !is_slow).map((webhook) =>
    + ...[...wanting, ...wanting].filter(({ is_slow }) => !is_slow).map((webhook) =>
  lib/resources/background.ts
    first attempts wait for a silent receiver of another store
    - trigger: { queue: 'deliveries', batchSize: 10, batchesAtMost: 50 },
    + trigger: { queue: 'deliveries', batchSize: 10, batchesAtMost: 1 },
`;
