/** What scripts add to the pages. */
import { copyButtons } from './copy.ts';
import { search } from './search.ts';
import { tabs } from './tabs.ts';
import { trials } from './trials.ts';

function menu(): void {
  const button = document.querySelector<HTMLButtonElement>('button.menu');
  if (!button) return;
  button.hidden = false;
  document.documentElement.classList.add('scripted');
  button.addEventListener('click', () => {
    const isOpen = document.documentElement.classList.toggle('menu-open');
    button.setAttribute('aria-expanded', String(isOpen));
  });
  document.querySelector('nav')?.addEventListener('click', () => {
    document.documentElement.classList.remove('menu-open');
    button.setAttribute('aria-expanded', 'false');
  });
}

menu();
tabs();
copyButtons();
search();
trials();
