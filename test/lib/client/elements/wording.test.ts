import { describe, expect, test } from 'vitest';
import { pageWords } from '../../../../bin/hosted-pages/browser/words.ts';
import { wordingOf } from '../../../../lib/client/elements/wording.ts';
import { balanceWords, elementWords, formWords } from '../../../../lib/client/elements/words.ts';
import { type Language, languageNames } from '../../../../lib/schema/languages.ts';

/** Each text that the elements and the hosted pages have besides those around reviews, with `GAP` for its value. */
const textsIn = (language: Language): [name: string, text: string][] =>
  [elementWords, formWords, balanceWords, pageWords].flatMap((table) =>
    Object.entries<string | ((value: string) => string)>({ ...table[language] }).map(
      ([name, text]): [string, string] => [name, typeof text === 'string' ? text : text('GAP')],
    ),
  );

describe.each(languageNames)('the words in %s', (language) => {
  const words = textsIn(language);

  test('each has a text, with a gap for its value', () => {
    expect(words.filter(([, text]) => text.trim() !== text || text === '')).toEqual([]);
    expect(words.filter(([, text]) => text.includes('GAP')).map(([name]) => name)).toEqual(['balance', 'validUntil']);
  });

  test('no text is English except in English', () => {
    const english = new Set(textsIn('en').map(([, text]) => text));
    const same = words.filter(([, text]) => english.has(text)).map(([name]) => name);

    expect(same).toEqual(language === 'en' ? words.map(([name]) => name) : []);
  });
});

describe('the language of an element', () => {
  test.each([
    ['de-AT', 'de', 'de-AT', 'ltr'],
    ['ar', 'ar', 'ar', 'rtl'],
    ['fi', 'en', 'en', 'ltr'],
    ['', 'en', 'en', 'ltr'],
    ['not_a language', 'en', 'en', 'ltr'],
  ])('%j has texts in %s', (tag, language, locale, direction) => {
    expect(wordingOf(tag)).toMatchObject({ language, locale, direction });
  });

  test('numbers, plural forms, days and amounts follow the language', () => {
    const { stars, count, day, money } = wordingOf('pl');

    expect([stars(4.25), count(1), count(3), count(5)]).toEqual([
      '4,25 na 5 gwiazdek',
      '1 opinia',
      '3 opinie',
      '5 opinii',
    ]);
    expect(day('2026-02-14T23:30:00Z')).toBe('14 lutego 2026');
    expect(money(6050, 'EUR')).toBe('60,50\u00a0€');
  });

  test('the last day of a card that expires at midnight is the day before', () => {
    expect(wordingOf('en').lastDay('2030-01-01T00:00:00Z')).toBe('December 31, 2029');
    expect(wordingOf('en').lastDay('2029-12-31T23:59:59Z')).toBe('December 31, 2029');
  });
});
