/** The command that serves tools for agents. */
import { statSync } from 'node:fs';
import { checkedAddress, UsageError } from '../../command-line/options.ts';
import { command } from '../definition.ts';
import { areasOf } from '../shared-options.ts';

export const agentCommands = {
  mcp: command({
    options: {
      'base-url': {
        type: 'string',
        value: 'URL',
        summary: 'base URL of the API; by default STORE_COMMERCE_BASE_URL of the environment, then the endpoint',
      },
      areas: areasOf('tools'),
      'read-only': { type: 'boolean', summary: 'only tools that read' },
      uploads: { type: 'string', value: 'DIR', summary: 'folder of the files that tools can upload (default: none)' },
      'show-codes': { type: 'boolean', summary: 'show gift card codes and upload links' },
    },
    summary: `Serve the operations of the API as tools for agents. The server speaks the Model Context Protocol on standard input and output;
      its log goes to standard error`,
    needs:
      'An API key with Read or Write permission in the environment variable STORE_COMMERCE_API_KEY. No AWS credentials are needed',
    examples: [
      '--base-url http://localhost:3000',
      '--base-url http://localhost:3000 --areas reviews,gift_cards --read-only',
    ],
    async run(values, { target }) {
      const { serve } = await import('../../mcp/serve.ts');
      const { areas = null, uploads, 'read-only': readOnly, 'show-codes': showCodes } = values;
      const apiKey = process.env.STORE_COMMERCE_API_KEY ?? '';
      const baseUrl = values['base-url'] || process.env.STORE_COMMERCE_BASE_URL || target.endpoint || '';
      const problems = [
        ...(apiKey === '' ? ['Set STORE_COMMERCE_API_KEY to an API key of the store'] : []),
        ...(baseUrl === '' ? ['--base-url is required'] : []),
      ];
      if (uploads !== undefined && !statSync(uploads, { throwIfNoEntry: false })?.isDirectory()) {
        problems.push(`--uploads must be a folder, not ${uploads}`);
      }
      if (problems.length > 0) throw new UsageError(problems.join('. '));
      checkedAddress('base-url', baseUrl);
      await serve({ apiKey, baseUrl, areas, uploads, readOnly, showCodes });
      return { result: {}, ok: true };
    },
  }),
};
