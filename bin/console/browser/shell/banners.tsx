import { useEffect, useState } from 'preact/hooks';
import { Button, Link } from '../parts/button.tsx';
import { Progress } from '../parts/states.tsx';
import { endNotice, type Notice, notices } from '../state/notices.ts';
import { dismiss, finish, goingOn, repeatAll, type Stranded, stranded } from '../state/open-calls.ts';
import { hrefOf } from '../state/route.ts';
import { isOnline, limitedUntil } from '../state/waiting.ts';
import { labelOf } from '../state/writes.ts';

/** What concerns the whole console: no network, the rate limit, calls of unknown outcome. */
export function Banners() {
  return (
    <div class="banners">
      <div role="status">
        {!isOnline.value && (
          <p class="banner warn">You are offline. This page may be out of date. Changes are sent when you reconnect.</p>
        )}
        {limitedUntil.value > 0 && <Limited until={limitedUntil.value} />}
        <GoingOn />
      </div>
      <StrandedCalls />
    </div>
  );
}

function Limited({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <p class="banner warn">
      Your API key has reached its rate limit. The console continues automatically in {seconds} s.
    </p>
  );
}

function GoingOn() {
  const { total = 0, answered = 0 } = goingOn.value ?? {};
  if (answered === total) return null;
  return (
    <div class="banner">
      <Progress
        label={`Finishing calls from before the reload: ${answered} of ${total}`}
        done={answered}
        total={total}
      />
    </div>
  );
}

/** How many open calls are listed one by one. */
const shownOneByOne = 3;

function StrandedCalls() {
  const all = stranded.value;
  const repeatable = all.filter(({ way }) => way === 'again');
  if (all.length === 0) return null;
  return (
    <section class="banner bad" aria-label="Calls without a response">
      {all.slice(0, shownOneByOne).map((each) => (
        <StrandedCall key={each.call.id} {...each} />
      ))}
      {all.length > shownOneByOne && (
        <p>
          … and {all.length - shownOneByOne} more.{' '}
          {repeatable.length > 1 && <Button onClick={repeatAll}>Try all again</Button>}
        </p>
      )}
    </section>
  );
}

function StrandedCall(each: Stranded) {
  if (each.way === 'again') {
    const { call } = each;
    return (
      <p>
        <b>{call.what}</b>: no response arrived. Try again; it will not be applied twice.{' '}
        <Button onClick={() => finish(call).catch(() => undefined)}>Try again</Button>
      </p>
    );
  }
  const { call } = each;
  return (
    <p>
      <b>{call.what ?? labelOf(call.name)}</b>: we could not confirm this change.{' '}
      <Link href={hrefOf(call.where ?? call.page)}>Check the page</Link>.{' '}
      <Button onClick={() => dismiss(call)}>Dismiss</Button>
    </p>
  );
}

/** Short notices at the foot of the page. */
export function Notices() {
  return (
    <div class="notices" role="status">
      {notices.value.map((notice) => (
        <NoticeLine key={notice.id} {...notice} />
      ))}
    </div>
  );
}

function NoticeLine({ id, text, undo }: Notice) {
  return (
    <p class="notice">
      <span>{text}</span>
      {undo && (
        <Button
          onClick={() => {
            endNotice(id);
            return undo();
          }}
        >
          Undo
        </Button>
      )}
    </p>
  );
}
