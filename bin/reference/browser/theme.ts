/** Switches between the light and the dark theme; the choice holds for all pages. */
export function themeSwitch(): void {
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
