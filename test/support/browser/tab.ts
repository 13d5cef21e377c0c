/** A tab without a browser: the state of the console, loaded again with each page, and a service that answers as the test says. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished, vi } from 'vitest';
import { packagedClient } from '../../../bin/console/files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = resolve(import.meta.dirname, '../../../bin/console/browser/state');
const modules = ['codes', 'kept', 'notices', 'open-calls', 'route', 'session', 'uploads', 'waiting', 'writes'];

let bundle: Promise<string> | undefined;

async function bundled(): Promise<string> {
  const contents = modules.map((name) => `export * as ${name.replace('-c', 'C')} from './${name}.ts';`).join('\n');
  const { outputFiles } = await build({
    ...{ stdin: { contents, resolveDir: folder }, bundle: true, format: 'esm', write: false, platform: 'browser' },
    plugins: [packagedClient],
  });
  return outputFiles?.[0]?.text ?? '';
}

/** What is kept by name, with each name as a property, as a browser has it. */
function newStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return Object.hasOwn(this, name) ? this[name] : null;
    },
    setItem(this: Record<string, string>, name: string, value: string) {
      this[name] = String(value);
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  };
  return Object.create(methods);
}

export interface Sent {
  method: string;
  path: string;
  key: string | null;
  body: unknown;
}

/** A message between the tabs of a browser. */
type Said = Readonly<Record<string, unknown>>;

/** A status with a body, or undefined: no answer comes. */
export type Fate = { status: number; body?: unknown; headers?: Record<string, string> } | undefined;

const ok: Fate = { status: 200, body: {} };

/** A key of a store, as the service says it. */
export const ownKey = (fields: object = {}) => ({
  ...{ id: 'key_1', name: 'Ada', permission: 'Write', store: { id: 'sto_1', name: 'Teapots', currency: 'USD' } },
  ...fields,
});

/** Opens a tab; it ends with the test. */
export function newTab() {
  const storage = newStorage();
  const listeners = new Map<string, (event: object) => void>();
  const sent: Sent[] = [];
  const ears = new Set<(event: object) => void>();
  const tab = {
    storage,
    sent,
    /** The outcome of a request that is not for the own key. */
    fate: (_request: Sent): Fate | Promise<Fate> => ok,
    key: ownKey(),
    /** What the page has sent to the other tabs. */
    said: [] as Said[],
    /** What another tab answers, if one is open. */
    other: (_message: Said): Said | undefined => undefined,
    /** Sends the page a message of another tab. */
    hear: (message: Said) => {
      for (const listener of [...ears]) listener({ data: message });
    },
    /** The outcome of the request for the own key. */
    own: (): Fate => ({ status: 200, body: tab.key }),
    location: {
      ...{ origin: 'http://localhost:3000', pathname: '/console/', search: '' },
      replace: vi.fn(),
      reload: vi.fn(),
    },
    history: {
      pushState: vi.fn((_state: null, _title: string, href: string) => visit(href)),
      replaceState: vi.fn((_state: null, _title: string, href: string) => visit(href)),
    },
    /** Sends the page an event of its window. */
    emit: (event: string, details: object = {}) => listeners.get(event)?.(details),
    /** Loads the page again, with what the tab has kept. */
    load: async () => {
      bundle ??= bundled();
      ears.clear();
      const file = join(temporaryFolder(), 'state.mjs');
      writeFileSync(file, await bundle);
      // biome-ignore lint/suspicious/noExplicitAny: the modules are compiled for a browser, with other types than the tests
      return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as any;
    },
    /** Loads the page and signs in. */
    signIn: async ({ keep = true, apiKey = 'sk_1' } = {}) => {
      const state = await tab.load();
      await state.session.signIn(apiKey, { keep });
      return state;
    },
  };
  const visit = (href: string) => {
    const { pathname, search } = new URL(href, tab.location.origin);
    Object.assign(tab.location, { pathname, search });
  };
  class Channel {
    addEventListener(_event: string, listener: (event: object) => void) {
      ears.add(listener);
    }
    removeEventListener(_event: string, listener: (event: object) => void) {
      ears.delete(listener);
    }
    postMessage(message: Said) {
      tab.said.push(message);
      const answer = tab.other(message);
      if (answer) queueMicrotask(() => tab.hear(answer));
    }
  }
  const listen = (event: string, listener: (event: object) => void) => listeners.set(event, listener);
  const answer = async (url: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> => {
    const given = new Headers(headers);
    const request = {
      ...{ method, path: url.slice(tab.location.origin.length), key: given.get('Idempotency-Key') },
      body: typeof body === 'string' ? JSON.parse(body) : body,
    };
    const isForKey = request.path === '/api/v1/key/';
    if (!isForKey) sent.push(request);
    const fate = isForKey ? tab.own() : await tab.fate(request);
    if (!fate) throw new TypeError('fetch failed');
    const { status, body: reply, headers: shown = {} } = fate;
    return new Response(status === 204 ? null : JSON.stringify(reply ?? {}), {
      status,
      headers: { 'Content-Type': 'application/json', ...shown },
    });
  };
  // Without a pause before the client's own retries.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  for (const [name, value] of Object.entries({
    ...{ sessionStorage: storage, location: tab.location, history: tab.history, navigator: { onLine: true } },
    ...{ BroadcastChannel: Channel, addEventListener: listen, document: { addEventListener: listen }, fetch: answer },
  })) {
    vi.stubGlobal(name, value);
  }
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return tab;
}

/** A refusal, or a failure, as the service words it. */
export const refused = (status: number, code = 'INTERNAL_ERROR', headers: Record<string, string> = {}): Fate => ({
  ...{ status, headers },
  body: { error: 'Internal server error', code },
});
