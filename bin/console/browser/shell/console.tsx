import { useEffect, useRef, useState } from 'preact/hooks';
import { pageOf, pages } from '../pages/pages.ts';
import { Button, GuideLink, Link } from '../parts/button.tsx';
import { Badge, Empty } from '../parts/states.tsx';
import { Time } from '../parts/values.tsx';
import { overview } from '../state/overview.ts';
import { hrefOf, route } from '../state/route.ts';
import { type Area, hasArea, isAdding, isOver, session, storesOfPerson, switchStore } from '../state/session.ts';
import { Banners, Notices } from './banners.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Palette } from './palette.tsx';
import { SearchBox } from './search-box.tsx';
import { LeaveDialog, leave, SignIn } from './sign-in.tsx';
import { isDark, switchTheme } from './theme.ts';

/** The console: a sign-in, or the page of the URL next to the list of pages. */
export function Console() {
  const { path } = route.value;
  const [open = '', ...rest] = path.split('/');
  const page = pageOf(open);
  const title = page?.title ?? 'Not found';
  useEffect(() => {
    document.title = `${session.value ? title : 'Sign in'} · ${session.value?.key.store.name ?? 'Console'}`;
  }, [title, session.value]);
  if (isOver.value) return <main class="sign-in" aria-busy="true" />;
  if (!session.value || isAdding.value) return <SignIn />;
  return (
    <div class="frame">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Side open={open} />
      <main id="content" tabIndex={-1}>
        <Banners />
        {!page ? (
          <Empty title="Page not found">Choose a page from the list.</Empty>
        ) : isOpenTo(page) ? (
          <page.Page key={path} id={rest.join('/')} />
        ) : (
          <Empty title="Your key has no access to this page">
            Choose a page from the list, or ask your administrator for another key.
          </Empty>
        )}
      </main>
      <Notices />
      <CodeDialog />
      <Palette pages={ownPages()} />
      <KeysDialog />
      <LeaveDialog />
    </div>
  );
}

const isOpenTo = ({ area }: { area?: Area }): boolean => area === undefined || hasArea(area);

/** The pages of the key's areas, by name. */
const ownPages = () => Object.entries(pages).filter(([, page]) => !page.isUnlisted && isOpenTo(page));

function Side({ open }: { open: string }) {
  const [isOpen, setOpen] = useState(false);
  const last = useRef(route.value.path);
  if (last.current !== route.value.path) {
    last.current = route.value.path;
    if (isOpen) setOpen(false);
  }
  return (
    <header class="side">
      <div class="brand">
        <img src="/docs/favicon.svg" alt="" width="28" height="28" />
        <Stores />
        <button class="menu" type="button" aria-expanded={isOpen} aria-controls="menu" onClick={() => setOpen(!isOpen)}>
          Menu
        </button>
      </div>
      <SearchBox />
      <div id="menu" class={isOpen ? 'open' : ''}>
        <nav aria-label="Pages">
          {ownPages().map(([name, { title }]) => (
            <Link key={name} href={hrefOf(name)} aria-current={name === open ? 'page' : undefined}>
              {title}
              {name === 'reviews' && <Unanswered />}
            </Link>
          ))}
        </nav>
        <Person />
      </div>
    </header>
  );
}

/** How many published reviews have no reply. */
function Unanswered() {
  const { unanswered = 0 } = (overview.value.state === 'ready' && overview.value.data.reviews) || {};
  return unanswered > 0 ? (
    <span class="badge warn">
      {unanswered.toLocaleString()} <span class="unseen">unanswered</span>
    </span>
  ) : null;
}

/** Adds the key of another store. */
const another = ' ';

/** The store, and the others that the person has signed in to. */
function Stores() {
  const store = session.value?.key.store;
  const stores = storesOfPerson();
  if (!store) return null;
  if (stores.length === 0) return <span>{store.name}</span>;
  const choose = (chosen: string) => {
    if (chosen === another) isAdding.value = true;
    else switchStore(chosen);
  };
  return (
    <select
      class="stores"
      aria-label="Store"
      value={store.id}
      onChange={(event) => {
        choose(event.currentTarget.value);
        event.currentTarget.value = store.id;
      }}
    >
      {stores.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value={another}>Sign in to another store…</option>
    </select>
  );
}

/** The signed-in key, and its expiry. */
function Person() {
  const key = session.value?.key;
  if (!key) return null;
  return (
    <div class="person">
      <p>
        <b>{key.name}</b> <Badge tone="quiet">{key.permission === 'Read' ? 'Read only' : 'Read and write'}</Badge>
        {key.expires_at && (
          <small>
            Key ends <Time at={key.expires_at} />
          </small>
        )}
      </p>
      <p>
        <GuideLink page="console.html">Guide to the console</GuideLink>
      </p>
      <p>
        <GuideLink page="console-keys.html">Keys for staff</GuideLink>
      </p>
      <div class="person-ends">
        <Button kind="plain" onClick={leave}>
          Sign out
        </Button>
        <button
          class="theme"
          type="button"
          aria-label={`Switch to ${isDark.value ? 'light' : 'dark'} theme`}
          onClick={switchTheme}
        />
      </div>
    </div>
  );
}
