/** Fills the empty list of pages on the page for an unknown address: CloudFront limits its size, so it has no list of its own. */
export async function listPages(): Promise<void> {
  const nav = document.querySelector('#pages:empty');
  if (!nav) return;
  const start = new DOMParser().parseFromString(await (await fetch('/docs/index.html')).text(), 'text/html');
  nav.append(...(start.querySelector('#pages')?.childNodes ?? []));
  nav.querySelector('[aria-current]')?.removeAttribute('aria-current');
}
