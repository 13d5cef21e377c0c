import { element } from './elements.ts';

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
