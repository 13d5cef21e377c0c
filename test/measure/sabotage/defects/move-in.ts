/** What a shop moves in with is lost, comes twice or is guessed. */
import { planted } from './planted.ts';

export const moveIn = planted`
test/resources/gift-cards/import-gift-cards.test.ts
  lib/resources/gift-cards/import-rules.ts
    a card that was held here is adjusted to another system
    - if (!update || !isLater || !isUntouched) throw
    + if (!update || !isLater) throw
    an earlier export adjusts a card
    - said.exported_at > imported.exported_at;
    + said.exported_at !== imported.exported_at;
    a card in another currency is imported
    - refuseOtherCurrency(currency, making.currency);
  lib/work/move-in.ts
    a record is imported again once its card has another code
    - return earlier && cardImports.outcomeOf(
    + const found = await giftCards.findIdByHash(given.store.id, code.hash);
    +       return found && earlier && cardImports.outcomeOf(
    a code of the service is given to a second card
    - if (own) throw duplicate();
    + if (own === '') throw duplicate();
  lib/resources/gift-cards/import-records.ts
    a record that an earlier version kept with its defaults is another one
    - record.fingerprints.includes(one));
    + record.fingerprints[0] === one);
  lib/resources/gift-cards/imported-code-records.ts
    an imported code is kept as a hash without a key
    - createHmac('sha256', key).update(text)
    + createHmac('sha256', '').update(text)
    a code is found in the very letters alone that it was imported in
    - const normalised = normaliseCode(code);
    + const normalised = code;
  lib/resources/gift-cards/typed-code-records.ts
    a code of another system that is like those of the service is not found
    - (isOfService(code) ? await findIdByImported(store, code) : undefined);
    + undefined;
test/resources/gift-cards/codes.test.ts
  lib/resources/gift-cards/typed-code-records.ts
    a code that is replaced while it is applied is held
    - return card && (await hasCode(card, code)) ? card : undefined;
    + return card;
test/resources/gift-cards/guessing.test.ts
  lib/resources/gift-cards/typed-code-records.ts
    a request that is not admitted stays counted
    - await unknownCodes.takeBack(attempt);
    -     throw admitted.reason;
    + throw admitted.reason;
    the card that a checkout holds is refused
    - if (!held) throw refusal(attempt.again);
    + if (held?.id !== '') throw refusal(attempt.again);
    a shopper learns how a code is spelled that another checkout holds
    - holdOf(card, checkout.checkout_id, now) && (await hasCode(card, code))) return card;
    + holdOf(card, checkout.checkout_id, now)) return card;
    a known code stays counted
    -     if (looked.value) {
    -       await unknownCodes.takeBack(attempt);
    +     if (looked.value) {
    a code that could not be looked up stays counted
    - [findHeld(store, typed, call.now), unknownCodes.takeBack(attempt)]
    + [findHeld(store, typed, call.now)]
    the time of a refusal says whether there is such a code
    - const card = await giftCards.find(store, id ?? 'gcd_');
    + const card = id === undefined ? undefined : await giftCards.find(store, id);
    an unknown code is answered though it could not be counted any more
    - const kept = await unknownCodes.keep(attempt);
    + await unknownCodes.keep(attempt);
    +     const kept = { isCounted: true, again: undefined };
  lib/resources/gift-cards/unknown-code-records.ts
    a code counts after it was looked up
    - const counted = await Promise.all(sources.map((source) => countOne(store, source, call.now)));
    -   if (!counted.every(isCounted)) return { ...attempt, isAdmitted: false, again: againAfter(counted), counted };
    + const counted: Counted[] = [];
    +   if ((await roomsIn(store, sources, call.now)).some((room) => room !== 'free')) return { ...attempt, isAdmitted: false };
    +   if (sources.length > 0) return { ...attempt, isAdmitted: true, uncounted: [...sources, ofStore] };
    an attempt is judged that AWS did not let be counted
    - if (!counted.every(isCounted)) return
    + if (counted.some(isFull)) return
    a throttled read passes a shopper
    - if (Object.keys(UnprocessedKeys).length > 0) throw
    + if (Object.keys(UnprocessedKeys).length > 99) throw
    a long code is refused once a store is guessed at
    - if (!isGuessable(normaliseCode(typed.code))) return
    + if (!isGuessable(normaliseCode(typed.code)) && call.now === '') return
    a short code counts in the store once it is known to be unknown
    - if (!isGuessable(normaliseCode(typed.code))) return
    + if (call.now !== '') return
    whoever is refused fills the count of the store
    - if (!counted.every(isCounted)) return { ...attempt, isAdmitted: false, again: againAfter(counted), counted };
    + if (!counted.every(isCounted)) return { ...attempt, isAdmitted: false, again: againAfter(counted), counted, uncounted: [String(await countOne(store, ofStore, call.now))] };
    an eleventh unknown code is answered
    - ':roomy': atMostOf(pk) - 1 },
    + ':roomy': atMostOf(pk) },
    an hour never ends
    - ends_at <= toSeconds(now) || guesses < 1;
    + ends_at <= 0 || guesses < 1;
    a known code begins the hour
    - if (guesses === 1 && (await dynamodb
    + if (guesses < 1 && (await dynamodb
test/contract/adversity/unreachable.test.ts
  lib/work/move-in.ts
    an import that AWS fails is reported as a refusal of its records
    - if (error instanceof ApiError) return error;
    + if (error instanceof Error) return new ApiError('MISSING_FIELD', 'records is required');
test/resources/reviews/import-reviews.test.ts
  lib/work/move-in.ts
    a review comes back that its author deleted
    - product), marks.create(store, place, { id, imported_by: by })],
    + product)],
    reviews that meet another transaction keep coming together
    - attempt.attempt > 1 ?
    + attempt.attempt > 99 ?
  lib/resources/reviews/import-rules.ts
    an imported review stands as a verified purchase
    - verified_purchase: said.verified_purchase ?? false,
    + verified_purchase: said.verified_purchase ?? true,
test/resources/move-in/sent-again.test.ts
  lib/schema/import.ts
    what a call imported before it was sent again is unchanged
    - stored === by ? 'imported'
    + stored !== by ? 'imported'
    what another call imported counts as imported
    - by !== undefined && stored === by ?
    + stored !== undefined ?
  lib/work/move-in.ts
    a record that a call has twice is imported twice once the call is sent again
    - by: import_id ?
    + by: import_id?.length ? import_id : import_id ?
    a transaction imports two reviews of one customer and product
    - if (identities.size < records.length) throw
    + if (identities.size < 0) throw
  lib/resources/gift-cards/import-records.ts
    what adjusts a card forgets what has imported it
    - { ...was.imported_by, [fingerprint]: by }
    + { [fingerprint]: by }
    a record that adjusted a card counts as imported
    - outcome === 'imported' && place > 0 ?
    + outcome === 'imported' && place > 99 ?
  lib/resources/waitlist/records.ts
    what is left of a waitlist entry forgets what has imported it
    - imported,
    -   imported_by,
    -   notified_by,
    + imported,
    +   notified_by,
test/resources/customer-addresses/import-customer-addresses.test.ts
  lib/work/move-in.ts
    an address comes twice where its creation differs
    - ({ id, created_at: _, ...fields }: AddressRecord): string
    + ({ id, ...fields }: AddressRecord): string
    a transaction imports an address twice
    - if (places.size < records.length) throw
    + if (places.size < 0) throw
test/resources/waitlist/import-waitlist-entries.test.ts
  lib/resources/waitlist/records.ts
    a shopper who was notified is imported again
    - return entry.imported || isOfFew
    + return isOfFew
    a shopper who has left is imported again
    - imported ? limits.endedEntrySeconds : notified_by
    + imported ? 0 : notified_by
test/resources/gift-cards/import-gift-cards.test.ts
  lib/work/move-in.ts
    cards of which one was there already are all imported at once
    - const areNew = decided.length > 0 && decided.every(
    + const areNew = decided.length > 0 && decided.some(
    a transaction imports a code twice
    - codes.size < given.length ? []
    + codes.size < 0 ? []
  lib/resources/gift-cards/events.ts
    the events of an import share a sequence
    - sequence: index + 1, data
    + sequence: 1, data
  lib/resources/gift-cards/records.ts
    the first change of an imported card has the sequence of an entry of its import
    - itemOf(store, next, issued.created_at), 1 + later.length),
    + itemOf(store, next, issued.created_at)),
  lib/resources/gift-cards/import-rules.ts
    a card whose record says that it is enabled is another one
    - initial_value: balance, disabled: false });
    + initial_value: balance });
  lib/work/move-in.ts
    a record that is refused holds up the others
    - if (error instanceof ApiError) return error;
    + if (error instanceof TypeError) return error as never;
  lib/work/move-in.ts
    what was spent since counts as imported
    - const entries = await giftCards.listImportEntries(store, card);
    + const { data: entries } = { data: await giftCards.listTransactions(store, card.id, { limit: 100, after: undefined }) };
test/bin/operator/move-in/move-in.test.ts
  bin/operator/move-in/import-file.ts
    a row is skipped where a run that died is continued
    - let toSkip = tally.rows;
    + let toSkip = tally.rows > 0 ? tally.rows + 1 : 0;
    a refused record is reported without the end of its code
    - (isCard(record) ? { code: endOfCode(record.code) } : {});
    + (isCard(record) ? {} : {});
    a run that continues forgets what was refused before
    - refusedLines.add(row.line);
    + 
  bin/operator/move-in/journal.ts
    a changed file continues where another one stopped
    - if (JSON.stringify(earlier) !== JSON.stringify(settings)) {
    + if (JSON.stringify(earlier) === '{}') {
    a run that continues takes its calls for others than those of the run that died
    - return { journal, done, run };
    + return { journal, done, run: randomUUID() };
  bin/operator/move-in/cards.ts
    codes that can be guessed are not counted
    - isShortCode(record.code)).length;
    + isShortCode(record.code)).length * 0;
    a sum goes through floating point
    - ledger += imported;
    + ledger = (ledger / 100 + imported / 100) * 100;
    a difference of the ledger is not reported
    - if (imported !== record.balance) {
    + if (imported > record.balance + 1e9) {
test/bin/operator/move-in/values.test.ts
  bin/operator/move-in/values.ts
    a report shows eight letters of a code
    - normaliseCode(code).slice(isShortCode(code) ? -2 : -4);
    + normaliseCode(code).slice(-8);
    a code keeps the apostrophe of a spreadsheet
    - text.trim().replace(/^'/, '').trim();
    + text.trim();
  bin/operator/move-in/values.ts
    a time zone is left out
    - const offset = /^[+-]/.test(zone) ?
    + const offset = /^[+-]/.test('Z') ?
    noon is midnight
    - (half.toUpperCase() === 'PM' ? 12 : 0)
    + (half.toUpperCase() === 'PM' ? 11 : 0)
  bin/operator/move-in/values.ts
    decimals that the currency does not have are dropped
    - if (/[^0]/.test(fraction.slice(digits)))
    + if (/[^0-9]/.test(fraction.slice(digits)))
test/bin/operator/move-in/rows.test.ts
  bin/operator/files/rows.ts
    a deep object stops an import
    - return depth < deepest ?
    + return depth < Infinity ?
    a bad first line stops an import
    - while (first && isBad(first) && bad.length < badAtMost) {
    + while (first && isBad(first) && bad.length < 0) {
    a line that is too long is read
    - linesOf(bytesOf(text), longestRow)
    + linesOf(bytesOf(text), longestRow * 9)
test/system/hostile-files.test.ts
  bin/operator/move-in/values.ts
    a review of deep markup stops an import
    - limits: { maxDepth: 50 },
    + 
  bin/operator/move-in/export.ts
    a reader that fails stops an import
    - return new Refusal('could not be read');
    + throw error;
  bin/operator/files/rows.ts
    a header of many columns takes time by the square of their number
    - return new Set(names.filter((name) => seen.size === seen.add(name).size));
    + return seen.add('').size > 0 ? new Set(names.filter((name, place) => names.indexOf(name) !== place)) : seen;
    a JSON array is taken for CSV
    - if (/^\s*\[\s*(?:[[{"\]]|$)/.test(start))
    + if (start === '[]')
test/system/expressions.test.ts
  bin/operator/files/rows.ts
    an expression takes time by the square of a text
    - .replaceAll(/^_|_$/g, '');
    + .replaceAll(/^_+|_+$/g, '');
  bin/operator/move-in/values.ts
    an expression that is put together takes time by the square of a text
    - {0,9}([AP]M)?)?
    + *([AP]M)?)?
test/bin/operator/progress.test.ts
  bin/operator/progress.ts
    a file is shown the progress each second
    - const logMilliseconds = 60_000;
    + const logMilliseconds = 1000;
test/resources/store-credits/import-store-credits.test.ts
  lib/work/move-in.ts
    another content of an external_id is another credit
    - if (mark) throw marks.importedOtherwise('external_id');
    + if (mark?.id === '') throw marks.importedOtherwise('external_id');
    a record with the currency of the store is another one
    - fingerprintOfCredit = ({ currency: _, ...record }: ImportedStoreCredit)
    + fingerprintOfCredit = (record: ImportedStoreCredit)
    the id of a credit in the other system is stored as it is
    - identity: marks.sha256(external_id) }
    + identity: external_id }
    imported credits exceed the limit of their customer
    - storeCredits.write(store, open, { issued: [issued] })
    + storeCredits.write(store, open, { issued: [issued], isExempt: true })
  lib/resources/store-credits/import-rules.ts
    an imported credit counts as a gift of the staff in the books
    - { actor: importActor, now, transactionId });
    + { actor: { ...importActor, name: null }, now, transactionId });
    a credit in another currency is imported
    - refuseOtherCurrency(currency, store.currency);
    + refuseOtherCurrency(store.currency, store.currency);
    an imported credit never expires
    - currency: store.currency, expires_at };
    + currency: store.currency, expires_at: null };
test/bin/operator/move-in/move-in.test.ts
  bin/operator/move-in/records.ts
    two rows of one external_id both count in a dry run
    - (isCard(record) ? record.code : record.external_id);
    + (isCard(record) ? record.code : JSON.stringify(record));
  bin/operator/move-in/cards.ts
    the sum of a file has no store credits
    - isCard(record) ? 0 : record.value;
    + isCard(record) ? record.balance : 0;
test/bin/operator/move-in/samples.test.ts
  bin/operator/move-in/format.ts
    an email address outranks the id of a customer
    - held(best).length > 0 ? best : texts
    + held(best).length > 99 ? best : texts
test/system/command-line.test.ts
  bin/operator/accounts.ts
    an amount to remove is added
    - return isNegative ? -amount : amount;
    + return isNegative ? amount : amount;
    a decimal is read as cents
    - decimal ? amountOf(
    + decimal && text === '' ? amountOf(
`;
