import { describe, expect, test } from 'vitest';
import { sampleLetters, sampleSender } from '../../../bin/reference/emails-page.ts';
import { toHtml } from '../../../lib/mail/html.ts';
import { languages, wordingOf } from '../../../lib/mail/language.ts';
import { en } from '../../../lib/mail/languages/en.ts';
import type { MailTexts } from '../../../lib/mail/languages/texts.ts';
import { giftCardLetter } from '../../../lib/mail/letters.ts';
import { toText } from '../../../lib/mail/render.ts';

const wanted = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'ja', 'ar'];

describe('the language of an email', () => {
  test.each([
    [['de', 'fr', 'es'], 'de'],
    [[null, 'fr', 'es'], 'fr'],
    [[undefined, null, 'es'], 'es'],
    [['ko', 'tlh', 'sv'], 'sv'],
    [['zh-Hant-TW', null, 'pt-BR'], 'pt'],
    [['DE-ch-1996'], 'de'],
    [['ko'], 'en'],
    [[], 'en'],
  ])('of %j is %s: the first there is, else English', (locales, language) => {
    expect(wordingOf(locales).language).toBe(language);
  });

  test('keeps the country, which amounts and days follow', () => {
    expect(wordingOf(['ko-KR', 'de-AT'])).toMatchObject({ language: 'de', locale: 'de-AT' });
  });
});

test('a text that is missing or too many does not compile', () => {
  const { headline: _, ...headless } = en.restock;
  // @ts-expect-error: it has no headline.
  const missing: MailTexts = { ...en, restock: headless };
  // @ts-expect-error: nothing shows its greeting.
  const surplus: MailTexts = { giftCard: en.giftCard, restock: { ...en.restock, greeting: 'Hello' } };

  expect([missing, surplus]).toHaveLength(2);
});

test('emails are in eleven languages, each with words of its own', () => {
  const letters = sampleLetters();
  const texts = Object.values(languages).map(({ giftCard, restock, reviewRequest, unsubscribe: { review } }) => [
    ...[giftCard.title(''), giftCard.titleFrom('', ''), giftCard.enterCode, giftCard.shop('')],
    ...[giftCard.spend, giftCard.lastDay(''), giftCard.mistake],
    ...[restock.headline, restock.subject(''), restock.see(''), restock.why],
    ...[reviewRequest.headline, reviewRequest.subject(''), reviewRequest.reminder(''), reviewRequest.ask],
    ...[reviewRequest.write, reviewRequest.why(''), reviewRequest.whyReminded(''), reviewRequest.leave],
    ...[review.question(''), review.effect, review.button, review.done(''), review.after],
  ]);

  expect(Object.keys(languages)).toEqual(wanted);
  expect([...letters.keys()]).toEqual(
    wanted.flatMap((language) => [`gift-card ${language}`, `restock ${language}`, `review-request ${language}`]),
  );
  expect(new Set(texts.flat()).size).toBe(texts.flat().length);
});

describe.each(wanted)('in %s', (language) => {
  const letters = sampleLetters();
  const card = letters.get(`gift-card ${language}`);
  const restock = letters.get(`restock ${language}`);
  const request = letters.get(`review-request ${language}`);

  test('all emails say what they are about, as text and as HTML', () => {
    if (!card || !restock || !request) throw new Error('There is no sample');
    for (const shown of [toText(card, sampleSender), toHtml(card, sampleSender)]) {
      expect(shown.replaceAll(/<\/?span[^>]*>|<wbr>/g, '')).toContain('J28R-SCQ2-33Q6-V7S5-PM4S-H2U7-E9CL');
      expect(shown).toContain('https://teapots.example');
      expect(shown).toMatch(/2029|٢٠٢٩/);
    }
    for (const shown of [toText(restock, sampleSender), toHtml(restock, sampleSender)]) {
      expect(shown).toContain('https://teapots.example/teapot');
    }
    for (const shown of [toText(request, sampleSender), toHtml(request, sampleSender)]) {
      expect(shown).toContain('https://api.teapots.example/review/#t=');
      expect(shown).toContain('https://api.teapots.example/unsubscribe/');
    }
    expect(toHtml(card, sampleSender)).toContain(
      `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
    );
  });
});

test.each([
  ['en-US', '$50.00', 'February 28, 2090'],
  ['en-GB', 'US$50.00', '28 February 2090'],
  ['de', '50,00\u00a0$', '28. Februar 2090'],
  ['pl', '50,00\u00a0USD', '28 lutego 2090'],
  ['ja-JP-u-ca-japanese', '$50.00', '2090年2月28日'],
  ['ar-EG', '٥٠٫٠٠\u00a0US$', '٢٨ فبراير ٢٠٩٠'],
])('amounts and days are written as in %s: %s and %s', (locale, amount, day) => {
  const card = { code: 'ABCD', currency: 'USD', balance: 5000, initial_value: 5000, message: null, giver: undefined };

  const letter = giftCardLetter({ ...card, expires_at: '2090-03-01T00:00:00Z' }, sampleSender, wordingOf([locale]));

  expect(toText(letter, sampleSender)).toContain(`    ${amount}\n`);
  expect(toText(letter, sampleSender)).toContain(day);
});
