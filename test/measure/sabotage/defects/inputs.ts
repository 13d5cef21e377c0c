/** What comes in is taken for something else, and time for standing still. */
import { planted } from './planted.ts';

export const inputs = planted`
test/contract/texts.test.ts
  lib/schema/text.ts
    names hold characters by which they are shown as others
    - !form || !unwanted[form].test(value)
    + !form || value !== ''
  lib/resources/stores/fields.ts
    the names of stores and keys hold control characters
    - max: 255, form: 'line' });
    + max: 255 });
test/resources/webhooks/webhooks.test.ts
  lib/resources/webhooks/fields.ts
    the address of a webhook holds what is not shown
    - isWebAddress(value) && URL.parse(value);
    + URL.parse(value);
test/resources/waitlist
  lib/resources/catalog/product-name-records.ts
    a name that was folded otherwise is taken to be found by its endings
    - if (searchable_name === searchable(name)) return [];
    + if (searchable_name !== undefined) return [];
test/resources/digital-files test/measure/fuzz/multipart/multipart.test.ts
  lib/http/multipart.ts
    a file in an event is named as the browser wrote it
    - name: fileNameOf(filename),
    + name: fileNameOf(filename) && filename,
  lib/objects/receive-stream.ts
    a file that is streamed is named as the browser wrote it
    - this.#offer(content, fileNameOf(fileName), contentType)
    + this.#offer(content, fileNameOf(fileName) && fileName, contentType)
test/system/local-clock.test.ts
  bin/local/background.ts
    schedules of the local server do not follow its clock
    - const unfollow = followClock(roundIfDue);
    + const unfollow = followClock(() => undefined);
  bin/local/pages/links.ts
    a link of the local server outlives its hour
    - if (!isOpen) return denied(
    + if (!isOpen && link.path === "") return denied(
`;
