/** `npm run measure -- bench:search`: what a search costs in a small store and in a large one. */
import { isDeepStrictEqual } from 'node:util';
import { onScratchEngines } from '../../support/scratch-engines.ts';
import { searchCostsAmong } from '../../support/world/searched.ts';
import { measure } from '../measure.ts';

export default measure(
  {
    name: 'bench:search',
    reported: 'search',
    summary: 'Searches in stores with few and with many customers.',
    options: {
      few: { type: 'number', value: 'N', default: 100, summary: 'customers of the small store' },
      many: { type: 'number', value: 'N', default: 100_000, summary: 'customers of the large store' },
    },
  },
  async ({ few, many }) => {
    const [small, large] = await onScratchEngines(async () => [
      await searchCostsAmong(few),
      await searchCostsAmong(many),
    ]);
    return {
      passed: isDeepStrictEqual(small, large),
      figures: { 'customers of the small store': few, 'customers of the large store': many },
      tables: [
        {
          title: 'What a search costs',
          columns: ['Query', 'results', 'round trips', 'read units, small', 'read units, large'],
          rows: small.map(({ query, found, roundTrips, capacity }, index) => [
            query,
            found,
            roundTrips,
            capacity,
            large[index]?.capacity ?? 0,
          ]),
        },
      ],
    };
  },
);
