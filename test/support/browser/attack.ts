/** What a page of someone else can do to a server of this machine: run inside the page. */

import type { Deed } from './deed.ts';

/** Does all of it to a server. Returns all that the page got from it except refusals. Each deed has `patience` milliseconds. */
export async function attack(base: string, deeds: readonly Deed[], patience: number): Promise<string[]> {
  const inTime = <T>(work: Promise<T>): Promise<T | undefined> =>
    Promise.race([work, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience))]);

  const read = async ({ method, path, headers, body }: Deed) => {
    const answer = await fetch(base + path, { method, ...(headers && { headers }), ...(body && { body }) });
    return answer.status === 403 ? undefined : `${answer.status} ${(await answer.text()).slice(0, 60)}`;
  };

  const element = (tag: 'img' | 'script', { path }: Deed) =>
    new Promise<string | undefined>((resolve) => {
      const made = document.createElement(tag);
      made.onload = () => resolve('loaded');
      made.onerror = () => resolve(undefined);
      made.src = base + path;
      document.body.append(made);
    });

  const submit = ({ method, path, headers, body = '' }: Deed) =>
    new Promise<string | undefined>((resolve) => {
      const frame = document.createElement('iframe');
      frame.name = `frame${Math.random()}`;
      const form = document.createElement('form');
      Object.assign(form, {
        method,
        action: base + path,
        target: frame.name,
        enctype: headers?.['Content-Type'] ?? '',
      });
      const field = document.createElement('input');
      // As text it is written `name=value`: the JSON ends in an unread text.
      const [name = '', value = ''] = body.split('=');
      Object.assign(field, { name, value });
      form.append(field);
      document.body.append(frame, form);
      frame.onload = () => {
        const { contentDocument } = frame;
        const shown = contentDocument?.location.href === 'about:blank' ? '' : (contentDocument?.body.innerText ?? '');
        resolve(shown === '' || shown.includes('FORBIDDEN') ? undefined : shown.slice(0, 60));
      };
      form.submit();
    });

  const listen = ({ path }: Deed) =>
    new Promise<string | undefined>((resolve) => {
      const source = new EventSource(base + path);
      source.onopen = () => resolve('open');
      source.onerror = () => resolve(undefined);
    });

  const done = ({ way, method, path, headers, body }: Deed): Promise<unknown> =>
    fetch(base + path, { mode: 'no-cors', method, ...(headers && { headers }), ...(body && { body }) }).then(
      () => way && undefined,
    );

  const ways = {
    fetch: read,
    'fetch without reading': done,
    form: submit,
    image: (deed: Deed) => element('img', deed),
    script: (deed: Deed) => element('script', deed),
    events: listen,
  };
  const got = await Promise.all(
    deeds.map(async (deed) => {
      const what = await inTime(ways[deed.way](deed)).catch(() => undefined);
      return what === undefined ? [] : [`${deed.way} ${deed.method} ${base}${deed.path}: ${what}`];
    }),
  );
  return got.flat();
}
