/** `npm run measure -- pictures`: takes the pictures of the staff console again, which the README and the guides show. */
import { join, resolve } from 'node:path';
import { commandOptions } from '../../../bin/command-line/options.ts';
import { demo } from '../../../bin/local/demo.ts';
import { showAs, startBrowser } from '../../support/browser/browser.ts';
import { parts } from '../../support/browser/console-page.ts';
import { startLocalServer } from '../../support/http/local-server.ts';

commandOptions({
  command: 'npm run measure -- pictures',
  summary: 'Takes the pictures of the staff console, of the demo store, into bin/reference/pictures.',
  options: {},
});

/** The pictures by their names: the page, and the element that shows it has loaded. */
const pictures = {
  'console-reviews': { path: 'reviews/', ready: parts.review },
  'console-gift-card': { path: 'gift-cards/gcd_00birthday/', ready: parts.row },
};

const folder = resolve(import.meta.dirname, '../../../bin/reference/pictures');

const [server, browser] = await Promise.all([startLocalServer(), startBrowser()]);
if (!browser) throw new Error('No browser runs here: set CHROME_PATH to a Chrome');
const page = await browser.newPage();
await showAs(page, { width: 1200, dark: false });
await page.setViewport({ width: 1200, height: 720 });
await page.goto(`${server.url}/console/`);
await page.evaluate((key) => sessionStorage.setItem('console.key', key), demo.writeKey);
for (const [name, { path, ready }] of Object.entries(pictures)) {
  await page.goto(`${server.url}/console/${path}`);
  await page.waitForSelector(ready);
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(`${name}.png`);
}
await browser.close();
await server.stop();
