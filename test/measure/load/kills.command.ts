/** `npm run measure -- kills`: issues gift cards from a file with a process that is killed again and again, on a local server of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOptions } from '../../../bin/command-line/options.ts';
import { textTable } from '../../../bin/command-line/table.ts';
import { operatorOn } from '../../../bin/operator/invoke.ts';
import { startLocalServer } from '../../support/http/local-server.ts';
import { issueUnderKills } from '../../support/killed-issue.ts';

const { cards, kills } = commandOptions({
  command: 'npm run measure -- kills',
  summary: 'Issues gift cards from a file with a process that is killed again and again; each must be issued once.',
  options: {
    cards: { type: 'number', value: 'N', default: 5000, summary: 'cards of the file' },
    kills: { type: 'number', value: 'N', default: 5, summary: 'how often the process is killed' },
  },
});

const folder = await mkdtemp(join(tmpdir(), 'store-kills-'));
const server = await startLocalServer();
try {
  const of = operatorOn({ stack: 'StoreCommerceApi', endpoint: server.url });
  const { id } = await of().createStore({
    name: 'Kills',
    currency: 'USD',
    rate_limit: { requests: 1_000_000, window_seconds: 60 },
  });
  const { api_key } = await of(id).createApiKey({ name: 'Counts', permission: 'Read' });
  const begun = performance.now();
  const counts = await issueUnderKills({ server: server.url, store: id, apiKey: api_key, folder, cards, kills });
  const seconds = Math.round((performance.now() - begun) / 1000);
  const rows = [
    ...counts.killedAt.map((at, kill) => [
      `killed ${kill + 1}`,
      `${at.cards} cards in the store, ${at.codes} codes in the file`,
    ]),
    ['at the end', `${counts.cards} cards in the store, ${counts.codes} codes in the file, in ${seconds} s`],
    ['different cards and codes', `${counts.differentCards} and ${counts.differentCodes}`],
    ['lines not issued once', counts.notOnce.join(', ') || 'none'],
  ];
  console.log(textTable({ rows }));
  const isOnce = [counts.cards, counts.codes, counts.differentCards, counts.differentCodes].every(
    (count) => count === cards,
  );
  process.exitCode = isOnce && counts.notOnce.length === 0 ? 0 : 1;
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}
