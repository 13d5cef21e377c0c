/** The staff console. A page is a folder under `pages/`, named in `pages/pages.ts`. */
import { render } from 'preact';
import { Console } from './shell/console.tsx';
import { goOn, repeatAll } from './state/open-calls.ts';
import { watchOverview } from './state/overview.ts';
import { session, signInAgain, watchTabs } from './state/session.ts';
import { recallUploads } from './state/uploads.ts';

const root = document.getElementById('console');

// A tab that was reloaded is signed in before anything is shown.
await signInAgain();
watchTabs();
watchOverview();
if (root) render(<Console />, root);
if (session.value) {
  void recallUploads();
  void goOn();
}
addEventListener('online', () => void repeatAll());
