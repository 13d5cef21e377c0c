import { element } from './elements.ts';

/** A button above each block of code, where it covers nothing. */
export function copyButtons(): void {
  for (const code of document.querySelectorAll('.code')) {
    const button = element('button', { type: 'button', className: 'copy' }, 'Copy');
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(code.querySelector('code')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1500);
    });
    code.prepend(button);
  }
}
