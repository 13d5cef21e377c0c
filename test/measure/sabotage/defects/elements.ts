/** Elements that show what is old, run what is text, or send what is secret elsewhere. */
import { planted } from './planted.ts';

export const elements = planted`
test/lib/client/elements/files.test.ts
  lib/client/elements/files.ts
    an element adds reviews of another version to those that it shows
    - file.version === reviews.version
    + file.version >= 0
    an element that starts again reads the old version from the cache
    - changes > 0);
    + false);
    an element follows a file to another host
    - name !== null && /^reviews-\d+\.json$/.test(name)
    + name !== null
    the filter of an element reads the file of other stars
    - stars === 0 ?
    + stars < 3 ?
test/lib/client/elements/wording.test.ts
  lib/client/elements/wording.ts
    a card works a day longer than it says
    - Date.parse(expires_at) - 1000
    + Date.parse(expires_at)
test/bin/elements/files.test.ts
  lib/client/elements/element.ts
    a server that renders a page cannot load the elements
    - globalThis.HTMLElement ?? class {}
    + HTMLElement
test/system/elements-reviews.test.ts
  lib/client/elements/nodes.ts
    a text of a review is markup
    -   made.append(...children.filter((child) => child !== undefined));
    +   for (const child of children) {
    +     if (typeof child === 'string') made.insertAdjacentHTML('beforeend', child);
    +     else if (child) made.append(child);
    +   }
  lib/client/elements/reviews.ts
    an element leaves its observer behind
    -     signal.addEventListener('abort', stop);
    reviews of the product before replace those of the product
    -     if (signal.aborted) return;
    -     this.#all = reviews;
    -     const { wording } = this;
    +     this.#all = reviews;
    +     const { wording } = this;
    newer reviews move those that are read
    -       if (entries.at(-1)?.isIntersecting) return;
    the focus is lost with the button for more
    -       first.focus();
  lib/client/elements/reading.ts
    reviews of another product stay on the page
    -     if (this.#folder !== undefined && this.#folder !== folder) this.clear();
test/system/elements-forms.test.ts
  lib/client/elements/form.ts
    a token for one origin is sent to another
    - if ((name === 'src' || name === 'store') &&
    + if (name === 'store' &&
    a token that comes late is sent for another store
    -     if (this.#target !== target) return { code: '' };
    a token that was refused is used again
    -     this.#token = null;
    -     return this.#sendTo(target, body);
    +     return this.#sendTo(target, body);
    a form listens once more each time it is moved
    -   protected start(): void {
    +   protected start(): void {
    +     this.addEventListener('click', (event) => this.#toggle(event));
    a form that is moved loses what was entered
    -     if (this.#made === attributes) return;
  lib/client/elements/nodes.ts
    a form sends a second time while it waits
    -   if (form.ariaBusy) return undefined;
  lib/client/elements/call.ts
    a redirect leads the token and a code elsewhere
    -     redirect: 'error',
test/system/local-server.test.ts
  bin/local/pages/sites.ts
    pages of shops cannot load the elements from the local server
    -     pages: 'every',
test/system/client/package.test.ts
  bin/build/client/package.ts
    a bundler drops the elements
    -     sideEffects: ['./elements.js'],
    +     sideEffects: false,
`;
