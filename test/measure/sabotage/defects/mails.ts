/** Mails in the wrong language, or that cannot be read. */
import { planted } from './planted.ts';

export const mails = planted`
test/lib/mail/language.test.ts test/background/mails.test.ts
  lib/mail/language.ts
    the site's language comes before the recipient's
    - for (const locale of locales) {
    + for (const locale of [...locales].reverse()) {
  lib/mail/letters.ts
    amounts are written as in English
    - formatMoney(balance, currency, locale)
    + formatMoney(balance, currency, 'en')
    days are counted by the calendar of the locale
    - calendar: 'gregory'
    + calendar: undefined
test/lib/mail/render.test.ts test/lib/mail/accent.test.ts
  lib/mail/language.ts
    Arabic is read from the left
    - === 'ar' ? 'rtl' : 'ltr'
    + === 'ar' ? 'ltr' : 'ltr'
  lib/mail/accent.ts
    a colour with too little contrast is used
    - const leastContrast = 4.5;
    + const leastContrast = 3;
  lib/mail/html.ts
    a logo comes from any address
    - logo_url !== null && isSecureAddress(logo_url)
    + logo_url !== null
    the colour in the dark is judged on white
    - accentOn(dark.letter, sender.color, dark.accent)
    + accentOn(light.letter, sender.color, dark.accent)
test/background/mails.test.ts
  lib/mail/gift-card-mail.ts
    the site's language does not count
    - wordingOf([...card.locales, site?.locale])
    + wordingOf(card.locales)
  functions/api/gift-cards/issue-gift-card.ts
    a card forgets the language that it was issued with
    - locales: body.locale ? [body.locale] : [],
    + locales: [],
  functions/storefront/join-waitlist.ts
    a shopper who joins again without a language loses theirs
    - payload.locale ?? read.locale
    + payload.locale ?? null
  lib/resources/waitlist/records.ts
    the mail of a restock forgets the shopper's language
    - locale: entry.locale,
    + locale: null,
test/resources/catalog/import-records.test.ts
  lib/resources/customers/records.ts
    an import without a language keeps the one before
    - locale: customer.locale ?? absentOfCustomer.locale
    + ...(customer.locale && { locale: customer.locale })
test/contract/older-items.test.ts test/system/older-attributes.test.ts
  lib/work/export-customer.ts
    a customer of an older release cannot be exported
    - customers.readRecord(item as Owned & customers.CustomerRecord)
    + item as Owned & customers.CustomerRecord
`;
