/** One thing that was looked at: whether it is as it must be, and what to do where it is not. */
export interface Finding {
  isWell: boolean;
  /** What was looked at, and how it was found. */
  text: string;
  /** What to do about it. */
  cure?: string;
  /** Does it, where this can be done without asking anybody. */
  mend?: () => Promise<unknown>;
}

const well = (text: string): Finding => ({ isWell: true, text });

export const ill = (text: string, cure: string, mend?: () => Promise<unknown>): Finding => ({
  isWell: false,
  text,
  cure,
  ...(mend && { mend }),
});

/** One of the two, by how it was found. */
export const judged = (isWell: boolean, good: string, ...bad: Parameters<typeof ill>): Finding =>
  isWell ? well(good) : ill(...bad);

/** The answer of AWS, or undefined if AWS reports that the thing does not exist. */
export async function unlessNone<T>(answer: Promise<T>, isNone: (error: Error) => boolean): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && isNone(error)) return undefined;
    throw error;
  }
}

/** A question to AWS that could not be answered is a finding itself. */
export async function asked(what: string, ask: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await ask();
  } catch (error) {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return [ill(`${what} could not be checked: ${why}`, 'check that the credentials can read it')];
  }
}

/** Prints findings, and fixes what it can if asked to. Returns how many findings still lack something. */
export async function settled(
  findings: readonly Finding[],
  { mend, print }: { mend: boolean; print(line: string): void },
): Promise<number> {
  let lacking = 0;
  for (const finding of findings) {
    print(lineOf(finding));
    if (finding.isWell) continue;
    if (mend && finding.mend) {
      await finding.mend();
      print('       fixed');
    } else lacking += 1;
  }
  return lacking;
}

/** As a person reads it. */
export const lineOf = ({ isWell, text, cure }: Finding): string =>
  isWell ? `ok     ${text}` : `LACKS  ${text}${cure === undefined ? '' : `\n       → ${cure}`}`;
