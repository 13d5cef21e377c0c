/**
 * Issues gift cards from a file with a process that is killed again and again, each time when the store has issued cards before
 * it gets their codes: a line between them keeps the answers back.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import Papa from 'papaparse';
import { StoreCommerce } from '../../lib/client/store-commerce.ts';
import { listen } from './http/servers.ts';

const root = resolve(import.meta.dirname, '../..');

interface KilledIssue {
  /** Base URL of a local server. */
  server: string;
  store: string;
  /** With permission Read, or more. */
  apiKey: string;
  /** Where the files are made. */
  folder: string;
  cards: number;
  kills: number;
}

/** The outcome. */
interface Counts {
  /** Of each run that was killed: codes in the file, and cards in the store. */
  killedAt: { codes: number; cards: number }[];
  /** Lines of codes at the end, different codes among them, different cards, and cards in the store. */
  codes: number;
  differentCodes: number;
  differentCards: number;
  cards: number;
  /** Lines of the file that some other number of cards than one was issued for. */
  notOnce: number[];
}

/** Throws if a run ends otherwise than it was to. */
export async function issueUnderKills({ server, store, apiKey, folder, cards, kills }: KilledIssue): Promise<Counts> {
  const [from, codesTo] = [join(folder, 'cards.csv'), join(folder, 'codes.csv')];
  const rows = Array.from({ length: cards }, (_, index) => `${index + 1},line ${index + 2}`);
  await writeFile(from, ['value,note', ...rows, ''].join('\r\n'));
  const line = await openLine(server);
  const shop = new StoreCommerce({ apiKey, baseUrl: server });
  const killedAt: Counts['killedAt'] = [];
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      await killedRun([store, from, codesTo, line.url], line.breakAfter(Math.floor(cards / (kills + 1)) + kill));
      killedAt.push({ codes: (await codesIn(codesTo)).length, cards: (await issuedIn(shop)).length });
    }
    line.mend();
    await wholeRun([store, from, codesTo, line.url]);
  } finally {
    line.close();
  }
  const [codes, issued] = [await codesIn(codesTo), await issuedIn(shop)];
  const byLine = Map.groupBy(issued, ({ note }) => note);
  return {
    killedAt,
    codes: codes.length,
    differentCodes: new Set(codes.map(([, , code]) => code)).size,
    differentCards: new Set(codes.map(([, id]) => id)).size,
    cards: issued.length,
    notOnce: rows.map((_, index) => index + 2).filter((number) => byLine.get(`line ${number}`)?.length !== 1),
  };
}

async function codesIn(file: string): Promise<string[][]> {
  return Papa.parse<string[]>(await readFile(file, 'utf8')).data.slice(1, -1);
}

async function issuedIn(shop: StoreCommerce) {
  const issued: { id: string; note: string | null; initial_value: number }[] = [];
  for await (const card of shop.giftCards.list({ limit: 100 })) issued.push(card);
  return issued;
}

type Files = readonly [store: string, from: string, codesTo: string, endpoint: string];

const start = ([store, from, codesTo, endpoint]: Files) =>
  spawn(
    process.execPath,
    [
      ...['bin/operator.ts', 'gift-cards', 'issue', '--store', store],
      ...['--from', from, '--codes-to', codesTo, '--endpoint', endpoint],
    ],
    { cwd: root, stdio: 'ignore' },
  );

/** Starts a run and kills it once its answers are kept back. Throws if it ended before. */
export async function killedRun(files: Files, broken: Promise<void>): Promise<void> {
  const child = start(files);
  const ended = once(child, 'exit');
  await Promise.race([broken, ended.then(() => Promise.reject(new Error('The run ended before it was killed')))]);
  child.kill('SIGKILL');
  const [, signal] = await ended;
  if (signal !== 'SIGKILL') throw new Error('The run was not killed');
}

async function wholeRun(files: Files): Promise<void> {
  const [code] = await once(start(files), 'exit');
  if (code !== 0) throw new Error(`The last run ended with ${code}`);
}

/** A line to a server, on which answers of the API can be kept back. */
export async function openLine(server: string) {
  let left = Number.POSITIVE_INFINITY;
  let broken = () => {};
  const pass = (incoming: IncomingMessage, reply: ServerResponse) => {
    const { method, url } = incoming;
    // The server answers only to its own name.
    const { host: _, ...headers } = incoming.headers;
    const outgoing = request(new URL(url ?? '/', server), { method, headers }, (answer) => {
      const isIssue = method === 'POST' && url === '/api/v1/gift-cards/';
      if (isIssue && left <= 0) {
        answer.resume();
        broken();
        return;
      }
      if (isIssue) left -= 1;
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    incoming.pipe(outgoing);
  };
  const line = createServer(pass);
  const url = await listen(line);
  return {
    url,
    /** Keeps every answer back after so many more; resolves with the first. */
    breakAfter(answers: number): Promise<void> {
      left = answers;
      return new Promise((resolve) => {
        broken = resolve;
      });
    },
    mend() {
      left = Number.POSITIVE_INFINITY;
    },
    close() {
      line.closeAllConnections();
      line.close();
    },
  };
}
