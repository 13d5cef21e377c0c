/**
 * Keeps spreadsheets from running a text as a formula, by an apostrophe before it. A reader that ignores quotes starts a cell after each
 * line end and separator too.
 */

/** Where a cell may begin: at the start, or after a line end, a comma, a semicolon or a tab. */
const begin = String.raw`(?<=^|[\n\v\f\r\u0085\u2028\u2029,;\t])`;

/** What a reader may drop before it looks for a formula: blanks, invisible characters, quotes. */
const dropped = String.raw`[[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800"']--[\n\v\f\r\u0085\u2028\u2029\t]]*`;

/** What begins a formula, with every character that Unicode holds to be another form of it: full-width, small, raised, lowered. */
const sign = String.raw`[=＝﹦⁼₌⩵⩶+＋﹢⁺₊﬩\-－﹣−⁻₋@＠﹫]`;

const unescaped = new RegExp(`${begin}(?=${dropped}${sign})`, 'gv');
const escaped = new RegExp(`${begin}'(?=${dropped}${sign})`, 'gv');

/** The text with an apostrophe before each place that may begin as a formula. */
export const escapeFormulas = (text: string): string => text.replaceAll(unescaped, "'");

/** The text that `escapeFormulas` was given. */
export const unescapeFormulas = (text: string): string => text.replaceAll(escaped, '');
