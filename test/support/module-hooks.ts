/** Changes modules of the project before a test's process loads them. Node loads them, not Vitest: it takes less time. */
import { registerHooks } from 'node:module';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withReplaceable } from './replaced-exports.ts';
import { notingRefusals } from './run-artifacts.ts';

const root = resolve(import.meta.dirname, '../..');

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith('file:') || !loaded.source) return loaded;
    const file = relative(root, fileURLToPath(url));
    if (!file.startsWith('lib/')) return loaded;
    const source =
      typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: withReplaceable(file, notingRefusals(file, source)) };
  },
});
