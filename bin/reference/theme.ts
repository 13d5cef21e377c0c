/** Which theme a page is shown in: the reader's choice, or the machine's. */
import { createHash } from 'node:crypto';

/** Stands in each page before anything is shown, so that no page flashes in the other theme. */
export const themeScript =
  "try{const t=localStorage.getItem('theme');if(t)document.documentElement.dataset.theme=t}catch{}";

/** As a Content-Security-Policy allows the script, and no other that stands in a page. */
export const themeSource = `'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`;
