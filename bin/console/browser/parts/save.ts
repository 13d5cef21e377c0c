/** Lets the browser save a text as a file. */
export function save(name: string, text: string): void {
  // Spreadsheets take a file without the mark for one in an old encoding.
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
