/** Search over all pages, by keyboard: `/` or Ctrl-K opens it, arrows choose, Enter goes there. */
import { element } from './elements.ts';
import { type Found, type Search, searchIn } from './search-index.ts';

export function search(): void {
  const button = document.querySelector<HTMLButtonElement>('button.search');
  if (!button) return;
  button.hidden = false;
  let index: Promise<Search> | undefined;
  const input = element('input', {
    type: 'search',
    placeholder: 'Search guides and reference',
    ariaLabel: 'Search guides and reference',
  });
  const list = element('ul', { className: 'results' });
  const status = element('p', { className: 'found' });
  status.setAttribute('role', 'status');
  const dialog = element('dialog', { className: 'search', ariaLabel: 'Search' }, input, status, list);
  document.body.append(dialog);

  const open = () => {
    index ??= load();
    dialog.showModal();
    input.select();
  };
  const show = async () => {
    const question = input.value.trim();
    const found = index && question !== '' ? (await index)(question) : [];
    // An answer to what is no longer asked comes too late.
    if (question !== input.value.trim()) return;
    status.textContent = question === '' ? '' : found.length === 0 ? 'No results' : `${found.length} results`;
    list.replaceChildren(...found.map((each) => result(each, () => dialog.close())));
  };
  const links = () => [...list.querySelectorAll('a')];

  button.addEventListener('click', open);
  input.addEventListener('input', () => void show());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && document.activeElement === input) links()[0]?.click();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all: HTMLElement[] = [input, ...links()];
    all.at((all.findIndex((each) => each.matches(':focus')) + step) % all.length)?.focus();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = document.activeElement?.matches('input, textarea, select') ?? false;
    const asks = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!asks || dialog.open) return;
    event.preventDefault();
    open();
  });
}

const load = async (): Promise<Search> => searchIn(await (await fetch('/docs/search.json')).json());

const result = ({ id, title, page, excerpt }: Found, onclick: () => void): HTMLElement =>
  element(
    'li',
    {},
    element(
      'a',
      { href: id, onclick },
      element('span', { className: 'title' }, title),
      ' ',
      element('small', {}, page),
      element(
        'span',
        { className: 'excerpt' },
        ...excerpt.map(({ text, isMatch }) => (isMatch ? element('mark', {}, text) : text)),
      ),
    ),
  );
