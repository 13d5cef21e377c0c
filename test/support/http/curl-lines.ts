/** The requests that the local server prints for a person to try. */
import type { Running } from './local-server.ts';

/** A command line of curl as the request it makes. */
export function pasted(commandLine: string): Request {
  const words = [...commandLine.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const headers = new Headers();
  let body: string | undefined;
  for (const [index, word] of words.entries()) {
    const value = words[index + 1] ?? '';
    if (word === '-H') headers.append(value.split(': ', 1)[0] ?? '', value.slice(value.indexOf(': ') + 2));
    if (word === '-d') body = value;
  }
  const url = words.find((word) => word.startsWith('http')) ?? '';
  return body === undefined ? new Request(url, { headers }) : new Request(url, { headers, body, method: 'POST' });
}

export const curlLines = ({ summary }: Pick<Running, 'summary'>): string[] =>
  [...summary.replaceAll('\\\n', ' ').matchAll(/^\s*(curl .*)$/gm)].map(([, line = '']) => line);
