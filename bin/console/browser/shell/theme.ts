/** The theme, which the pages of the reference share. */
import { signal } from '@preact/signals';

const { dataset } = document.documentElement;
const system = matchMedia('(prefers-color-scheme: dark)');

const read = (): boolean => (dataset.theme ? dataset.theme === 'dark' : system.matches);

const chosen = localStorage.getItem('theme');
if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen;

export const isDark = signal(read());

system.addEventListener('change', () => {
  isDark.value = read();
});

export function switchTheme(): void {
  dataset.theme = isDark.value ? 'light' : 'dark';
  localStorage.setItem('theme', dataset.theme);
  isDark.value = read();
}
