import { streamFunction } from '../../lib/chain/background.ts';
import { keepFigures } from '../../lib/work/keep-figures.ts';

export const handler = streamFunction('keep-figures', async (changes) => {
  await keepFigures(changes);
  return { done: changes.length };
});
