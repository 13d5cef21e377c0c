/** `npm run measure -- reference`: how much of the contract the reference covers; ends with 1 where something is missing. */

import { textTable } from '../../../bin/command-line/table.ts';
import { pages } from '../../../bin/reference/site.ts';
import { counts } from '../../support/reference/counts.ts';

const all = counts();
const rows = all.map(({ what, covered, of }) => [what, covered, of]);
console.log(textTable({ columns: ['', 'covered', 'of'], rows: [...rows, ['pages', pages().length]], figures: true }));
if (all.some(({ covered, of }) => covered < of)) process.exitCode = 1;
