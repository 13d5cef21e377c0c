/** The request of an example in languages that the project has no client for, written by httpsnippet. */
import { HTTPSnippet } from '@readme/httpsnippet';
import type { Example } from '../../lib/schema/examples.ts';
import type { Sample } from './page.ts';
import { inGo, inPhp, inRuby, type SentFile } from './upload-samples.ts';

interface Language {
  title: string;
  language: Sample['language'];
  target: readonly ['python' | 'php' | 'ruby' | 'go', string];
  /** Makes the generated code read the API key from `KEY`, and run on every origin. */
  adapted(code: string): string;
  /** In place of the generator, where that sends the name of a file and not the file. */
  withFile?: (sent: SentFile) => string;
}

/** Stands for the API key until a language reads it from the environment. */
const keyHere = 'KEY_OF_THE_STORE';

const languages: readonly Language[] = [
  {
    title: 'Python',
    language: 'python',
    target: ['python', 'requests'],
    adapted: (code) => `import os\n\n${code.replace(`"Bearer ${keyHere}"`, `f"Bearer {os.environ['KEY']}"`)}`,
  },
  {
    title: 'PHP',
    language: 'php',
    target: ['php', 'curl'],
    adapted: (code) =>
      code
        .replace(`"Authorization: Bearer ${keyHere}"`, '"Authorization: Bearer " . getenv("KEY")')
        // The URL has it, and the page puts its own origin there.
        .replace(/^ {2}CURLOPT_PORT => .*\n/m, ''),
    withFile: inPhp,
  },
  {
    title: 'Ruby',
    language: 'ruby',
    target: ['ruby', 'native'],
    adapted: (code) =>
      code
        .replace(`'Bearer ${keyHere}'`, `"Bearer #{ENV['KEY']}"`)
        .replace(/^(http = .*)$/m, "$1\nhttp.use_ssl = url.scheme == 'https'"),
    withFile: inRuby,
  },
  {
    title: 'Go',
    language: 'go',
    target: ['go', 'native'],
    adapted: (code) =>
      code.replace(`"Bearer ${keyHere}"`, '"Bearer "+os.Getenv("KEY")').replace('\t"fmt"\n', '\t"fmt"\n\t"os"\n'),
    withFile: inGo,
  },
];

interface Sent {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** A sample for each language. Throws an Error where the generator fails. */
export function inOtherLanguages(example: Example, { url, headers }: Sent): Sample[] {
  const { operation, file } = example;
  const given = Object.entries({ Authorization: `Bearer ${keyHere}`, ...headers });
  const snippet = new HTTPSnippet({
    method: operation.method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    queryString: [],
    headersSize: -1,
    bodySize: -1,
    headers: given.map(([name, value]) => ({ name, value })),
    postData: bodyOf(example),
  });
  return languages.map(({ title, language, target: [target, client], adapted, withFile }) => {
    if (file && withFile) {
      const sent = { method: operation.method, url, headers, field: operation.upload?.field ?? '', ...file };
      return { title, language, code: withFile(sent) };
    }
    const code = snippet.convert(target, client);
    const [text] = Array.isArray(code) ? code : [];
    if (typeof text !== 'string') throw new Error(`httpsnippet writes no ${title} for ${operation.name}`);
    return { title, language, code: adapted(text.trim()) };
  });
}

function bodyOf({ operation, body, file }: Example) {
  if (body) return { mimeType: 'application/json', text: JSON.stringify(body) };
  if (!file) return { mimeType: '' };
  const params = [{ name: operation.upload?.field ?? '', fileName: file.name, contentType: file.contentType }];
  return { mimeType: 'multipart/form-data', params };
}
