import { streamFunction } from '../../lib/chain/background.ts';
import { keepFigures } from '../../lib/work/keep-figures.ts';
import { queueChangedFiles } from '../../lib/work/queue-public-files.ts';
import { requestFeeds } from '../../lib/work/request-feeds.ts';

export const handler = streamFunction('keep-figures', async (changes) => {
  // First: a published file must not wait for figures that cannot be counted.
  await queueChangedFiles(changes);
  await requestFeeds(changes);
  await keepFigures(changes);
  return { done: changes.length };
});
