/** `npm run measure -- power`: plants faults that the players and the measures must notice. Ends with 1 if one of them goes unnoticed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure } from '../measure.ts';
import { reportsFolder } from './report.ts';

const results = join(reportsFolder, 'power.tests.json');

/** Files with such tests: Vitest would load all others too. */
const files = globSync('test/{measure,stage}/**/*.test.ts').filter((file) =>
  /\btags: 'power'|@module-tag power/.test(readFileSync(file, 'utf8')),
);

export default measure(
  { name: 'power', summary: 'Shows that the players and the measures notice faults.', options: {} },
  async () => {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', '.vitest.config.ts', '--project', 'check'];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${results}`];
    const args = [...vitest, ...files, '--tags-filter', 'power', ...reporters];
    const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');

    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8'));
    return {
      passed: code === 0 && numPassedTests > 0,
      figures: { 'tests with a planted fault': numPassedTests + numFailedTests, noticed: numPassedTests },
    };
  },
);
