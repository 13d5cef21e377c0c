/** Which refusals a run of tests has reached: each `throw` of a rule, a record, a piece of work or a function notes that it was. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../..');

const files = 'lib/{resources/*/*{rules,records},work/*}.ts';

/** A statement that refuses: it makes its error there. An error that is passed on was made elsewhere, and a plain `Error` is never to be. */
const refusal = /\bthrow (?!new Error\()(?=(?:new )?\w+\()/g;

interface Refusal {
  /** Its file, line and text. */
  name: string;
  index: number;
}

function refusalsIn(file: string, text: string): Refusal[] {
  return [...text.matchAll(refusal)].map(({ index }) => {
    const line = text.slice(0, index).split('\n').length;
    return { name: `${file}:${line} ${text.slice(index).split('\n', 1)[0]}`, index };
  });
}

/** Every refusal that there is. */
export const allRefusals = (): string[] =>
  globSync(files, { cwd: root }).flatMap((file) =>
    refusalsIn(file, readFileSync(join(root, file), 'utf8')).map(({ name }) => name),
  );

/** The global function that a refusal calls with its name on its way. */
export const noted = '__refusalReached';

/** Makes each refusal note that it was reached. */
export const notingRefusals: Plugin = {
  name: 'noting-refusals',
  enforce: 'pre',
  transform(code, id) {
    const file = relative(root, id.split('?')[0] ?? '');
    if (!isOneOf(file)) return undefined;
    return refusalsIn(file, code).reduceRight((text, { name, index }) => {
      const after = index + 'throw '.length;
      return `${text.slice(0, after)}globalThis.${noted}?.(${JSON.stringify(name)}), ${text.slice(after)}`;
    }, code);
  },
};

const isOneOf = (file: string): boolean =>
  /^lib\/(?:resources\/[\w-]+\/[\w-]*(?:rules|records)|work\/[\w-]+)\.ts$/.test(file);
