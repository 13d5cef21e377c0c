/** Serves the tools for agents on standard input and output, which carry only the protocol. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { failure } from './command-line/colors.ts';
import { checkedAddress, commandOptions, endWith, UsageError } from './command-line/options.ts';
import { serverFor } from './mcp/server.ts';
import { areas } from './mcp/tools.ts';

const command = 'npx store-commerce mcp';

const log = (line: string) => void process.stderr.write(`${line}\n`);

function settings() {
  const options = commandOptions({
    command,
    summary:
      'Serves the operations of the API as tools for agents (Model Context Protocol, on standard input and output).',
    options: {
      'base-url': {
        type: 'string',
        value: 'URL',
        summary: 'base URL of the service (default: the environment variable STORE_COMMERCE_BASE_URL)',
      },
      areas: {
        type: 'string',
        value: 'LIST',
        summary: `areas of the tools, separated by commas: ${areas.join(', ')} (default: all)`,
      },
      'read-only': { type: 'boolean', summary: 'only tools that read' },
      uploads: {
        type: 'string',
        value: 'DIR',
        summary: 'folder of the files that tools can upload (default: no uploads)',
      },
      'show-codes': { type: 'boolean', summary: 'show gift card codes and upload links' },
    },
    notes: 'The API key comes from the environment variable STORE_COMMERCE_API_KEY. Logs go to standard error.',
  });
  try {
    const apiKey = process.env.STORE_COMMERCE_API_KEY;
    if (!apiKey) throw new UsageError('Set STORE_COMMERCE_API_KEY to an API key of the store');
    const baseUrl = checkedAddress('base-url', options['base-url'] ?? process.env.STORE_COMMERCE_BASE_URL);
    if (!baseUrl) throw new UsageError('--base-url is required');
    const chosen = options.areas?.split(',').map((name) => name.trim()) ?? [];
    const unknown = chosen.find((name) => !areas.includes(name));
    if (unknown !== undefined) throw new UsageError(`--areas must be from ${areas.join(', ')}, not ${unknown}`);
    const { uploads, 'read-only': readOnly, 'show-codes': showCodes } = options;
    return { apiKey, baseUrl, areas: chosen, uploads, readOnly, showCodes, log };
  } catch (error) {
    endWith(error, command);
  }
}

try {
  serveStdio(await serverFor(settings()), { onerror: ({ message }) => log(message) });
} catch (error) {
  log(failure(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
