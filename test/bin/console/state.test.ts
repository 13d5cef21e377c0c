/** The state of the staff console, in a tab without a browser: the outcome of calls, uploads and a session when the service fails. */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Fate, newTab, ownKey, refused, type Sent } from '../../support/browser/tab.ts';

const body = { note: 'x' };
const about = { what: 'Do it', where: 'gift-cards/gcd_1' };

/** What the console changes: its arguments, and the request that it makes of them. */
const writes: readonly (readonly [name: string, args: unknown[], request: string])[] = [
  ['hideReview', ['rev_1', body], 'POST /reviews/rev_1/hide/'],
  ['showReview', ['rev_1'], 'POST /reviews/rev_1/unhide/'],
  ['setReviewReply', ['rev_1', body], 'PUT /reviews/rev_1/reply/'],
  ['removeReviewReply', ['rev_1'], 'DELETE /reviews/rev_1/reply/'],
  ['setCustomerStanding', ['cus_1', body], 'PUT /customers/cus_1/standing/'],
  ['issueGiftCard', [body], 'POST /gift-cards/'],
  ['adjustGiftCard', ['gcd_1', body], 'POST /gift-cards/gcd_1/adjustments/'],
  ['updateGiftCard', ['gcd_1', body], 'PUT /gift-cards/gcd_1/'],
  ['disableGiftCard', ['gcd_1'], 'POST /gift-cards/gcd_1/disable/'],
  ['enableGiftCard', ['gcd_1'], 'POST /gift-cards/gcd_1/enable/'],
  ['replaceGiftCardCode', ['gcd_1', body], 'POST /gift-cards/gcd_1/code/'],
  ['createStoreCredit', ['cus_1', body], 'POST /customers/cus_1/store-credits/'],
  ['adjustStoreCredit', ['cus_1', 'scr_1', body], 'POST /customers/cus_1/store-credits/scr_1/adjustments/'],
  ['updateStoreCredit', ['cus_1', 'scr_1', body], 'PUT /customers/cus_1/store-credits/scr_1/'],
  ['disableStoreCredit', ['cus_1', 'scr_1'], 'POST /customers/cus_1/store-credits/scr_1/disable/'],
  ['enableStoreCredit', ['cus_1', 'scr_1'], 'POST /customers/cus_1/store-credits/scr_1/enable/'],
  ['createAddress', ['cus_1', body], 'POST /customers/cus_1/addresses/'],
  ['updateAddress', ['cus_1', 'cad_1', body], 'PUT /customers/cus_1/addresses/cad_1/'],
  ['deleteAddress', ['cus_1', 'cad_1'], 'DELETE /customers/cus_1/addresses/cad_1/'],
  ['createGiftOption', ['sit_1', body], 'POST /sites/sit_1/gift-options/'],
  ['updateGiftOption', ['sit_1', 'gft_1', body], 'PUT /sites/sit_1/gift-options/gft_1/'],
  ['deleteGiftOption', ['sit_1', 'gft_1'], 'DELETE /sites/sit_1/gift-options/gft_1/'],
  ['removeGiftOptionImage', ['sit_1', 'gft_1'], 'DELETE /sites/sit_1/gift-options/gft_1/image/'],
  ['restockVariant', ['pro_1', 'prv_1', body], 'POST /products/pro_1/variants/prv_1/restocks/'],
  ['deleteDigitalFile', ['pro_1', 'prv_1', 'pdf_1'], 'DELETE /products/pro_1/variants/prv_1/digital-files/pdf_1/'],
];

const failures: readonly (readonly [string, Fate])[] = [
  ['500', refused(500)],
  ['503', refused(503)],
  ['504 of a gateway', { status: 504, body: { message: 'Endpoint request timed out' } }],
  ['no answer', undefined],
];

/** The page looks every minute, also after its test. */
beforeEach(() => {
  const intervals = vi.spyOn(globalThis, 'setInterval');
  onTestFinished(() => {
    for (const { value } of intervals.mock.results) clearInterval(value);
    intervals.mockRestore();
  });
});

