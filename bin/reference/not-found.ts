/** What a path below `/docs/` leads to where nothing is. */
import { barOf, headOf } from './head.ts';

/** Short: on AWS it is in the function that answers, which holds 10 KB at most. */
export const notFoundPage = `<!doctype html>
<html lang="en">
<head>
${headOf({ title: 'Page not found', description: 'This page does not exist.', more: ['<meta name="robots" content="noindex">'] })}
</head>
<body class="landing">
${barOf()}
<main id="content">
<p class="kicker">404</p>
<h1>Page not found</h1>
<p>This page does not exist or has moved. Search for it, or start from one of these pages:</p>
<ul>
<li><a href="/docs/">Start page</a></li>
<li><a href="/docs/guides/first-request.html">Your first request</a></li>
<li><a href="/docs/errors.html">Error codes</a></li>
</ul>
</main>
</body>
</html>
`;
