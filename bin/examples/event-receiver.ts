/** A webhook receiver that keeps the balance of every gift card in a file, even if events come twice, late or during a restart. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
// In a project of your own: 'store-commerce-api-client/webhooks'
import { type StoreCommerceEvent, verifyWebhook, WebhookVerificationError } from '../../lib/client/webhooks.ts';

const { PORT = '4000', SECRET = '', FILE = 'balances.json' } = process.env;
const cards: Record<string, { balance: number; sequence: number }> = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : {};

/** An event not above the last sequence of its card is a repeat, or older than the known state. */
function take({ object: { id }, sequence, data }: StoreCommerceEvent): void {
  if (!('balance' in data) || sequence <= (cards[id]?.sequence ?? 0)) return;
  cards[id] = { balance: data.balance, sequence };
  writeFileSync(`${FILE}.next`, JSON.stringify(cards));
  renameSync(`${FILE}.next`, FILE);
}

async function receive(request: IncomingMessage): Promise<number> {
  take(await verifyWebhook(await text(request), request.headers, SECRET));
  return 204;
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET') return response.end(JSON.stringify(cards));
  const status = await receive(request).catch((error) => (error instanceof WebhookVerificationError ? 401 : 500));
  return response.writeHead(status).end();
});
server.listen(Number(PORT), '127.0.0.1', () => console.log('Balances at', server.address()));
