/** What comes in is taken for something else, and time for standing still. */
import type { Defect } from './defect.ts';

export const inputs: readonly Defect[] = [
  {
    name: 'a search folds by lower case alone',
    file: 'lib/resources/waitlist/rules.ts',
    from: '.toLowerCase().toUpperCase().toLowerCase().replaceAll(',
    to: '.toLowerCase().replaceAll(',
    tests: ['test/resources/waitlist/rules.test.ts', 'test/resources/waitlist'],
  },
  {
    name: 'a name that was folded otherwise is taken to be found by its endings',
    file: 'lib/resources/catalog/product-name-records.ts',
    from: 'if (searchable_name === searchable(name)) return [];',
    to: 'if (searchable_name !== undefined) return [];',
    tests: ['test/resources/waitlist'],
  },
  {
    name: 'a file in an event is named as the browser wrote it',
    file: 'lib/http/multipart.ts',
    from: 'name: fileNameOf(filename),',
    to: 'name: fileNameOf(filename) && filename,',
    tests: ['test/resources/digital-files', 'test/measure/fuzz/multipart/multipart.test.ts'],
  },
  {
    name: 'a file that is streamed is named as the browser wrote it',
    file: 'lib/objects/receive-stream.ts',
    from: 'this.#offer(content, fileNameOf(fileName), contentType)',
    to: 'this.#offer(content, fileNameOf(fileName) && fileName, contentType)',
    tests: ['test/resources/digital-files', 'test/measure/fuzz/multipart/multipart.test.ts'],
  },
  {
    name: 'schedules of the local server do not follow its clock',
    file: 'bin/local/background.ts',
    from: 'const unfollow = followClock(roundIfDue);',
    to: 'const unfollow = followClock(() => undefined);',
    tests: ['test/system/local-clock.test.ts'],
  },
  {
    name: 'a link of the local server outlives its hour',
    file: 'bin/local/pages/links.ts',
    from: 'if (!isOpen) return denied(',
    to: 'if (!isOpen && link.path === "") return denied(',
    tests: ['test/system/local-clock.test.ts'],
  },
];
