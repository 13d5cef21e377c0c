/** Pages as HTML that reads without JavaScript; scripts add search, tabs, copying and trying. */
import { renderMermaidSVG } from 'beautiful-mermaid';
import MarkdownIt from 'markdown-it';
import prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import { exampleOf } from '../../lib/resources/examples.ts';
import { escaped } from '../../lib/runtime/html.ts';
import { type Operation, takesIdempotencyKey } from '../../lib/schema/operation.ts';
import { linkTo, type Page, type Part, type Sample } from './page.ts';

loadLanguages(['bash', 'json', 'typescript']);

const grammars: Readonly<Record<string, string>> = { sh: 'bash', ts: 'typescript', json: 'json' };

/** A mark after the language says whether a guide's block is run, and is nobody else's to read. */
const languageOf = (info: string): string => info.split(' ')[0] ?? '';

const highlight = (code: string, info: string): string => {
  const language = grammars[languageOf(info)];
  const grammar = language === undefined ? undefined : prism.languages[language];
  return language && grammar ? prism.highlight(code, grammar, language) : escaped(code);
};

/** The texts are the project's own: line breaks in the cells of tables are HTML. */
const markdown = new MarkdownIt({ html: true, highlight });

const fence = markdown.renderer.rules.fence;
markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
  const { info = '', content = '' } = tokens[index] ?? {};
  if (info === 'mermaid') return diagram(content);
  return `<div class="code">${fence?.(tokens, index, options, env, self) ?? ''}</div>`;
};
// Wide tables scroll by themselves, not the page.
markdown.renderer.rules.table_open = () => '<div class="table"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';

/** The colours of the page, which follow its theme, and room for the labels. */
const diagramLooks = {
  bg: 'var(--page)',
  fg: 'var(--text)',
  line: 'var(--quiet)',
  muted: 'var(--text)',
  border: 'var(--quiet)',
  surface: 'var(--surface)',
  font: 'system-ui',
  transparent: true,
  padding: 8,
  nodeSpacing: 90,
  layerSpacing: 70,
} as const;

/** The package would fetch its font from another host. */
function diagram(text: string): string {
  const svg = renderMermaidSVG(text, diagramLooks).replaceAll(/@import[^;]*;/g, '');
  const lines = text.split('\n').map((line) => line.trim());
  const steps = lines.filter((line) => line.includes(': ')).join('; ');
  return `<figure class="diagram" role="img" aria-label="${escaped(steps)}">${svg}</figure>\n`;
}

interface Site {
  pages: readonly Page[];
  policy: string;
}

export const htmlOf = (page: Page, { pages, policy }: Site): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<title>${escaped(page.title)} · Store Commerce API</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="text/markdown" href="/docs/${page.path}.md">
<link rel="stylesheet" href="/docs/reference.css">
<script type="module" src="/docs/reference.js"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header class="bar">
<a class="brand" href="/docs/">Store Commerce API</a>
<button class="search" type="button" hidden>Search <kbd>/</kbd></button>
<button class="menu" type="button" aria-expanded="false" aria-controls="pages" hidden>Menu</button>
</header>
<div class="frame">
<nav id="pages" aria-label="Pages">
${navigation(page, pages)}
</nav>
<main id="content">
<h1>${escaped(page.title)}</h1>
<div class="lead">
${markdown.render(page.summary)}</div>
${page.parts.map(sectionOf).join('\n')}
<footer><a href="/docs/${page.path}.md">This page as Markdown</a></footer>
</main>
</div>
</body>
</html>
`;

const navigation = (page: Page, pages: readonly Page[]): string =>
  [...Map.groupBy(pages, ({ group }) => group)]
    .map(
      ([group, own]) =>
        `<h2>${escaped(group)}</h2>\n<ul>\n${own.map((each) => entry(each, each === page)).join('\n')}\n</ul>`,
    )
    .join('\n');

function entry(page: Page, isShown: boolean): string {
  const link = `<a href="${linkTo(page)}"${isShown ? ' aria-current="page"' : ''}>${escaped(page.title)}</a>`;
  const parts =
    isShown && page.parts.length > 1
      ? page.parts.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`)
      : [];
  return `<li>${link}${parts.length > 0 ? `<ul>${parts.join('')}</ul>` : ''}</li>`;
}

const sectionOf = ({
  id,
  title,
  text,
  samples,
  operation,
}: Part): string => `<section id="${id}"${samples.length > 0 ? ' class="sampled"' : ''}>
<div class="text">
<h2>${escaped(title)} <a class="anchor" href="#${id}" aria-label="Link to ${escaped(title)}">#</a></h2>
${markdown.render(text)}</div>
${samples.length > 0 ? `<div class="samples">\n${requests(samples)}${operation ? trial(operation) : ''}${replies(samples)}</div>\n` : ''}</section>`;

const isReply = ({ language }: Sample): boolean => language === 'json';

/** One beside the other, as tabs where scripts run. */
function requests(samples: readonly Sample[]): string {
  const panels = samples.filter((sample) => !isReply(sample)).map(panel);
  return panels.length > 0 ? `<div class="tabs">${panels.join('')}</div>\n` : '';
}

const replies = (samples: readonly Sample[]): string => samples.filter(isReply).map(panel).join('');

const panel = ({ title, language, code }: Sample): string =>
  code === ''
    ? `<p class="empty">${escaped(title)}: no body</p>`
    : `<div class="panel" data-title="${escaped(title)}"><h3>${escaped(title)}</h3><div class="code"><pre tabindex="0"><code>${highlight(code, language)}</code></pre></div></div>\n`;

/** What the script needs to send the example; the form is made by it, since nothing can be sent without. */
function trial(operation: Operation): string {
  const { path, query, body, file } = exampleOf(operation);
  const names = Object.keys(operation.query && 'shape' in operation.query ? Object(operation.query.shape) : {});
  const data = {
    name: operation.name,
    method: operation.method,
    path: operation.path,
    parameters: path,
    query: Object.fromEntries(names.map((name) => [name, query[name] ?? ''])),
    body: body && JSON.stringify(body, null, 2),
    file: file && operation.upload?.field,
    keyed: takesIdempotencyKey(operation),
  };
  return `<div class="trial" data-trial="${escaped(JSON.stringify(data))}"></div>`;
}

/** What search looks through: texts without their marks. */
export const plain = (text: string): string =>
  text
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<br>|[`*|#]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
