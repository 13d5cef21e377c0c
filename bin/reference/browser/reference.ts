/** What scripts add to the pages. */
import { markSection } from './contents.ts';
import { listPages } from './not-found.ts';
import { copyButtons, ownOrigin, tabs } from './samples.ts';
import { search } from './search.ts';
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
markSection();
void listPages();
ownOrigin();
tabs();
copyButtons();
search();
trials();

/** Switches between the light and the dark theme; the choice holds for all pages. */
function themeSwitch(): void {
  const button = document.querySelector<HTMLButtonElement>('button.theme');
  if (!button) return;
  button.hidden = false;
  const { dataset } = document.documentElement;
  const isDark = () => (dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);
  const name = () => {
    button.ariaLabel = `Switch to ${isDark() ? 'light' : 'dark'} theme`;
  };
  button.addEventListener('click', () => {
    dataset.theme = isDark() ? 'light' : 'dark';
    localStorage.setItem('theme', dataset.theme);
    name();
  });
  name();
}
