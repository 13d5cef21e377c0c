/** All that people read of this project: its pages, and of its modules the comments, the titles of tests and the texts. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { markdownOf } from '../../bin/reference/page.ts';
import { pages } from '../../bin/reference/site.ts';

/** A text that people read, and the page or file that has it. */
export interface Read {
  of: string;
  text: string;
}

const root = resolve(import.meta.dirname, '../..');
const contentOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');
const listed = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');

/** Every page of the reference and every file in Markdown, as Markdown; the license is quoted, and not ours. */
export const pagesRead: readonly Read[] = [
  ...pages()
    .filter(({ path }) => path !== 'project/licence')
    .map((page) => ({ of: page.path, text: markdownOf(page) })),
  ...['README.md', 'lib/client/README.md', 'lib/client/CHANGELOG.md'].map((of) => ({ of, text: contentOf(of) })),
];

/** The comments of a file, each on one line. */
const commentsIn = (content: string): string[] =>
  [...content.matchAll(/\/\*\*?\s[\s\S]*?\*\/|(?<=^\s*)\/\/.*$/gm)].map(([comment]) =>
    comment.replaceAll(/\s*\n\s*\*?\s*/g, ' '),
  );

/** A node of a syntax tree. */
interface Node {
  type?: string;
  name?: string;
  value?: unknown;
  callee?: Node;
  object?: Node;
  tag?: Node;
  arguments?: Node[];
  quasis?: { value: { cooked: string } }[];
}

/** The nodes of a module in which a text may be. */
function nodesOf(content: string, file: string): Node[] {
  const found: Node[] = [];
  JSON.stringify(parseAst(content, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (_, value) => {
    if (/^(?:Literal|TemplateLiteral|JSXText|CallExpression)$/.test(value?.type)) found.push(value);
    return typeof value === 'bigint' ? null : value;
  });
  return found;
}

/** The text of a literal; a value within it is shown as code. */
function textOf({ value, quasis }: Node = {}): string[] {
  if (quasis) return [quasis.map((quasi) => quasi.value.cooked).join('`…`')];
  return typeof value === 'string' ? [value] : [];
}

const calledIn = ({ name, callee, object, tag }: Node): string | undefined => {
  const inner = callee ?? object ?? tag;
  return inner ? calledIn(inner) : name;
};

/** The titles of the tests in a file; those of `test.each` too. */
const titlesIn = (content: string, file: string): string[] =>
  nodesOf(content, file)
    .filter((node) => node.callee && /^(?:test|describe)$/.test(calledIn(node) ?? ''))
    .flatMap((node) => textOf(node.arguments?.[0]));

/** Whether a literal is a sentence or a label, rather than code or a command. */
function isProse(literal: string): boolean {
  const text = literal.replaceAll(/<[^>]*>|`[^`]*`/g, ' ').trim();
  const isCode = /[{}=\\]|:\S|\w\(|--|^(?:npm|npx|import) /.test(text);
  return !isCode && /^["'(.,:;\s]*(?:\p{Lu}\p{Ll}+(?!\S)|\p{L}.*\p{L}{2,} \p{L}{2,}.* \p{L})/u.test(text);
}

/** The texts in a module: messages, descriptions of fields, emails, labels. */
const textsIn = (content: string, file: string): string[] =>
  nodesOf(content, file)
    .filter(({ type }) => type !== 'CallExpression')
    .flatMap(textOf)
    .filter(isProse);

/** What people read of a file of this name with this content: of a test, its titles; of another module, its texts. */
export function readIn(file: string, content: string): { comments: string[]; titles: string[]; texts: string[] } {
  const isTest = file.startsWith('test/');
  const isModule = /\.tsx?$/.test(file);
  return {
    comments: commentsIn(content),
    titles: isModule && isTest ? titlesIn(content, file) : [],
    texts: isModule && !isTest ? textsIn(content, file) : [],
  };
}

/** What people read of every module and style sheet. */
export const filesRead = listed('*.ts', '*.tsx', '*.css').map((file) => ({ file, ...readIn(file, contentOf(file)) }));
