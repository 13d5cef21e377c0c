/** The code blocks of the guides, as a reader follows them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../../bin/reference/guides');

export interface Step {
  code: string;
  /** What it prints, as JSON. */
  answer?: unknown;
}

export interface Guide {
  name: string;
  /** In their order: what is typed on one machine. */
  steps: readonly Step[];
  /** What is typed with an AWS account. */
  onAws: readonly string[];
  programs: readonly string[];
  /** Apps of CDK. */
  apps: readonly string[];
}

export const guides = (): Guide[] =>
  readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const blocks = [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, info = '', code = '']) => ({
      info,
      code,
    }));
    const of = (wanted: string) => blocks.filter(({ info }) => info === wanted).map(({ code }) => code);
    return { name, steps: stepsIn(blocks), onAws: of('sh on-aws'), programs: of('ts'), apps: of('ts on-aws') };
  });

const stepsIn = (blocks: readonly { info: string; code: string }[]): Step[] =>
  blocks.flatMap(({ info, code }, index) => {
    if (info !== 'sh') return [];
    const next = blocks[index + 1];
    return [{ code, ...(next?.info === 'json answer' && { answer: JSON.parse(next.code) }) }];
  });
