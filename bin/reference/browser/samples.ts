/** Samples on a page: their tabs, their copy buttons, and the origin that they name. */
import { element } from './elements.ts';

const remembered = 'reference-language';

/** Shows one of several samples at a time: on all pages the language that was chosen last. */
export function tabs(): void {
  let made = 0;
  for (const group of document.querySelectorAll('.tabs')) {
    const panels = [...group.querySelectorAll<HTMLElement>('.panel')];
    const buttons = panels.map((panel) => tabOf(panel, `sample-${++made}`));
    const list = element(
      'div',
      { className: 'tablist', role: 'tablist', ariaLabel: 'Language of the sample' },
      ...buttons,
    );
    list.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      const at = buttons.findIndex((button) => button.matches(':focus'));
      const next = buttons.at((at + step) % buttons.length);
      if (step === 0 || !next) return;
      next.click();
      next.focus();
    });
    group.prepend(list);
  }
  choose(localStorage.getItem(remembered) ?? '');
}

function tabOf(panel: HTMLElement, id: string): HTMLButtonElement {
  const { title = '' } = panel.dataset;
  Object.assign(panel, { id, role: 'tabpanel' });
  panel.setAttribute('aria-labelledby', `${id}-tab`);
  const button = element(
    'button',
    { type: 'button', role: 'tab', id: `${id}-tab`, onclick: () => choose(title) },
    title,
  );
  button.setAttribute('aria-controls', id);
  return button;
}

function choose(title: string): void {
  if (title !== '') localStorage.setItem(remembered, title);
  for (const group of document.querySelectorAll('.tabs')) {
    const panels = [...group.querySelectorAll<HTMLElement>('.panel')];
    const shown = panels.find(({ dataset }) => dataset.title === title) ?? panels[0];
    for (const panel of panels) panel.hidden = panel !== shown;
    for (const button of group.querySelectorAll<HTMLButtonElement>('[role=tab]')) {
      const isShown = button.textContent === shown?.dataset.title;
      button.setAttribute('aria-selected', String(isShown));
      button.tabIndex = isShown ? 0 : -1;
    }
  }
}

/** A button in the corner of each block of code; a group of tabs has one for what it shows. */
export function copyButtons(): void {
  for (const group of document.querySelectorAll('.tabs')) {
    group.prepend(copyButton(() => group.querySelector('.panel:not([hidden]) code')));
  }
  for (const code of document.querySelectorAll('.code')) {
    if (!code.closest('.tabs')) code.prepend(copyButton(() => code.querySelector('code')));
  }
}

function copyButton(code: () => Element | null): HTMLButtonElement {
  const button = element('button', { type: 'button', className: 'copy' }, 'Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code()?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  return button;
}

/** Where samples send their requests until a page of a deployment puts its own origin there. */
const written = 'http://localhost:3000';

/** Samples beside the text name the origin of a deployment. The local server has written its own, into the guides as well. */
export function ownOrigin(): void {
  for (const code of document.querySelectorAll('.samples .code code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      currentNode.textContent = currentNode.textContent?.replaceAll(written, location.origin) ?? null;
    }
  }
}
