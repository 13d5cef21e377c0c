/** What the operator's command line may not do: write formulas, lose cells, issue a card twice, show a password. */
import type { Defect } from './defect.ts';

export const commandLine: readonly Defect[] = [
  {
    name: 'a formula is looked for at the start of a cell alone',
    file: 'bin/command-line/formulas.ts',
    from: String.raw`(?<=^|[\n\v\f\r\u0085\u2028\u2029,;\t])`,
    to: '(?<=^)',
    tests: ['test/bin/command-line/csv.test.ts'],
  },
  {
    name: 'a formula after an invisible character is not seen',
    file: 'bin/command-line/formulas.ts',
    from: String.raw`[[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800"']`,
    to: String.raw`[[\p{White_Space}"']`,
    tests: ['test/bin/command-line/csv.test.ts'],
  },
  {
    name: 'a full-width sign begins no formula',
    file: 'bin/command-line/formulas.ts',
    from: String.raw`[=＝﹦⁼₌⩵⩶+＋﹢⁺₊﬩\-－﹣−⁻₋@＠﹫]`,
    to: String.raw`[=+\-@]`,
    tests: ['test/bin/command-line/csv.test.ts'],
  },
  {
    name: 'an apostrophe before a formula is taken for the escape',
    file: 'bin/command-line/formulas.ts',
    from: String.raw`\u2800"']--`,
    to: String.raw`\u2800"]--`,
    tests: ['test/bin/command-line/csv.test.ts'],
  },
  {
    name: 'cells stand in quotes only where they seem to need them',
    file: 'bin/command-line/csv.ts',
    from: 'quoted: true, quoted_empty: true',
    to: 'quoted: false',
    tests: ['test/bin/command-line/csv.test.ts'],
  },
  {
    name: 'the escape of a formula becomes part of what is read',
    file: 'bin/command-line/csv.ts',
    from: 'record.map(unescapeFormulas)',
    to: 'record.slice()',
    tests: ['test/bin/command-line/csv.test.ts'],
  },
  {
    name: 'a line end of two characters within a cell counts as two lines',
    file: 'bin/command-line/csv.ts',
    from: 'surplus += countOf',
    to: 'surplus += 0 * countOf',
    tests: ['test/bin/command-line/csv.test.ts'],
  },
];
