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

export const well = (text: string): Finding => ({ isWell: true, text });

export const ill = (text: string, cure: string, mend?: () => Promise<unknown>): Finding => ({
  isWell: false,
  text,
  cure,
  ...(mend && { mend }),
});

/** A question to AWS that could not be answered is a finding itself. */
export async function asked(what: string, ask: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await ask();
  } catch (error) {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return [ill(`${what} could not be looked at: ${why}`, 'see that the credentials may read it')];
  }
}

/** As a person reads it. */
export const lineOf = ({ isWell, text, cure }: Finding): string =>
  isWell ? `ok     ${text}` : `LACKS  ${text}${cure === undefined ? '' : `\n       → ${cure}`}`;
