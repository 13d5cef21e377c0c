/** What a page must know before anything of it is shown: its theme, and that scripts run. */
import { createHash } from 'node:crypto';

/** Part of each page: no page flashes in the other theme, and no list of pages is seen before it folds into the menu. */
export const firstScript =
  "const d=document.documentElement;d.classList.add('scripted');try{const t=localStorage.getItem('theme');if(t)d.dataset.theme=t}catch{}";

/** As a Content-Security-Policy allows the script, and no other that is in a page. */
export const firstScriptSource = `'sha256-${createHash('sha256').update(firstScript).digest('base64')}'`;
