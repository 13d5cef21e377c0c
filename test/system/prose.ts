/** What a machine can see of plain English: words that mean what shorter ones do, sentences that are hard to read, and riddles of our own. */
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRetext from 'remark-retext';
import retextEnglish from 'retext-english';
import retextIndefiniteArticle from 'retext-indefinite-article';
import retextReadability from 'retext-readability';
import retextRepeatedWords from 'retext-repeated-words';
import retextSimplify from 'retext-simplify';
import { unified } from 'unified';
import { VFile } from 'vfile';

/** What the linter calls complex, and the field calls so. */
const termsOfTheField = [
  ...['address', 'addresses', 'delete', 'effect', 'forward', 'function', 'functions', 'notify', 'operate', 'option'],
  ...['parameters', 'permit', 'previous', 'request', 'type', 'attempt', 'contains', 'accordingly', 'however', 'remain'],
  // Grammar rather than words.
  ...['it is', 'there is', 'there are'],
];

/** What we used to write, and what the field says instead. */
const riddles: readonly (readonly [RegExp, string])[] = [
  [/\bwhatever (?:comes|dies|goes|happens|is asked|becomes)\b/i, 'even if …'],
  [/\bin vain\b/i, 'without success'],
  [/\banew\b/i, 'again'],
  [/(?<!-)\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\btwins?\b/i, 'concurrent duplicate'],
  [/\bsomebody\b/i, 'someone'],
  [/\bhammer\b/i, 'retry too soon'],
  [/\bin the place of\b/i, 'in place of'],
  [/\bunder way\b/i, 'in progress'],
  [/\bonce more\b/i, 'again'],
  [/\bmishap\b/i, 'failure'],
  [/\bstands? (?:in(?! for)|at|under|beside|there)\b/i, 'is in'],
  [/\blies? (?:in|at|under|beside)\b/i, 'is in'],
  [/\b(?:is|are) told of\b/i, 'is reported'],
  [/\bgoes on where\b/i, 'continues where'],
  [/\blets? go of\b/i, 'releases'],
  [/\ball the same\b/i, 'anyway'],
  [/\bas ever\b/i, 'as before'],
  [/\bnobody asks\b/i, 'there is no traffic'],
  [
    /(?<=^|[.;!?] )(?:What|Who|Whoever|Whatever) (?:is|are|was|were|has|have|had|cannot|waits|comes|goes|nobody|someone|they|it|the \w+ \w+ed)\b[^?:|]*\.(?= |$)/,
    'the subject by its name',
  ],
];

/** Words that a native writer seldom chooses where we did: returns, contains, reports; only; a noun; if omitted; email. */
const seldomChosen = [
  ...['told', 'tell', 'tells', 'alone', 'whoever', 'whose', 'whom', 'begun', 'nobody', 'whatever'],
  ...['by itself', 'is none', 'are none', 'left out', 'mail', 'mails'],
];

/** What is no prose in a text in Markdown: code, and targets of links. */
const outsideProse = /```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g;

/** How often texts have each of these words; names in code and in paths do not count. */
export function seldomChosenIn(texts: readonly string[]): Record<string, number> {
  const flat = texts.map((text) => text.replaceAll(outsideProse, '`').replaceAll(/\s+/g, ' '));
  const all = flat.join('\n');
  const times = (word: string) => all.match(new RegExp(`(?<![\\w/"-])${word}(?![\\w/"-])`, 'gi'))?.length ?? 0;
  return Object.fromEntries(seldomChosen.map((word) => [word, times(word)]));
}

const prose = unified()
  .use(retextEnglish)
  .use(retextIndefiniteArticle)
  .use(retextRepeatedWords)
  .use(retextSimplify, { ignore: termsOfTheField })
  // A sentence that six of seven ways of measuring call too hard for a reader of 16.
  .use(retextReadability, { age: 16, minWords: 10, threshold: 6 / 7 });

const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRetext, prose as never);

/** What is to be said otherwise in a text in Markdown, each with the line. */
export async function proseFaults(text: string): Promise<string[]> {
  const file = new VFile(text);
  await markdown.run(markdown.parse(file) as never, file);
  const outside = text.replaceAll(outsideProse, (code) => code.replaceAll(/[^\n]/g, ' '));
  return [
    ...file.messages.map(({ line, reason }) => `${line}: ${reason}`),
    ...outside
      .split(/\n\n+|\n(?=[-|#])|\| /)
      .flatMap((paragraph) => riddlesIn(paragraph.replaceAll(/\s+/g, ' ').trim())),
  ];
}

/** The same for a text without line ends. */
export const riddlesIn = (text: string): string[] =>
  riddles.flatMap(([pattern, better]) => {
    const found = pattern.exec(text);
    return found ? [`"${text.slice(Math.max(0, found.index - 30), found.index + 60)}": say ${better}`] : [];
  });
