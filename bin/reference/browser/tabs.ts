import { element } from './elements.ts';

const remembered = 'reference-language';

/** Shows one of several samples at a time, on all of the pages the one that was chosen last. */
export function tabs(): void {
  for (const group of document.querySelectorAll('.tabs')) {
    const panels = [...group.querySelectorAll<HTMLElement>('.panel')];
    if (panels.length < 2) continue;
    const buttons = panels.map(({ dataset: { title = '' } }) =>
      element('button', { type: 'button', role: 'tab', onclick: () => choose(title) }, title),
    );
    const list = element('div', { className: 'tablist', role: 'tablist' }, ...buttons);
    list.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      const at = buttons.findIndex((button) => button.matches(':focus'));
      const next = buttons.at((at + step) % buttons.length);
      if (step === 0 || !next) return;
      next.click();
      next.focus();
    });
    group.prepend(list);
    group.classList.add('chosen');
  }
  choose(sessionStorage.getItem(remembered) ?? '');
}

function choose(title: string): void {
  sessionStorage.setItem(remembered, title);
  for (const group of document.querySelectorAll('.tabs.chosen')) {
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
