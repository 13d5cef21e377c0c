/** The staff console does something twice, forgets what is open, runs what it shows, or keeps a key where it must not. */
import { planted } from './planted.ts';

export const staffConsole = planted`
test/system/console-once.test.ts
  bin/console/browser/state/open-calls.ts
    a call that is made again has another idempotency key
    - { idempotencyKey: call.id }
    + { idempotencyKey: crypto.randomUUID() }
    what is gone already cannot be deleted again
    - if (isRepeat && deletes(call.name)
    + if (!isRepeat && deletes(call.name)
    a call goes out before it is kept
    - await unanswered.get(call.id)?.kept;
    + void unanswered.get(call.id)?.kept;
    a second press is another call
    - (same as OpenCall<Name> | undefined) ??
    + (same?.id === '' ? (same as OpenCall<Name>) : undefined) ??
  bin/console/browser/state/kept.ts
    a call is not kept
    - sessionStorage.setItem(nameOf(kind, trace.id),
    + void (nameOf(kind, trace.id),
  bin/console/browser/main.tsx
    what was done offline stays undone
    - addEventListener('online', () => void repeatAll());
    + addEventListener('offline', () => void repeatAll());
  bin/console/browser/state/codes.ts
    the code of a card that was issued before a reload is shown to nobody
    - if (isCode(answer))
    + if (isCode(answer) && document.querySelector('dialog'))
test/system/console-uploads.test.ts
  bin/console/browser/state/uploads.ts
    an upload goes out before it is kept
    - await keep('upload', trace, content, current);
    + void keep('upload', trace, content, current);
    a file that is chosen again after a reload is another upload
    - if (open && isSame(open, file)) return send(open, file);
    + if (open && isSame(open, file) && files.has(open.id)) return send(open, file);
  bin/console/browser/parts/upload-box.tsx
    a file is replaced without a question
    - if (ask && !isOfOpenUpload(target, file)) ask(file, send);
    + if (ask && isOfOpenUpload(target, file)) ask(file, send);
  bin/console/browser/pages/gift-options/option-dialogs.tsx
    options are put in the opposite order
    - position: (index + 1) * gap }))
    + position: (order.length - index) * gap }))
  bin/console/browser/pages/waitlist/product-page.tsx
    the page of a product does not say that emails are on their way
    - setEmailed(new Map([...emailed, [restocked.id, count]]))
    + setEmailed(new Map(count === 0 ? [] : emailed))
test/system/console-pickers.test.ts
  bin/console/browser/state/search.ts
    the beginning of a gift card code is sent while a person types it
    - !/\d/.test(query) || isWhole(query);
    + query !== '' || isWhole(query);
  bin/console/browser/parts/picker.tsx
    store credit goes to the customer who was picked before
    - if (name !== undefined && value !== '') onClear?.();
    + if (name === undefined && value === '') onClear?.();
    the name of a customer leads to an order
    - onPick(option.id, option.title, option.type);
    + onPick(option.id, option.title, type);
    Enter before the answer is lost
    - else if (isSearching) enterEarly();
    + else if (!isSearching) enterEarly();
  bin/console/browser/parts/form.tsx
    store credit expires when its last day begins
    - T23:59:59
    + T00:00:00
    a change of the note moves the expiry
    - before && dayOf(before) === day ? before :
    + before && dayOf(before) === '' ? before :
  bin/console/browser/parts/searched.ts
    a key without the area of customers searches for them
    - return area === undefined || hasArea(area);
    + return area === undefined || hasArea(area) || area === 'customers';
test/system/console-states.test.ts
  bin/console/browser/state/read.ts
    a list ends at its first page if filters leave it empty
    - while (last?.data.length === 0) {
    + while (last?.data.length === -1) {
    a list restarts from its first page after the rate limit
    - last = await untilAdmitted(next, signal);
    + last = await (signal ? next() : untilAdmitted(next, signal));
  bin/console/browser/state/waiting.ts
    a long wait for the rate limit is an error
    - if (!(error instanceof RateLimitError)) throw error;
    + if (!(error instanceof RateLimitError) || (error.retryAfter ?? 0) > 60) throw error;
  bin/console/policy.ts
    scripts that are written into the console run
    - "script-src 'self'",
    + "script-src 'self' 'unsafe-inline'",
  bin/console/styles/controls.css
    the chosen tab looks like the others
    - box-shadow: inset 0 0 0 1.5px var(--accent);
    + box-shadow: none;
  bin/console/styles/states.css
    a bar without progress looks finished
    - progress::-webkit-progress-value {
    + progress::-webkit-progress-bar {
  bin/console/browser/pages/reviews/review.ts
    one star without reviews means that all reviews are answered
    - (!status || status === 'published') && !isLimited;
    + (!status || status === 'published') && (!isLimited || isLimited);
  bin/console/browser/pages/reviews/hide-dialog.tsx
    the question does not count the reviews that are hidden already
    - selected.length - reviews.length;
    + reviews.length - reviews.length;
  bin/console/browser/pages/reviews/review-row.tsx
    the note of a review is shown as markup
    - {hidden_note}
    + <span dangerouslySetInnerHTML={{ __html: hidden_note ?? '' }} />
  bin/console/browser/state/session.ts
    a Read key gets buttons that write
    - session.value?.key.permission === 'Write';
    + session.value !== undefined;
test/system/console-flows.test.ts
  bin/console/browser/parts/account-actions.tsx
    the new balance of an adjustment is the old one
    - amountOf(balance + change, currency)
    + amountOf(balance + 0 * change, currency)
    a removal adds to the balance
    - lookTwice(isRemoval ? -size : size)
    + lookTwice(size)
  bin/console/browser/pages/store-credits/grant-dialog.tsx
    store credit is granted for another reason than the chosen one
    - reason: given(fields, 'reason') as StoreCredit['reason'],
    + reason: 'goodwill' as StoreCredit['reason'],
  bin/console/browser/state/session.ts
    the API key is kept though the person wants it forgotten
    - if (keep) keepKey(
    + if (keep || !keep) keepKey(
    another tab stays signed in after a sign-out
    - if (id !== undefined && keys.includes(id)) end(why);
    + if (id === undefined && keys.includes('')) end(why);
  bin/console/browser/pages/reviews/review.ts
    a hidden review stays in the list of published ones
    - (!status || review.status === status) &&
    + (!status || review.status !== '') &&
  bin/console/browser/pages/reviews/hide-dialog.tsx
    a reason is chosen before the person chooses one
    - defaultChecked={value === chosen}
    + defaultChecked={value === (chosen ?? firstReason)}
  bin/console/browser/pages/gift-cards/mail-state.tsx
    an email that was sent leads to no help
    - if (mail?.status !== 'sent') return null;
    + if (mail?.status === 'sent') return null;
  bin/console/browser/pages/orders/order.tsx
    a refund to the payment card is not shown with the payment
    - sum + to_card, 0);
    + sum + 0 * to_card, 0);
  bin/console/browser/parts/dialog.tsx
    the focus is lost with a dialog
    - return () => dialog?.close();
    + return () => undefined;
test/system/console-search.test.ts
  bin/console/browser/shell/combobox.tsx
    Enter opens a result of an older query
    - groups.filter(({ isOutdated }) => !isOutdated).flatMap(
    + groups.flatMap(
  bin/console/browser/shell/palette.tsx
    Enter signs out after a part of the words
    - isNeverFirst: query !== 'sign out'
    + isNeverFirst: false
  bin/console/browser/state/recents.ts
    the name of a deleted customer stays in the palette
    - else if (isGone) put([], others);
    + else if (!isGone) put([], recents.peek());
  bin/console/browser/parts/early-enter.ts
    Enter opens a result of the query that was typed next
    - if (entered === query && only !== undefined
    + if (only !== undefined
  bin/console/browser/state/search.ts
    a part of a code is sent while a person types
    - !/\d/.test(query) || isWhole(query)
    + query !== '' || isWhole(query)
    an unknown code that is typed again is sent again
    - if (!isSent || known?.state === 'ready') return;
    + if (!isSent) return;
test/system/console-home.test.ts
  bin/console/browser/pages/home/home-page.tsx
    the unanswered reviews lead to all published ones
    - hrefOf('reviews', { status: 'published', replied: 'false' })
    + hrefOf('reviews', { status: 'published' })
test/bin/console/state.test.ts
  bin/console/browser/state/kept.ts
    a call goes on though the service has forgotten its key
    - Date.now() - begunAt <= repeatable;
    + Date.now() >= begunAt;
    what is older than a day stays in the tab
    - <= longest
    + <= 2 * longest
  bin/console/browser/state/notices.ts
    a notice stays on the next page
    - if (path === page) return;
    + if (path !== '') return;
  bin/console/browser/state/session.ts
    a revoked key stays signed in
    - if (status === 401 && session.peek()?.shop === shop)
    + if (status === 402 && session.peek()?.shop === shop)
    a person who has left stays signed in
    - const longestPause = 8 * 3_600_000;
    + const longestPause = 80 * 3_600_000;
    the figures that are read every minute keep an absent person signed in
    - onRequest: ({ path }) => !path.endsWith('/overview/') && used(),
    + onRequest: used,
test/bin/console/amounts.test.ts
  bin/console/browser/parts/amounts.ts
    a thousand in another locale is one
    - return behind === 3 && separatorsOf(locale).group === last[0] ? undefined : last.index;
    + return behind === 3 && last[0] === ',' ? undefined : last.index;
  bin/console/browser/parts/csv.ts
    a formula in an exported cell runs
    - typeof value === 'string' && formula.test(text)
    + typeof value === 'number' && formula.test(text)
test/bin/console/files.test.ts
  bin/console/files.ts
    the console carries the code of the contract
    - plugins: [packagedClient],
    + plugins: packagedClient ? [] : [],
test/infra/staff-console.test.ts test/system/local-server.test.ts
  bin/console/policy.ts
    a page that has opened the console keeps its tab
    - 'Cross-Origin-Opener-Policy': 'same-origin'
    + 'Cross-Origin-Opener-Policy': 'unsafe-none'
test/infra/staff-console.test.ts
  infra/staff-console.ts
    any address below /console/ leads into the bucket
    - (files.includes(name) ? name : 'index.html')
    + name
test/resources/stores/get-api-key.test.ts
  functions/api/api-key/get-api-key.ts
    a planned revocation is not reported
    - expires_at: endOf(key)
    + expires_at: key.expires_at ?? null
  lib/resources/catalog/site-records.ts
    a key lists more sites than 100, or of none
    - ...listing(store, site.id),
    + ...(site.id === '' && listing(store, site.id)),
test/system/stored-data.test.ts
  lib/resources/catalog/migration-records.ts
    sites of earlier releases stay in no list
    - concerns: ({ sk, feed_pk }) => sk === 'SITE' && feed_pk === undefined,
    + concerns: ({ sk, feed_pk }) => sk === 'SITES' && feed_pk === undefined,
`;

