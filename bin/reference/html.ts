/** Pages as HTML that reads without JavaScript; scripts add search, tabs, copying and trying. */
import { exampleOf } from '../../lib/resources/nouns.ts';
import { escaped } from '../../lib/runtime/html.ts';
import { type Operation, replays } from '../../lib/schema/operation.ts';
import { barOf, headOf } from './head.ts';
import { highlight, plain, rendered } from './markdown.ts';
import { linkTo, type Page, type Part, permissionOf, type Sample } from './page.ts';

interface Site {
  /** In the order in which they are read. */
  pages: readonly Page[];
  policy: string;
}

export const htmlOf = (page: Page, { pages, policy }: Site): string => `<!doctype html>
<html lang="en">
<head>
${headOf({
  title: page.title,
  description: descriptionOf(page),
  more: [
    `<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">`,
    `<link rel="alternate" type="text/markdown" href="/docs/${page.path}.md">`,
  ],
})}
</head>
<body>
${barOf({ menu: true })}
<div class="frame">
<nav id="pages" aria-label="Pages">
${navigation(page, pages)}
</nav>
<main id="content" class="${page.path.replace(/\/.*/, '')}">
<article${page.samples ? ' class="sampled"' : ''}>
<div class="head">
${above(page, pages)}<h1>${escaped(page.title)}</h1>
${headingOf(page)}<div class="lead">
${rendered(page.summary)}</div>
</div>
${page.samples ? besides(page, page.samples) : ''}<div class="parts">
${page.parts.map(sectionOf).join('\n')}
</div>
</article>
${turns(page, pages)}
<footer><a href="/docs/${page.path}.md">This page as Markdown</a></footer>
</main>
${page.samples ? '' : contents(page)}</div>
</body>
</html>
`;

/** As much of the page's beginning as search engines show. */
function descriptionOf(page: Page): string {
  const text = plain(page.summary);
  return text.length <= 160 ? text : `${text.slice(0, 159).replace(/\s+\S*$/, '')}…`;
}

/** Overviews only, and the pages below the one where the reader is. */
function navigation(page: Page, pages: readonly Page[]): string {
  const family = page.parent ?? page.path;
  const below = (path: string) => pages.filter(({ parent }) => parent === path && parent === family);
  const top = pages.filter(({ parent }) => parent === undefined);
  return [...Map.groupBy(top, ({ group }) => group)]
    .map(
      ([group, own]) =>
        `<h2>${escaped(group)}</h2>\n<ul>\n${own.map((each) => entry(each, page, below(each.path))).join('\n')}\n</ul>`,
    )
    .join('\n');
}

function entry(each: Page, shown: Page, below: readonly Page[]): string {
  const children = [...Map.groupBy(below, ({ use }) => use)].flatMap(([use, own]) => [
    ...(use ? [`<li class="use">${use}</li>`] : []),
    ...own.map((child) => `<li>${entryLink(child, shown)}</li>`),
  ]);
  return `<li>${entryLink(each, shown)}${children.length > 0 ? `<ul>${children.join('')}</ul>` : ''}</li>`;
}

const entryLink = (page: Page, shown: Page): string =>
  `<a href="${linkTo(page)}"${page === shown ? ' aria-current="page"' : ''}>${escaped(page.title)}${
    page.operation ? verb(page.operation) : ''
  }</a>`;

const verb = ({ method }: Operation): string =>
  `<span class="verb ${method.toLowerCase()}">${method === 'DELETE' ? 'DEL' : method}</span>`;

/** The group and the overview that a page is under. */
function above(page: Page, pages: readonly Page[]): string {
  if (page.path === 'index') return '';
  const parent = pages.find(({ path }) => path === page.parent);
  const link = parent
    ? ` <span aria-hidden="true">/</span> <a href="${linkTo(parent)}">${escaped(parent.title)}</a>`
    : '';
  return `<p class="kicker">${escaped(page.group)}${link}</p>\n`;
}

/** What programs call the operation or the function of a page. */
const headingOf = ({ operation, functionName }: Page): string =>
  `${operation ? endpoint(operation) : ''}${
    functionName
      ? `<div class="permission"><p>Lambda function: <code>StoreCommerceApi-<wbr>${functionName}</code></p></div>\n`
      : ''
  }`;

const endpoint = (operation: Operation): string =>
  `<p class="endpoint"><span class="verb ${operation.method.toLowerCase()}">${operation.method}</span> <code>${escaped(operation.path).replaceAll('/', '/<wbr>')}</code></p>
<div class="permission">${rendered(permissionOf(operation))}</div>\n`;

const sectionOf = ({
  id,
  title,
  text,
  samples,
}: Part): string => `<section id="${id}"${samples.length > 0 ? ' class="sampled"' : ''}>
<div class="text">
<h2>${escaped(title)} <a class="anchor" href="#${id}" aria-label="Link to ${escaped(title)}">#</a></h2>
${rendered(text)}</div>
${samples.length > 0 ? samplesOf(samples) : ''}</section>`;

/** The list of the page's headings, then its samples. */
const besides = (page: Page, samples: readonly Sample[]): string =>
  `<div class="aside">\n${contents(page)}${samplesOf(samples, page.operation)}</div>\n`;

/** Requests as tabs where scripts run, then a form to try them, then the reply. */
const samplesOf = (samples: readonly Sample[], operation?: Operation): string =>
  `<div class="samples">
${tabs(samples.filter((sample) => !isReply(sample)))}${operation ? trial(operation) : ''}${samples.filter(isReply).map(panel).join('')}</div>\n`;

/** The headings of a page, as a list that wide screens show. The cards of the start page need none. */
const contents = ({ path, parts }: Page): string =>
  path === 'index' || parts.length < 2
    ? ''
    : `<nav class="contents" aria-label="On this page">
<p>On this page</p>
<ul>
${parts.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`).join('\n')}
</ul>
</nav>\n`;

const isReply = ({ language }: Sample): boolean => language === 'json';

const tabs = (samples: readonly Sample[]): string =>
  samples.length > 1 ? `<div class="tabs">${samples.map(panel).join('')}</div>\n` : samples.map(panel).join('');

const panel = ({ title, language, code }: Sample): string =>
  code === ''
    ? `<p class="empty">${escaped(title)}: no body</p>`
    : `<div class="panel" data-title="${escaped(title)}"><p class="caption">${escaped(title)}</p><div class="code"><pre tabindex="0"><code>${highlight(code, language)}</code></pre></div></div>\n`;

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
    keyed: replays(operation),
    isStorefront: operation.permission === 'Storefront',
  };
  return `<div class="trial" data-trial="${escaped(JSON.stringify(data))}"></div>`;
}

/** The pages before and after this one. */
function turns(page: Page, pages: readonly Page[]): string {
  const at = pages.indexOf(page);
  const link = (to: Page | undefined, rel: 'prev' | 'next', label: string) =>
    to ? `<a rel="${rel}" href="${linkTo(to)}"><small>${label}</small>${escaped(to.title)}</a>` : '';
  return `<nav class="turns" aria-label="Previous and next page">${link(pages[at - 1], 'prev', 'Previous')}${link(pages[at + 1], 'next', 'Next')}</nav>`;
}
