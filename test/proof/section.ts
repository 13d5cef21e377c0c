import { type Report, shown } from './report.ts';

export type Named = Report & { name: string };

const begin = '<!-- proof:begin -->';
const end = '<!-- proof:end -->';

/** The text with what stands between its two marks replaced. Throws where it does not have both, in this order. */
export function withProof(text: string, proof: string): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The text needs ${begin} and, after it, ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${proof}\n\n${text.slice(to)}`;
}

/** A report as Markdown: how it was made, and its figures as a table. */
export function reportSection({ name, command, passed, seconds, finished, figures }: Named): string {
  const rows = Object.entries(figures).map(([what, figure]) => `| ${what} | ${shown(figure)} |`);
  const made = `\`${command}\`, ${passed ? 'passed' : '**failed**'} in ${Math.round(seconds)} s on ${finished.slice(0, 10)}:`;
  return [`**${name}**: ${made}`, '', '| | |', '|---|---:|', ...rows].join('\n');
}