/** A session of the staff console leaves something to the next person, or an address leads to no page. */
export const consoleSessions = planted`
test/system/console-sessions.test.ts
  bin/console/browser/state/session.ts
    the state of a person stays in the tab for the next
    - location.replace('/console/');
    + history.replaceState(null, '', '/console/');
    the key stays in the tab after 8 hours
    - dropKeys();
    -   sessionStorage.setItem(keptFarewell, why);
    + sessionStorage.setItem(keptFarewell, why);
  bin/console/browser/state/kept-keys.ts
    recent records stay in the tab for the next person
    - for (const name of [inUse, all, lastUse, opened])
    + for (const name of [inUse, all, lastUse])
  bin/console/browser/state/kept.ts
    an open call can be read in the tab
    - JSON.stringify({ ...trace, sealed }
    + JSON.stringify({ ...trace, content, sealed }
    a person of another store is shown an open call
    - storeId === key.store.id
    + storeId !== ''
  bin/console/browser/shell/sign-in.tsx
    signing out forgets an open call without asking
    - openCalls() > 0
    + openCalls() < 0
  bin/console/browser/pages/pages.ts
    an address finds what every object inherits
    - Object.hasOwn(pages, name) ? pages[name] : undefined
    + pages[name]
  bin/console/browser/state/route.ts
    an address that is not UTF-8 stops the console
    - } catch {
    -     return path;
    + } catch (error) {
    +     throw error;
test/architecture.test.ts
  bin/console/browser/state/codes.ts
    codes of cards are kept beyond the session
    - const isCode =
    + sessionStorage.setItem('console.codes', '');
    + const isCode =
`;
