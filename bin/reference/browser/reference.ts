/** What scripts add to the pages. */
import { copyButtons } from './copy.ts';
import { ownOrigin } from './origin.ts';
import { search } from './search.ts';
import { tabs } from './tabs.ts';
import { themeSwitch } from './theme.ts';
import { trials } from './trials.ts';

function menu(): void {
  const button = document.querySelector<HTMLButtonElement>('button.menu');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    const isOpen = document.documentElement.classList.toggle('menu-open');
    button.setAttribute('aria-expanded', String(isOpen));
  });
  document.querySelector('#pages')?.addEventListener('click', () => {
    document.documentElement.classList.remove('menu-open');
    button.setAttribute('aria-expanded', 'false');
  });
}

/** The list of pages is longer than a screen: it begins where the reader is. */
function showCurrent(): void {
  const nav = document.querySelector<HTMLElement>('#pages');
  const current = nav?.querySelector<HTMLElement>('[aria-current]');
  if (nav && current) nav.scrollTop = Math.max(0, current.offsetTop - nav.offsetTop - nav.clientHeight / 3);
}

themeSwitch();
menu();
showCurrent();
ownOrigin();
tabs();
copyButtons();
search();
trials();
