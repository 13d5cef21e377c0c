/** What a release does to what an earlier one stored, or a later one. */
import { planted } from './planted.ts';

export const stored = planted`
test/contract/adversity/later-attributes.test.ts
  lib/table/items.ts
    a write drops what a later release has added
    - replace(key, read, { ...read, ...next });
    + replace(key, read, next);
test/contract/adversity/older-items.test.ts test/system/older-attributes.test.ts
  lib/schema/field.ts
    what is absent is read without its default
    - return (item) => ({ ...absent, ...item });
    + return (item) => ({ ...item, ...(item === undefined ? absent : {}) });
test/system/stored-data.test.ts
  lib/work/migrate.ts
    a migration begins with the first item each time
    - after: LastEvaluatedKey as Key | undefined,
    + after: undefined as Key | undefined,
test/lib/work/migrate.test.ts
  lib/work/migrate.ts
    a migration that could not change an item keeps the later ones from their turn
    - every(({ isAtEnd }) => isAtEnd))
    + every(({ isAtEnd, failed }) => isAtEnd && Object.values(failed).every((count) => count === 0)))
    a pass ends before all its segments have
    - every(({ isAtEnd }) => isAtEnd))
    + some(({ isAtEnd }) => isAtEnd))
    a segment is in no call's share
    - ofShard(allSegments, of).map(goOn)
    + ofShard(allSegments.slice(1), of).map(goOn)
    each call begins a pass of its own
    - if (inProgress?.migrations.every((name) => names.includes(name)))
    + if (inProgress && names.length === 0)
    a pass that is asked for again leaves out what was seen
    - const ended = pass ? [items.remove(keys.migrationPass, pass)] : [];
    + const ended = pass && names.length === 0 ? [items.remove(keys.migrationPass, pass)] : [];
    a migration with items that it could not change is done
    - done_at !== null && failed <= accepted;
    + done_at !== null && failed + accepted >= 0;
    items that could not be changed are not listed
    - .map(({ key }) => key),
    + .slice(1).map(({ key }) => key),
    a record lists all items that could not be changed
    - ?? []).slice(0, failuresAtMost),
    + ?? []).slice(0, 1000),
    another run takes an operator's acceptance back
    - accepted, ...at });
    + ...at });
    a migration that is to run again is accepted
    - if (!progress || isDue(progress)) throw
    + if (!progress) throw
    the log does not name the item
    - { ...impersonal(item), error
    + { error
test/bin/doctor.test.ts
  bin/doctor/stack.ts
    doctor reports a started migration as done
    - if (Item?.done_at?.S === undefined)
    + if (Item === undefined)
    doctor takes a migration for done that could not change some items
    - isSettled({ done_at: Item.done_at.S, failed, accepted }),
    + failed >= accepted,
  bin/doctor/tables.ts
    doctor takes an index that AWS still builds for ready
    - IndexStatus !== 'ACTIVE' || Backfilling,
    + IndexStatus === 'DELETING' && !Backfilling,
  bin/doctor/stack.ts
    doctor takes another key for that of the table
    - Item.check.S === checkOf(deriveKey(SecretString, 'mark')),
    + Item.check.S !== '' && checkOf(deriveKey(SecretString, 'mark')) !== '',
    doctor does not say that a new stack would make another key
    - if (SecretId === undefined)
    + if (SecretId === '')
  bin/doctor/stack.ts
    doctor takes a release that is skipped for none
    - : releases.slice(first + 1, last);
    + : releases.slice(first + 2, last);
test/system/changes.test.ts
  bin/changes/judge.ts
    a deployment that must change two indexes is let through
    - changed.length > 1
    + changed.length > 2
test/releases/promises.test.ts
  lib/schema/tables.ts
    a new index is read as if it were there
    - isNew: true,
    + isNew: undefined,
test/resources/reviews/product-ratings.test.ts
  lib/table/feeds.ts
    a list fails while AWS builds its index
    - if (isUnreadable(error)) return otherwise();
    + if (isUnreadable(error) && !otherwise) return otherwise();
    a list fails while its index is not there
    - /backfilling global secondary index|does not have the specified index/i
    + /backfilling global secondary index/i
    any failure of an index leads to another way
    - error.name === 'ValidationException' &&
    + error.name !== 'AccessDenied' &&
test/resources/stores/deployment-key-records.test.ts
  lib/resources/stores/deployment-key-records.ts
    another key is taken for that of the table
    - if (!found || found.check === check) return;
    + if (!found || check !== '') return;
    nothing marks the table
    - if (!(await isMarked())) await mark();
    + await isMarked();
    what reads does not compare
    - await Promise.all([derivedKey(purpose), isMarked()]);
    + await Promise.all([derivedKey(purpose), present()]);
    a warm function asks for the mark again
    - if (known !== undefined) return known;
    + if (known) return known;
    the mark does not name its secret
    - secret: setting('DEPLOYMENT_KEY_SECRET') };
    + secret: undefined };
  lib/work/probe-webhooks.ts
    the migration marks a key that reads nothing
    - await Promise.any((secrets
    + void Promise.allSettled((secrets
  lib/delivery/signature.ts
    a secret is kept without a mark
    - await keyToKeep('webhook-secrets'), nonce).setAAD
    + await keyToRead('webhook-secrets'), nonce).setAAD
test/system/stack-options.test.ts
  infra/deployment-key.ts
    the stack makes a key of its own
    - deploymentKey === undefined ? this.make()
    + deploymentKey !== '' ? this.make()
test/lib/runtime/starting.test.ts
  lib/runtime/starting.ts
    what throws at once ends a start
    - (async () => work())().catch(
    + work().catch(
`;
