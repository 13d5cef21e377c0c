/** A defect that is planted on purpose: another text in place of one that is in a file exactly once. */
export interface Defect {
  /** What is wrong with the planted code, in a few words. */
  name: string;
  file: string;
  from: string;
  to: string;
  /** Test files that should notice it; where they do not, everything else is asked. */
  tests: readonly string[];
}

/**
 * Reads defects that are written like a patch: the tests that should notice them (with blanks between them), further in the file
 * that they change, and further in the name of each, with what it takes away (`-`) and what it puts in its place (`+`). Between two
 * lines of one sign lies a line end.
 */
export function planted(strings: TemplateStringsArray, ...values: string[]): Defect[] {
  const defects: (Defect & { removed: string[]; added: string[] })[] = [];
  let tests: string[] = [];
  let file = '';
  for (const line of String.raw(strings, ...values).split('\n')) {
    const [, indent = '', sign, text = ''] = /^( *)(?:([-+])(?: |$))?(.*)$/.exec(line) ?? [];
    const last = defects.at(-1);
    if (sign === '-') last?.removed.push(text);
    else if (sign === '+') last?.added.push(text);
    else if (indent === '    ') defects.push({ name: text, file, from: '', to: '', tests, removed: [], added: [] });
    else if (indent === '  ') file = text;
    else if (text !== '') tests = text.split(' ');
  }
  return defects.map(({ removed, added, ...defect }) => ({
    ...defect,
    from: removed.join('\n'),
    to: added.join('\n'),
  }));
}
