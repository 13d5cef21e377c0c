/** Sends generated multipart bodies through every door: each answers in a bounded number of turns, and all alike. */
import fc from 'fast-check';
import { type Sending, sendings } from './bodies.ts';
import { type Door, noFile, type Sent, type Verdict, wentAway } from './doors.ts';

export interface MultipartFuzzResult {
  bodies: number;
  /** By their outcome. */
  verdicts: Map<string, number>;
  /** What is wrong, with the smallest body found that shows it. */
  fault?: string;
}

/** Sends so many bodies through the doors, of which the first decides where the verdict is not known. */
export async function fuzzMultipart(
  doors: readonly Door[],
  { seed, runs }: { seed: number; runs: number },
  progress: (bodies: number) => void = () => undefined,
): Promise<MultipartFuzzResult> {
  const result: MultipartFuzzResult = { bodies: 0, verdicts: new Map() };
  const property = fc.asyncProperty(sendings, async ({ sent, verdict }) => {
    const judged = await judge(doors, sent, verdict);
    result.bodies += 1;
    const kind = judged.startsWith('"') || judged.startsWith('undefined') ? 'a file' : judged;
    result.verdicts.set(kind, (result.verdicts.get(kind) ?? 0) + 1);
    progress(result.bodies);
  });
  const details = await fc.check(property, { seed, numRuns: runs });
  if (details.failed) result.fault = faultText(details);
  return result;
}

/** The verdict that all doors come to. Throws an Error that names the one that does not. */
export async function judge(doors: readonly Door[], sent: Sent, known?: Verdict): Promise<Verdict> {
  let expected = known;
  for (const door of doors) {
    const verdict = await door.receive(sent);
    expected ??= verdict;
    if (!isRight(verdict, expected, door, sent)) throw new Error(`${door.name}: ${verdict}, not ${expected}`);
  }
  return expected ?? noFile;
}

function isRight(verdict: Verdict, expected: Verdict, { streams }: Door, { ends }: Sent): boolean {
  if (verdict === expected) return true;
  if (!streams || expected !== noFile) return false;
  // A file may be refused before the body turns out to be malformed; an unfinished body has no verdict yet.
  return verdict.startsWith('refused: ') || (!ends && verdict === wentAway);
}

function faultText({ errorInstance, counterexample }: fc.RunDetails<[Sending]>): string {
  const cause = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const sent = counterexample?.[0].sent;
  if (!sent) return cause;
  const pieces = sent.pieces.map((piece) => JSON.stringify(piece.toString('latin1'))).join(' | ');
  return `${cause}\n${sent.contentType}\n${pieces}${sent.ends ? '' : ' …'}`.slice(0, 4000);
}
