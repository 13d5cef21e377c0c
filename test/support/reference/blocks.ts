/** The code blocks of the guides, as a reader follows them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const reference = resolve(import.meta.dirname, '../../../bin/reference');

interface Step {
  code: string;
  /** What it prints, as JSON. */
  answer?: unknown;
}

interface Guide {
  name: string;
  /** In their order: what is typed on one machine. */
  steps: readonly Step[];
  /** What is typed with an AWS account. */
  onAws: readonly string[];
  programs: readonly string[];
  /** What the tabs in TypeScript are together: one program, which does what the steps do. */
  tabs: string;
  /** A webhook, its receiver and its test. */
  ofWebhook: readonly string[];
  /** Receivers of a webhook, each with its language. */
  receivers: readonly { language: string; code: string }[];
  /** Apps of CDK. */
  apps: readonly string[];
}

export const guides = (): Guide[] => ['guides', 'project', 'decisions'].flatMap(guidesIn);

const guidesIn = (folder: string): Guide[] =>
  readdirSync(join(reference, folder)).map((name) => {
    const text = readFileSync(join(reference, folder, name), 'utf8');
    const blocks = [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, info = '', code = '']) => ({
      info,
      code,
    }));
    const of = (wanted: string) => blocks.filter(({ info }) => info === wanted).map(({ code }) => code);
    return {
      name,
      steps: stepsIn(blocks),
      onAws: of('sh on-aws'),
      ofWebhook: of('sh of-webhook'),
      receivers: blocks.flatMap(({ info, code }) => {
        const [language = '', kind] = info.split(' ');
        return kind === 'of-receiver' ? [{ language, code }] : [];
      }),
      programs: of('ts').filter((code) => !isFile(code)),
      tabs: of('ts tab').join('\n'),
      apps: of('ts on-aws'),
    };
  });

/** A block that begins with a path is written to that file, not a program to run. */
const isFile = (code: string): boolean => /^\/\/ \S+\.ts(?:, [^\n]+)?\n/.test(code);

const stepsIn = (blocks: readonly { info: string; code: string }[]): Step[] =>
  blocks.flatMap(({ info, code }, index) => {
    if (info !== 'sh') return [];
    // The tab between them does the same.
    const next = blocks.slice(index + 1).find((block) => block.info !== 'ts tab');
    return [{ code, ...(next?.info === 'json answer' && { answer: JSON.parse(next.code) }) }];
  });
