/** Sends an operation's example from its page, as a reader has changed it. */
import { element } from './elements.ts';

interface Trial {
  name: string;
  method: string;
  path: string;
  parameters: Record<string, string>;
  query: Record<string, string>;
  body?: string;
  file?: string;
  keyed: boolean;
  /** It takes a `Storefront` key, and no other request does. */
  isStorefront: boolean;
}

/** The pages of the local server contain the keys of its demo store. On AWS, readers enter their own key. */
const demoKeyOf = ({ isStorefront }: Trial): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name=demo-${isStorefront ? 'storefront-' : ''}key]`)?.content;

const keyNameOf = ({ isStorefront }: Trial): string =>
  isStorefront ? 'reference-storefront-key' : 'reference-api-key';

export function trials(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-trial]')) {
    const button = element('button', { type: 'button', className: 'try' }, 'Try it');
    button.addEventListener('click', () => {
      const form = formOf(JSON.parse(place.dataset.trial ?? '{}'));
      place.replaceChildren(form);
      form.querySelector('input')?.focus();
    });
    place.append(button);
  }
}

function formOf(trial: Trial): HTMLFormElement {
  const demoKey = demoKeyOf(trial);
  const key = field('API key', demoKey ?? sessionStorage.getItem(keyNameOf(trial)) ?? '');
  key.input.autocomplete = 'off';
  const parameters = Object.entries(trial.parameters).map(([name, value]) => [name, field(name, value)] as const);
  const query = Object.entries(trial.query).map(([name, value]) => [name, field(name, value)] as const);
  const body = element('textarea', { value: trial.body ?? '', spellcheck: false, rows: 8, ariaLabel: 'Body' });
  const file = element('input', { type: 'file', ariaLabel: trial.file ?? '' });
  const answer = element('div', { className: 'answer' });
  answer.setAttribute('aria-live', 'polite');
  const send = element('button', { type: 'submit', className: 'try' }, `Send ${trial.method}`);
  const form = element(
    'form',
    { className: 'trial-form' },
    note(trial),
    key.label,
    ...[...parameters, ...query].map(([, each]) => each.label),
    ...(trial.body === undefined ? [] : [element('label', {}, 'Body', body)]),
    ...(trial.file === undefined ? [] : [element('label', {}, trial.file, file)]),
    send,
    answer,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (demoKey === undefined) sessionStorage.setItem(keyNameOf(trial), key.input.value);
    send.disabled = true;
    answer.replaceChildren(element('p', { className: 'waiting' }, 'Waiting for the response…'));
    const chosen = file.files?.[0];
    const request = requestOf(trial, {
      key: key.input.value,
      parameters: valuesOf(parameters),
      query: valuesOf(query),
      body: body.value,
      file: chosen,
    });
    answer.replaceChildren(await answerTo(request));
    send.disabled = false;
  });
  return form;
}

const note = (trial: Trial): HTMLElement =>
  element(
    'p',
    { className: 'note' },
    demoKeyOf(trial) !== undefined
      ? 'Sends the request to the demo store of this machine.'
      : trial.method === 'GET'
        ? 'Sends the request to this host, as the store of the key that you enter.'
        : 'Sends the request to this host: it changes the store of the key that you enter.',
  );

function field(name: string, value: string): { label: HTMLLabelElement; input: HTMLInputElement } {
  const input = element('input', { value, spellcheck: false });
  return { label: element('label', {}, name, input), input };
}

const valuesOf = (fields: readonly (readonly [string, { input: HTMLInputElement }])[]): Record<string, string> =>
  Object.fromEntries(fields.map(([name, { input }]) => [name, input.value]));

interface Filled {
  key: string;
  parameters: Record<string, string>;
  query: Record<string, string>;
  body: string;
  file: File | undefined;
}

function requestOf(trial: Trial, { key, parameters, query, body, file }: Filled): Request {
  const path = trial.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  const headers = new Headers({ Authorization: `Bearer ${key}` });
  if (trial.keyed) headers.set('Idempotency-Key', `${trial.name}-${Date.now()}`);
  const sent = bodyOf(trial, body, file, headers);
  return new Request(`${path}${search === '' ? '' : `?${search}`}`, {
    method: trial.method,
    headers,
    ...(sent && { body: sent }),
  });
}

function bodyOf(trial: Trial, body: string, file: File | undefined, headers: Headers): string | FormData | undefined {
  if (trial.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    return body;
  }
  if (trial.file === undefined || !file) return undefined;
  const form = new FormData();
  form.set(trial.file, file);
  return form;
}

/** Status, the figures in the headers, and the body. */
async function answerTo(request: Request): Promise<HTMLElement> {
  try {
    const response = await fetch(request);
    const text = await response.text();
    const headers = ['x-request-id', 'x-ratelimit-remaining', 'x-idempotency-replayed', 'retry-after'].flatMap(
      (name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [`${name}: ${value}`];
      },
    );
    return element(
      'div',
      {},
      element(
        'p',
        { className: response.ok ? 'status ok' : 'status refused' },
        `${response.status} ${response.statusText}`,
      ),
      element('p', { className: 'headers' }, headers.join(' · ')),
      element('pre', { tabIndex: 0 }, element('code', {}, text === '' ? 'no body' : pretty(text))),
    );
  } catch {
    return element('p', { className: 'status refused' }, 'No answer: is the server running?');
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
