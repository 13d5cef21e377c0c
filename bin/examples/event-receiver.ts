/** A webhook receiver that keeps the balance of every gift card in a file, even if events come twice, late or during a restart. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

/** The part of an event that is used here. */
interface StoreEvent {
  sequence: number;
  object: { id: string };
  data: { balance?: number };
}

const { PORT = '4000', SECRET = 'try-me', FILE = 'balances.json' } = process.env;
const cards: Record<string, { balance: number; sequence: number }> = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : {};

const hash = (text: string) => createHash('sha256').update(text).digest();
const isGenuine = (authorization = '') => timingSafeEqual(hash(authorization), hash(`Bearer ${SECRET}`));

/** What is not above the last sequence of its card has come before, or is older than what is known. */
function take({ object: { id }, sequence, data: { balance } }: StoreEvent): void {
  if (balance === undefined || sequence <= (cards[id]?.sequence ?? 0)) return;
  cards[id] = { balance, sequence };
  writeFileSync(`${FILE}.next`, JSON.stringify(cards));
  renameSync(`${FILE}.next`, FILE);
}

async function receive(request: IncomingMessage): Promise<number> {
  if (!isGenuine(request.headers.authorization)) return 401;
  const { detail } = (await json(request)) as { detail: StoreEvent };
  take(detail);
  return 204;
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET') response.end(JSON.stringify(cards));
  else response.writeHead(await receive(request).catch(() => 400)).end();
});
server.listen(Number(PORT), '127.0.0.1', () => console.log('Balances at', server.address()));
