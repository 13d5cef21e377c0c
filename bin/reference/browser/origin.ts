/** Where samples send their requests until a page knows better. */
const written = 'http://localhost:3000';

/** Samples name the page's own origin: another port, or the deployed API. What only the local server serves keeps its address. */
export function ownOrigin(): void {
  if (location.origin === written) return;
  const isLocal = document.querySelector('meta[name=demo-key]') !== null;
  for (const code of document.querySelectorAll(isLocal ? '.code code' : '.samples .code code')) {
    if (!isLocal && code.textContent.includes('/2015-03-31/')) continue;
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      currentNode.textContent = currentNode.textContent?.replaceAll(written, location.origin) ?? null;
    }
  }
}