const requestsOf = (sent: readonly Sent[]) => [
  ...new Set(sent.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`)),
];
const keysOf = (sent: readonly Sent[]) => new Set(sent.map(({ key }) => key));
const callsIn = (storage: Storage) => Object.keys(storage).filter((name) => name.startsWith('console.call.'));

test('every change has a row', async () => {
  const { writes: known } = await newTab().load();
  expect(writes.map(([name]) => name).toSorted()).toEqual(Object.keys(known.writes).toSorted());
});

describe.each(writes)('%s', (name, args, request) => {
  test('stays open while the service fails, and is the same call when it is made again', async () => {
    const tab = newTab();
    const { openCalls } = await tab.signIn();
    for (const [answer, failure] of failures) {
      tab.fate = () => failure;
      await expect(openCalls.write(name, args, about), answer).rejects.toThrow();

      expect(openCalls.stranded.value, answer).toMatchObject([{ way: 'again', call: { name, args, ...about } }]);
      expect([answer, openCalls.openCalls(), callsIn(tab.storage).length]).toEqual([answer, 1, 1]);
    }
    tab.fate = () => ({ status: 200, body: { id: 'x' } });
    expect(await openCalls.write(name, args, about)).toMatchObject({ id: 'x' });
    expect([openCalls.openCalls(), callsIn(tab.storage)]).toEqual([0, []]);
    expect(requestsOf(tab.sent)).toEqual([request]);
    expect(keysOf(tab.sent).size).toBe(1);
    if (!request.startsWith('DELETE')) expect(tab.sent[0]?.key).toMatch(/^[\da-f-]{36}$/);
    if (args.at(-1) === body) expect(tab.sent.at(-1)?.body).toEqual(body);
  });

  test('is over when the service refuses it', async () => {
    const tab = newTab();
    const { openCalls } = await tab.signIn();
    tab.fate = () => refused(409, 'DUPLICATE');
    await expect(openCalls.write(name, args, about)).rejects.toMatchObject({ code: 'DUPLICATE' });

    expect([openCalls.openCalls(), openCalls.stranded.value, callsIn(tab.storage)]).toEqual([0, [], []]);
  });
});

describe('a call', () => {
  const issue = ['issueGiftCard', [body], about] as const;

  test('continues after a reload, with its key and what the page knew of it', async () => {
    const tab = newTab();
    const { openCalls } = await tab.signIn();
    tab.fate = () => undefined;
    await Promise.all(
      [1, 2].map((value) => openCalls.write('issueGiftCard', [{ value }], about).catch(() => undefined)),
    );
    const keys = keysOf(tab.sent);

    const again = await tab.signIn();
    tab.fate = () => ({ status: 200, body: { id: 'gcd_1', code: 'CODE', last4: 'CODE', recipient_email: null } });
    await again.openCalls.goOn();
    expect(again.openCalls.goingOn.value).toEqual({ total: 2, answered: 2 });
    expect(keysOf(tab.sent)).toEqual(keys);
    expect(again.openCalls.stranded.value).toEqual([]);
    expect(again.codes.codes.value).toHaveLength(2);
    again.codes.taken();
    expect(again.codes.codes.value).toHaveLength(1);
  });

  test('that is pressed while it is in flight is sent once, and another one beside it', async () => {
    const tab = newTab();
    const { openCalls } = await tab.signIn();
    const answers = Promise.withResolvers<Fate>();
    tab.fate = () => answers.promise;
    const both = [
      openCalls.write(...issue),
      openCalls.write(...issue),
      openCalls.write('issueGiftCard', [{ note: 'y' }], about),
    ];
    await expect.poll(() => tab.sent.length).toBe(2);
    expect(openCalls.openCalls()).toBe(2);
    answers.resolve({ status: 200, body: { id: 'x' } });
    await Promise.all(both);

    expect([tab.sent.length, openCalls.openCalls()]).toEqual([2, 0]);
  });

  test('of another key of the store is unknown, without what it was about; one of another store is not shown', async () => {
    const tab = newTab();
    const { openCalls } = await tab.signIn();
    tab.fate = () => undefined;
    await openCalls.write(...issue).catch(() => undefined);

    const colleague = await tab.signIn({ apiKey: 'sk_2' });
    await colleague.openCalls.goOn();
    const [{ way, call }] = colleague.openCalls.stranded.value;
    expect([way, call.name, call.page, call.args, call.what]).toEqual([
      'unknown',
      'issueGiftCard',
      'gift-cards',
      undefined,
      undefined,
    ]);
    expect(JSON.stringify(tab.storage)).not.toContain('Do it');
    colleague.openCalls.dismiss(call);
    expect([colleague.openCalls.stranded.value, callsIn(tab.storage)]).toEqual([[], []]);

    const mine = await tab.signIn();
    await mine.openCalls.write(...issue).catch(() => undefined);
    tab.key = ownKey({ store: { id: 'sto_2' } });
    const elsewhere = await tab.signIn();
    await elsewhere.openCalls.goOn();
    expect([elsewhere.openCalls.stranded.value, callsIn(tab.storage).length]).toEqual([[], 1]);
  });

  test.each([
    [22, 'again'],
    [23.5, 'unknown'],
  ])('of %s hours ago is %s', async (hours, way) => {
    const tab = newTab();
    const { openCalls } = await tab.signIn();
    tab.fate = () => undefined;
    await openCalls.write(...issue).catch(() => undefined);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });

    const later = await tab.signIn();
    await later.openCalls.goOn();
    vi.useRealTimers();
    expect(later.openCalls.stranded.value).toMatchObject([{ way, call: about }]);
  });

  test('that is older than a day is dropped when the page loads, and so is one that cannot be read', async () => {
    const tab = newTab();
    tab.storage.setItem('console.key', 'sk_1');
    const begunAt = Date.now() - 24.5 * 3_600_000;
    tab.storage.setItem('console.call.old', JSON.stringify({ id: 'old', storeId: 'sto_1', begunAt, sealed: [[], []] }));
    tab.storage.setItem('console.call.broken', '{');
    tab.storage.setItem('console.upload.undated', JSON.stringify({ id: 'undated', sealed: [[], []] }));
    tab.storage.setItem('console.call.new', JSON.stringify({ id: 'new', begunAt: Date.now(), sealed: [[], []] }));
    tab.storage.setItem('other', 'stays');
    const { session } = await tab.load();
    await session.signInAgain();

    expect(Object.keys(tab.storage).toSorted()).toEqual([
      'console.call.new',
      'console.key',
      'console.key.used',
      'console.keys',
      'other',
    ]);
  });

  test('that was deleted by an attempt without an answer is deleted: NOT_FOUND of a repeat, and of no other', async () => {
    const tab = newTab();
    const { openCalls } = await tab.signIn();
    const remove = () => openCalls.write('deleteGiftOption', ['sit_1', 'gft_1'], about);
    tab.fate = () => refused(404, 'NOT_FOUND');
    await expect(remove()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    tab.fate = () => undefined;
    await expect(remove()).rejects.toThrow();
    tab.fate = () => refused(404, 'NOT_FOUND');
    expect(await remove()).toBeUndefined();

    tab.fate = () => undefined;
    await expect(remove()).rejects.toThrow();
    const reloaded = await tab.signIn();
    tab.fate = () => refused(404, 'NOT_FOUND');
    await reloaded.openCalls.goOn();
    expect([reloaded.openCalls.openCalls(), callsIn(tab.storage)]).toEqual([0, []]);

    tab.fate = () => undefined;
    await expect(openCalls.write('enableGiftCard', ['gcd_1'], about)).rejects.toThrow();
    tab.fate = () => refused(404, 'NOT_FOUND');
    await expect(openCalls.write('enableGiftCard', ['gcd_1'], about)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('that begins as the person signs out is neither kept nor sent', async () => {
    const tab = newTab();
    const { openCalls, session } = await tab.signIn();
    const startedAt = openCalls.write(...issue);
    session.signOut();

    await expect(startedAt).rejects.toThrow('The session has ended');
    expect([tab.sent, openCalls.openCalls()]).toEqual([[], 0]);
  });

  test('that fails after the person has signed out does not come back', async () => {
    const tab = newTab();
    const { openCalls, session } = await tab.signIn();
    const answer = Promise.withResolvers<Fate>();
    tab.fate = () => answer.promise;
    const sent = openCalls.write(...issue);
    await expect.poll(() => tab.sent.length).toBe(1);
    session.dropAll?.();
    session.signOut();
    answer.resolve(refused(500));
    await expect(sent).rejects.toThrow();

    expect([openCalls.stranded.value, Object.keys(tab.storage)]).toEqual([[], ['console.farewell']]);
  });

  test('of many, six are in flight at once; all that may be repeated are', async () => {
    const tab = newTab();
    const { openCalls } = await tab.signIn();
    tab.fate = () => undefined;
    await Promise.all(
      Array.from({ length: 20 }, (_, value) =>
        openCalls.write('issueGiftCard', [{ value }], about).catch(() => undefined),
      ),
    );
    const before = tab.sent.length;
    let [atOnce, most] = [0, 0];
    tab.fate = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      return { status: 200, body: {} };
    };
    await openCalls.repeatAll();

    expect([most, tab.sent.length - before, openCalls.openCalls()]).toEqual([6, 20, 0]);
  });
});

describe('a refusal of the rate limit', () => {
  test('is waited for as long as it says, and the page says so', { tags: 'long' }, async () => {
    const tab = newTab();
    const { openCalls, waiting } = await tab.signIn();
    const limited = refused(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '1' });
    let isFirst = true;
    tab.fate = () => {
      const fate = isFirst
        ? { ...limited, body: { error: 'Rate limit exceeded', code: 'RATE_LIMIT_EXCEEDED' } }
        : { status: 200 };
      isFirst = false;
      return fate as Fate;
    };
    const startedAt = Date.now();
    const call = openCalls.write('enableGiftCard', ['gcd_1'], about);
    await expect.poll(() => waiting.limitedUntil.value).toBeGreaterThan(startedAt + 500);
    await call;

    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(950);
    expect(keysOf(tab.sent).size).toBe(1);
    await expect.poll(() => waiting.limitedUntil.value, { timeout: 2000 }).toBe(0);
  });

  test('that says more is kept where another says less', async () => {
    const { waiting } = await newTab().load();
    const late = Date.now() + 60_000;
    waiting.waitsUntil(late);
    waiting.waitsUntil(late - 30_000);
    expect(waiting.limitedUntil.value).toBe(late);
  });
});

test('a page knows whether the browser is online', async () => {
  const tab = newTab();
  const { waiting } = await tab.load();
  expect(waiting.isOnline.value).toBe(true);
  tab.emit('offline');
  expect(waiting.isOnline.value).toBe(false);
  tab.emit('online');
  expect(waiting.isOnline.value).toBe(true);
});

describe('a session', () => {
  test('is kept by the tab unless the person wants it forgotten', async () => {
    const tab = newTab();
    await tab.signIn({ keep: true });
    expect(tab.storage.getItem('console.key')).toBe('sk_1');
    const { session } = await tab.load();
    await session.signInAgain();
    expect([session.session.value.key.name, session.mayWrite()]).toEqual(['Ada', true]);

    const { session: other } = await tab.signIn({ keep: false });
    expect(Object.keys(tab.storage)).toEqual([]);
    expect(other.signedIn().shop).toBeDefined();
  });

  test('of a key that reads changes nothing; a key for a server is refused and not kept', async () => {
    const tab = newTab();
    tab.key = ownKey({ permission: 'Read' });
    expect((await tab.signIn()).session.mayWrite()).toBe(false);
    tab.key = ownKey({ permission: 'Storefront' });
    const { session } = await tab.load();
    await expect(session.signIn('sk_server', { keep: true })).rejects.toThrow('This key is for a server');
    expect([tab.storage.getItem('console.key'), session.session.value, session.mayWrite()]).toEqual([
      'sk_1',
      undefined,
      false,
    ]);
    expect(() => session.signedIn()).toThrow('You are not signed in');
  });

  test('is taken over from another tab by a tab that asks, without another announcement of the key', async () => {
    const tab = newTab();
    const store = { id: 'sto_1', name: 'Teapots' };
    const usedAt = Date.now() - 3_600_000;
    const kept = { keys: [{ apiKey: 'sk_other', id: 'key_1', store }], current: 'sk_other', usedAt };
    tab.other = ({ kind, by }) => (kind === 'ask' ? { kind: 'answer', to: by, kept } : undefined);
    const { session } = await tab.load();
    await session.signInAgain();
    session.watchTabs();

    expect([session.session.value.key.name, tab.storage.getItem('console.key')]).toEqual(['Ada', 'sk_other']);
    expect(tab.said.map(({ kind }) => kind)).toEqual(['ask', 'used']);
    expect(JSON.stringify(tab.said)).not.toContain('sk_');
    tab.hear({ kind: 'ask', by: 'new' });
    expect(tab.said.at(-1)).toMatchObject({ kind: 'answer', to: 'new', kept: { current: 'sk_other' } });
  });

  test('is handed to no tab if it is not kept, or after eight hours, or once the person has left', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
    const tab = newTab();
    const answers = () => tab.said.filter(({ kind }) => kind === 'answer').length;
    const { session } = await tab.signIn({ keep: false });
    session.watchTabs();
    tab.hear({ kind: 'ask', by: 'new' });
    expect(answers()).toBe(0);

    const { session: kept } = await tab.signIn();
    kept.watchTabs();
    tab.hear({ kind: 'ask', by: 'new' });
    expect(answers()).toBe(1);
    vi.setSystemTime(Date.now() + 8.1 * 3_600_000);
    tab.hear({ kind: 'ask', by: 'new' });
    tab.hear({ kind: 'used', at: Date.now() });
    tab.hear({ kind: 'ask', by: 'new' });
    expect(answers()).toBe(2);
    kept.signOut();
    tab.hear({ kind: 'ask', by: 'new' });
    expect(answers()).toBe(2);
    vi.useRealTimers();
  });

  test('ends with that of another tab, which has its key; a tab that was left asks no other one', async () => {
    const tab = newTab();
    const { session } = await tab.signIn();
    session.watchTabs();
    tab.hear({ kind: 'left', keys: ['key_2'], why: 'Of another store' });
    expect(session.session.value).toBeDefined();
    tab.hear({ kind: 'left', keys: ['key_1'], why: 'Your API key has expired or was revoked.' });
    expect([session.session.value, tab.location.replace.mock.calls]).toEqual([undefined, [['/console/']]]);
    expect(Object.keys(tab.storage)).toEqual(['console.farewell']);

    const { session: next } = await tab.load();
    tab.said.length = 0;
    await next.signInAgain();
    expect([tab.said, next.farewell.value]).toEqual([[], 'Your API key has expired or was revoked.']);

    const { session: mine } = await tab.signIn();
    mine.signOut();
    expect(tab.said.at(-1)).toEqual({ kind: 'left', keys: ['key_1'], why: '' });
  });

  test('of another store begins in another document, and that of the first store is one switch away', async () => {
    const tab = newTab();
    const { session, openCalls } = await tab.signIn();
    tab.fate = () => undefined;
    await openCalls.write('enableGiftCard', ['gcd_1'], about).catch(() => undefined);
    tab.key = ownKey({ id: 'key_2', store: { id: 'sto_2', name: 'Cups', currency: 'EUR' } });
    await session.signIn('sk_2', { keep: true });
    expect([session.session.value, tab.location.replace.mock.calls.length]).toEqual([undefined, 1]);
    expect(tab.storage.getItem('console.key')).toBe('sk_2');

    const { session: second } = await tab.load();
    await second.signInAgain();
    expect(second.storesOfPerson()).toEqual([
      { id: 'sto_1', name: 'Teapots' },
      { id: 'sto_2', name: 'Cups' },
    ]);
    second.switchStore('sto_3');
    expect(tab.storage.getItem('console.key')).toBe('sk_2');
    second.switchStore('sto_1');
    expect([tab.storage.getItem('console.key'), callsIn(tab.storage).length]).toEqual(['sk_1', 1]);

    tab.storage.setItem('console.keys', '{');
    expect(second.storesOfPerson()).toEqual([]);
    second.signOut();
    expect(Object.keys(tab.storage)).toEqual(['console.farewell']);
  });

  test('ends after eight hours without a request, not before, also while the page is closed', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: 1_800_000_000_000 });
    const tab = newTab();
    const { session, openCalls } = await tab.signIn();
    session.watchTabs();
    vi.advanceTimersByTime(7 * 3_600_000);
    await openCalls.write('enableGiftCard', ['gcd_1'], about);
    vi.advanceTimersByTime(7.9 * 3_600_000);
    expect(session.session.value).toBeDefined();
    vi.advanceTimersByTime(0.2 * 3_600_000);
    expect(session.session.value).toBeUndefined();
    expect(tab.location.replace).toHaveBeenCalledWith('/console/');
    const { session: next } = await tab.load();
    expect(next.farewell.value).toBe('You were signed out after 8 hours without a request.');
    expect(Object.keys(tab.storage)).toEqual([]);

    await tab.signIn();
    vi.setSystemTime(Date.now() + 8.1 * 3_600_000);
    const { session: again } = await tab.load();
    await again.signInAgain();
    expect(again.session.value).toBeUndefined();
    vi.useRealTimers();
  });

  test('does not last longer because the figures of the store are read every minute', async () => {
    const tab = newTab();
    const { session } = await tab.signIn();
    const { shop } = session.session.value;
    tab.storage.setItem('console.key.used', '1');
    await shop.overview.get();
    expect(tab.storage.getItem('console.key.used')).toBe('1');
    await shop.key.get();
    expect(Number(tab.storage.getItem('console.key.used'))).toBeGreaterThan(1);
  });

  test('ends when the service no longer knows the key; a service that fails ends none', async () => {
    const tab = newTab();
    const { session, openCalls } = await tab.signIn();
    for (const [, failure] of failures) {
      tab.fate = () => failure;
      await openCalls.write('enableGiftCard', ['gcd_1'], about).catch(() => undefined);
    }
    expect(session.session.value).toBeDefined();
    tab.fate = () => refused(401, 'UNAUTHORIZED');
    await openCalls.write('enableGiftCard', ['gcd_1'], about).catch(() => undefined);

    expect([session.session.value, session.isOver.value]).toEqual([undefined, true]);
    const { session: next } = await tab.load();
    expect(next.farewell.value).toBe('Your API key has expired or was revoked.');
    tab.emit('pageshow', { persisted: true });
    expect(tab.location.reload).not.toHaveBeenCalled();
  });

  test('that has ended does not come back with the page that the browser has kept', async () => {
    const tab = newTab();
    const { session } = await tab.signIn();
    tab.emit('pageshow', { persisted: true });
    expect(tab.location.reload).not.toHaveBeenCalled();
    session.signOut();
    tab.emit('pageshow', { persisted: false });
    expect(tab.location.reload).not.toHaveBeenCalled();
    tab.emit('pageshow', { persisted: true });
    expect(tab.location.reload).toHaveBeenCalledOnce();
  });

  test('says that the service does not answer a reload, and keeps the key; an unknown key is dropped', async () => {
    const tab = newTab();
    await tab.signIn();
    tab.own = () => undefined;
    const { session } = await tab.load();
    await session.signInAgain();
    expect(session.farewell.value).toBe('The service did not respond. Reload this page to try again.');
    expect(tab.storage.getItem('console.key')).toBe('sk_1');

    tab.own = () => refused(401, 'UNAUTHORIZED');
    const { session: next } = await tab.load();
    await next.signInAgain();
    expect(tab.storage.getItem('console.key')).toBeNull();
    expect(tab.storage.getItem('console.farewell')).toBe('Your API key has expired or was revoked.');
  });
});

describe('an upload', () => {
  const target = { kind: 'photo', ids: ['sit_1', 'gft_1'] };
  const fileOf = (name = 'a.png', lastModified = 1) =>
    new File([new Uint8Array(1000)], name, { type: 'image/png', lastModified });
  const statesOf = (uploads: { uploads: { value: { name: string; progress: { state: string } }[] } }) =>
    uploads.uploads.value.map(({ name, progress }) => [name, progress.state]);

  test('that is done is forgotten', async () => {
    const tab = newTab();
    const { uploads } = await tab.signIn();
    tab.fate = () => ({ status: 200, body: { id: 'img_1' } });
    expect(await uploads.upload(target, fileOf())).toMatchObject({ id: 'img_1' });

    expect([statesOf(uploads), Object.keys(tab.storage).filter((name) => name.includes('upload'))]).toEqual([[], []]);
    expect(requestsOf(tab.sent)).toEqual(['PUT /sites/sit_1/gift-options/gft_1/image/']);
  });

  test.each(failures)('that fails with %s resumes with its key, by the same file or unasked', async (_, failure) => {
    const tab = newTab();
    const { uploads } = await tab.signIn();
    tab.fate = () => failure;
    await uploads.upload(target, fileOf());
    expect(statesOf(uploads)).toEqual([['a.png', 'failed']]);
    expect(uploads.uploadOf(target)).toMatchObject({ name: 'a.png' });
    expect(Object.keys(tab.storage).filter((name) => name.startsWith('console.upload.'))).toHaveLength(1);
    expect(uploads.uploadOf({ ...target, ids: ['sit_1', 'gft_2'] })).toBeUndefined();
    expect(uploads.uploadOf({ ...target, kind: 'file' })).toBeUndefined();
    await uploads.upload(target, fileOf());
    tab.fate = () => ({ status: 200, body: {} });
    await uploads.resume(uploads.uploadOf(target));

    expect(keysOf(tab.sent).size).toBe(1);
    expect(statesOf(uploads)).toEqual([]);
  });

  test('that is refused stays only on the page', async () => {
    const tab = newTab();
    const { uploads } = await tab.signIn();
    tab.fate = () => refused(413, 'FILE_TOO_LARGE');
    await uploads.upload(target, fileOf());
    expect(statesOf(uploads)).toEqual([['a.png', 'failed']]);
    expect(Object.keys(tab.storage).filter((name) => name.includes('upload'))).toEqual([]);
  });

  test.each([
    ['name', fileOf('b.png')],
    ['time', fileOf('a.png', 2)],
    ['size', new File([new Uint8Array(999)], 'a.png', { lastModified: 1 })],
  ])('gives way to a file of another %s, which has a key of its own', async (_, other) => {
    const tab = newTab();
    const { uploads } = await tab.signIn();
    tab.fate = () => undefined;
    await uploads.upload(target, fileOf());
    await uploads.upload(target, other);

    expect(uploads.uploads.value).toHaveLength(1);
    expect(uploads.uploadOf(target)).toMatchObject({
      name: other.name,
      size: other.size,
      modified: other.lastModified,
    });
    expect(keysOf(tab.sent).size).toBe(2);
  });

  test('that is paused continues when it is resumed, and is sent once at a time', async () => {
    const tab = newTab();
    const { uploads } = await tab.signIn();
    const answer = Promise.withResolvers<Fate>();
    tab.fate = () => answer.promise;
    const first = uploads.upload(target, fileOf());
    await expect.poll(() => tab.sent.length).toBe(1);
    expect(await uploads.upload(target, fileOf())).toBeUndefined();
    uploads.pause(uploads.uploadOf(target));
    await first;
    expect(statesOf(uploads)).toEqual([['a.png', 'paused']]);
    tab.fate = () => ({ status: 200, body: {} });
    await uploads.resume(uploads.uploadOf(target));

    expect([statesOf(uploads), tab.sent.length, keysOf(tab.sent).size]).toEqual([[], 2, 1]);
  });

  test('waits after a reload for its file; to another key it is unknown, and it can be forgotten', async () => {
    const tab = newTab();
    const { uploads } = await tab.signIn();
    tab.fate = () => undefined;
    await uploads.upload(target, fileOf());

    const again = await tab.signIn();
    await again.uploads.recallUploads();
    expect(statesOf(again.uploads)).toEqual([['a.png', 'waiting']]);
    expect(await again.uploads.resume(again.uploads.uploadOf(target))).toBeUndefined();
    const colleague = await tab.signIn({ apiKey: 'sk_2' });
    await colleague.uploads.recallUploads();
    expect(statesOf(colleague.uploads)).toEqual([['', 'unknown']]);
    const empty = new File([], '', { lastModified: 0 });
    await colleague.uploads.upload(target, empty);
    expect(keysOf(tab.sent).size).toBe(2);
    colleague.uploads.discard(colleague.uploads.uploadOf(target));
    expect([statesOf(colleague.uploads), Object.keys(tab.storage).filter((name) => name.includes('upload'))]).toEqual([
      [],
      [],
    ]);
  });
});

test('three notices are shown at once, each for ten seconds', async () => {
  const { notices } = await newTab().load();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const undo = () => undefined;
  for (const text of ['one', 'two', 'three', 'four']) notices.notify(text, { undo });
  const texts = () => notices.notices.value.map(({ text }: { text: string }) => text);
  expect(texts()).toEqual(['two', 'three', 'four']);
  expect(notices.notices.value[0]).toMatchObject({ undo });
  notices.endNotice(notices.notices.value[1].id);
  expect(texts()).toEqual(['two', 'four']);
  vi.advanceTimersByTime(9999);
  expect(texts()).toEqual(['two', 'four']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
  notices.notify('Hidden', { undo, of: 'rev_1' });
  notices.notify('Another one hidden', { undo, of: 'rev_2' });
  notices.notify('Shown', { of: 'rev_1' });
  expect(texts()).toEqual(['Another one hidden', 'Shown']);
  vi.useRealTimers();
});

test('a notice leaves with its page, unless it offers Undo', async () => {
  const { notices, route } = await newTab().load();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const texts = () => notices.notices.value.map(({ text }: { text: string }) => text);
  notices.notify('Saved');
  notices.notify('Hidden', { undo: () => undefined });
  route.filter({ status: 'hidden' });
  expect(texts()).toEqual(['Saved', 'Hidden']);
  route.go('/console/reviews/');
  expect(texts()).toEqual(['Hidden']);
  vi.useRealTimers();
});

test('the page and its filters are the URL', async () => {
  const tab = newTab();
  Object.assign(tab.location, { pathname: '/console/gift-cards/a%2Fb/', search: '?status=active' });
  const { route } = await tab.load();
  expect([route.route.value.path, String(route.route.value.filters)]).toEqual(['gift-cards/a%2Fb', 'status=active']);
  expect(route.hrefOf('')).toBe('/console/');
  expect(route.hrefOf('files/a b', { q: 'x y', empty: '', none: undefined })).toBe('/console/files/a%20b/?q=x+y');

  route.go('/console/gift-cards/a%2Fb/?status=active');
  expect(tab.history.pushState).not.toHaveBeenCalled();
  route.filter({ status: undefined, q: 'ada' });
  expect([tab.history.replaceState.mock.calls.length, route.route.value.path]).toEqual([1, 'gift-cards/a%2Fb']);
  expect(String(route.route.value.filters)).toBe('q=ada');
  route.go('/console/reviews/');
  expect([tab.history.pushState.mock.calls.length, route.route.value.path]).toEqual([1, 'reviews']);
  Object.assign(tab.location, { pathname: '/console/%E0/', search: '' });
  tab.emit('popstate');
  expect(route.route.value.path).toBe('%E0');
});

test('only an answer with a code shows one', async () => {
  const { codes } = await newTab().load();
  for (const answer of [undefined, null, 'code', { id: 'x' }, { code: 5 }]) codes.reveal(answer);
  expect(codes.codes.value).toEqual([]);
});

test('a call has a description, and only a call that deletes is a deletion', async () => {
  const { writes: known } = await newTab().load();
  expect(known.labelOf('removeGiftOptionImage')).toBe('Remove gift option image');
  expect(writes.filter(([name]) => known.deletes(name)).length).toBe(5);
});
