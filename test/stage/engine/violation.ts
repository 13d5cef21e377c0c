/** Something that must be true is not. */
export class Violation extends Error {
  override readonly name = 'Violation';
  /** What happened that shows it, a line each. */
  readonly evidence: readonly string[];

  constructor(message: string, evidence: readonly string[]) {
    super(message);
    this.evidence = evidence;
  }
}
