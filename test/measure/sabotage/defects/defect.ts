/** A defect that is planted on purpose: another text in the place of one that stands in a file exactly once. */
export interface Defect {
  /** What is wrong with the planted code, in a few words. */
  name: string;
  file: string;
  from: string;
  to: string;
  /** Test files that should notice it; where they do not, everything else is asked. */
  tests: readonly string[];
}
