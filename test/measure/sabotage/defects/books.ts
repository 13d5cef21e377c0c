/** Books that do not close, that change after they are closed, or that a bookkeeping program reads wrongly. */
import { planted } from './planted.ts';

export const books = planted`
test/resources/gift-cards/movement-rules.test.ts test/resources/gift-cards/books.test.ts
  lib/ledger/rules.ts
    a later expiry of an expired card changes the month that has closed
    - ...(hasExpired && { extension
    + ...(hasExpired && now === '' && { extension
  lib/ledger/state-rules.ts
    a disabled card past its expiry is still a liability
    - const isExpired = balance !== 0 &&
    + const isExpired = balance !== 0 && disabled_at === null &&
    an extension at midnight changes the month that ends
    - extended_at > through
    + extended_at > at
  lib/ledger/movement-rules.ts
    a card past its expiry is still in the books
    - ? 0 : balance;
    + ? balance : balance;
    a refund onto an expired card is not reversed
    - const expired = closing - before - totalOf(sums);
    + const expired = closing === before ? 0 : closing - before - totalOf(sums);
    an entry at midnight is in the month that ends
    - created_at >= bound;
    + created_at > bound;
    an entry at midnight is in no month
    - if (movement) period
    + if (movement && entry.created_at !== sums.bounds[sums.current - 1]) period
    an expiry at midnight is in the month that begins
    - wasExpired(expiries, { at: bound,
    + wasExpired(expiries, { at: secondsBefore(bound, 1),
    an entry by a slow clock is in a month that has closed
    - while (isFrom(sums.bounds[sums.current], entry)) sums.current += 1;
    + sums.current = sums.bounds.filter((bound) => isFrom(bound, entry)).length;
    a card that a refund takes back was adjusted by staff
    - order_id !== null ? 'taken_back' : type
    + order_id === '' ? 'taken_back' : type
    an imported card was issued free
    - return 'imported';
    + return type === 'issued' ? 'issued_free' : 'imported';
test/resources/gift-cards/books.test.ts
  lib/ledger/records.ts
    the second extension of a card replaces the first
    - [items.create(ledgerKeys.extension(account, extension.expired_at), extension)]
    + [items.overwrite(ledgerKeys.extension(account, ''), extension)]
  lib/work/report-ledgers.ts
    the books end with the first full page of cards
    - const isLast = read.length === ids.length && ids.length < batches.cardsOnPage.size;
    + const isLast = read.length === ids.length && ids.length <= batches.cardsOnPage.size;
test/bin/operator/books.test.ts
  lib/schema/money.ts
    amounts of each currency have two digits
    - const point = padded.length - digits;
    + const point = padded.length - 2;
  bin/operator/books.ts
    both sides of an entry are debits
    - amount: row[name] },
    + amount: Math.abs(row[name]) },
    entries of different days have one id
    - [store, row.period, row.account
    + [store, row.account
    an entry covers a part of a day
    - if (!start.endsWith('T00:00:00Z'))
    + if (!start.endsWith('Z'))
    an account becomes a comment
    - [^\p{C};\s]
    + [^\p{C}\s]
    only the last page of the books is written
    - addRows(rows, page.data);
    + rows.clear(); addRows(rows, page.data);
`;
