/** Pages through a store's reviews, newest first, with the client that `npm run client` types from the OpenAPI document. */
import { parseArgs } from 'node:util';
import createClient from 'openapi-fetch';
import type { components, paths } from '../../.build/client/api.d.ts';

type Review = components['schemas']['Review'];

const usage = `Usage: node bin/examples/list-reviews.ts [--url URL] [--key KEY] [--limit N]

Prints every review of the store, a line each.

  --url URL         Base URL of the API (default: http://localhost:3000)
  --key KEY         API key (default: the environment variable KEY)
  --limit N         Reviews asked for at a time, 1 to 100 (default: 100)`;

/** All reviews, fetched a page at a time as they are used. Throws an Error with the API's own code and words. */
async function* reviews(url: string, key: string, limit: number): AsyncGenerator<Review> {
  const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${key}` } });
  let after: string | undefined;
  let more = true;
  while (more) {
    const { data: page, error } = await client.GET('/api/v1/reviews/', {
      params: { query: { limit, ...(after !== undefined && { after }) } },
    });
    if (error) throw new Error(`${error.code}: ${error.error}`);
    yield* page.data;
    after = page.data.at(-1)?.id;
    more = page.has_more;
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://localhost:3000' },
      key: { type: 'string', default: process.env.KEY ?? '' },
      limit: { type: 'string', default: '100' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(usage);
  for await (const { id, rating, status, created_at } of reviews(values.url, values.key, Number(values.limit))) {
    console.log([created_at, id, `${rating}/5`, status].join('  '));
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
