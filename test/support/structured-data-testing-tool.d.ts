/** The part of the package that tests use; it has no types of its own. */
declare module 'structured-data-testing-tool' {
  interface Check {
    /** The path of a value; it begins with the type of the object and its number. */
    test: string;
    type: 'jsonld';
  }

  /** Rejects if a check fails: `res.failed` of the error contains these checks. */
  export function structuredDataTest(
    html: string,
    options: { schemas: readonly string[]; tests: Check[] },
  ): Promise<{ passed: readonly Check[]; failed: readonly Check[]; schemas: readonly string[] }>;
}
