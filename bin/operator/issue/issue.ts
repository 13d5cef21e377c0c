/** Issues the gift cards of a file, each once, however often the run dies and is run again. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Fetch } from '../../../lib/client/options.ts';
import { NotFoundError, StoreCommerce } from '../../../lib/client/store-commerce.ts';
import { UsageError } from '../../command-line/options.ts';
import { asMoney, counted, type Outcome, type Session } from '../command.ts';
import { targetOf } from '../files/journal.ts';
import { type Amounts, createCodes, type Problem, resumeCodes, type Survey, survey } from './cards.ts';
import { type Finished, journalOf, RunJournal } from './journal.ts';
import { createKey, endKey, issueRows, type Key } from './run.ts';

interface Issue {
  store: string;
  from: string;
  'codes-to': string;
  mail: boolean;
  'no-mail': boolean;
  decimal: boolean;
  'dry-run': boolean;
  'base-url': string | undefined;
}

export async function issueGiftCards(given: Issue, session: Session): Promise<Outcome> {
  const { store, from, mail, decimal } = given;
  const baseUrl = given['base-url'] ?? session.target.endpoint;
  if (baseUrl === undefined) throw new UsageError('--base-url is required on AWS: the address of the API');
  session.show(`Reading ${from}`);
  // Without a change, the function returns the store.
  const { currency } = await session.operator(store).updateStore({});
  const amounts = { decimal, currency };
  const [existing, read] = [await RunJournal.read(from), await survey(from, amounts)];
  const wanted = {
    ...{ into: targetOf(store, session), sha256: read.sha256, codes: resolve(given['codes-to']), mail },
    ...(decimal && { decimal }),
  };
  if (existing) refuseOtherRun(existing, wanted, from);
  else if (read.problems.length > 0) return refuse(read.problems);
  if (read.namesRecipients && mail === given['no-mail']) {
    throw new UsageError('The file has recipients: use --mail to email them their codes, or --no-mail');
  }
  if (existing && 'finished_at' in existing) return finishedBefore(existing, from);
  const cards = `${counted(read.cards, 'gift card')} with a total value of ${asMoney(read.value, currency)}`;
  if (given['dry-run']) {
    const result = { cards: read.cards, value: read.value, currency };
    return { result, text: `The file has ${cards}\nNothing was issued (--dry-run)`, ok: true };
  }
  return issueAll({ store, from, baseUrl, read, wanted, existing, amounts }, session);
}

interface Work {
  store: string;
  from: string;
  baseUrl: string;
  read: Survey;
  amounts: Amounts;
  wanted: Run;
  /** Of a run that died. */
  existing: RunJournal | undefined;
}

async function issueAll(work: Work, session: Session): Promise<Outcome> {
  const { store, from, baseUrl, read, wanted, existing, amounts } = work;
  const journal = existing?.started.size ? existing : await begin({ store, from, existing }, wanted, session);
  const connect = (send?: Fetch) => new StoreCommerce({ apiKey: journal.run.api_key, baseUrl, fetch: send });
  const unknown = journal.started.size === 0 ? await unknownSites(connect(), read) : [];
  if (unknown.length > 0) {
    await endKey(store, journal.run, session);
    await journalOf(from).remove();
    return refuse(unknown);
  }

  const codes = await (existing ? resumeCodes : createCodes)(wanted.codes);
  const keys = { create: () => createKey(store, session), end: (key: Key) => endKey(store, key, session) };
  const run = { from, amounts, connect, keys, journal, codes, cards: read.cards };
  const { refused, issued } = await issueRows(run, session.show);
  await endKey(store, journal.run, session);
  await journalOf(from).begin({ ...wanted, cards: issued, finished_at: new Date().toISOString() });
  return {
    result: { issued, refused, codes: wanted.codes },
    text: [...refused.map(lineOf), `${doneWords(issued, work)} ${wanted.codes}`].join('\n'),
    ok: refused.length === 0,
  };
}

/** The result of a run. It includes the total value only if no line was refused. */
function doneWords(issued: number, { read, amounts }: Work): string {
  const worth = issued === read.cards ? ` with a total value of ${asMoney(read.value, amounts.currency)}` : '';
  return `Issued ${counted(issued, 'gift card')}${worth}. The codes are in`;
}

const lineOf = ({ line, reason }: Problem): string => `line ${line}: ${reason}`;

/** Nothing has been issued. */
const refuse = (problems: readonly Problem[]): Outcome => ({
  result: { issued: 0, refused: problems },
  text: [...problems.map(lineOf), 'Nothing was issued'].join('\n'),
  ok: false,
});

const finishedBefore = ({ cards: issued, codes, finished_at }: Finished, from: string): Outcome => ({
  result: { issued, refused: [], codes },
  text:
    `Nothing was issued: a run that ended at ${finished_at} issued ${counted(issued, 'gift card')} of this file. ` +
    `The codes are in ${codes}. To issue the cards again, delete ${journalOf(from).name}`,
  ok: true,
});

/** Starts a run, or restarts one that died before it had started any card. */
async function begin(
  { store, from, existing }: Pick<Work, 'store' | 'from' | 'existing'>,
  wanted: Run,
  session: Session,
): Promise<RunJournal> {
  if (existing) await endKey(store, existing.run, session);
  else if (existsSync(wanted.codes)) throw new Error(`${wanted.codes} exists: choose another file for the codes`);
  return RunJournal.begin(from, { ...wanted, ...(await createKey(store, session)) });
}

/** Throws if a file was started with other options. */
function refuseOtherRun(existing: RunJournal | Finished, wanted: Run, from: string): void {
  const started: Run = 'run' in existing ? existing.run : existing;
  const [other] = differences.filter(([field]) => started[field] !== wanted[field]);
  if (!other) return;
  const hint = 'run' in existing ? '' : `; they are issued. If these are other cards, delete ${journalOf(from).name}`;
  throw new Error(`${other[1](started)}${hint}`);
}

type Run = Omit<RunJournal['run'], 'key_id' | 'api_key'>;

/** What must be the same as when a file's cards were started. */
const differences: readonly (readonly [keyof Run, (started: Run) => string])[] = [
  ['sha256', () => 'The file has changed since its cards were started: put other cards into a new file'],
  ['into', ({ into }) => `The cards of this file go into ${into}`],
  ['codes', ({ codes }) => `The codes of this file's cards go to ${codes}`],
  ['decimal', ({ decimal }) => `The cards of this file were started ${decimal ? 'with' : 'without'} --decimal`],
  ['mail', ({ mail }) => `The cards of this file were started ${mail ? 'with' : 'without'} --mail`],
];

async function unknownSites(shop: StoreCommerce, { sites }: Survey): Promise<Problem[]> {
  const unknown: Problem[] = [];
  for (const [site, line] of sites) {
    try {
      await shop.giftOptions.list(site);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      unknown.push({ line, reason: 'site_id must be a site of this store' });
    }
  }
  return unknown;
}
