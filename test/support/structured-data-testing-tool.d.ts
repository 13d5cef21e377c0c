/** The part of the package that tests use; it has no types of its own. */
declare module 'structured-data-testing-tool' {
  interface Check {
    /** A JMESPath, with the type of the object and its number in front. */
    test: string;
    type: 'jsonld';
  }

  /** Refused with an error whose `res.failed` are the checks that failed. */
  export function structuredDataTest(
    html: string,
    options: { schemas: readonly string[]; tests: Check[] },
  ): Promise<{ passed: readonly Check[]; failed: readonly Check[]; schemas: readonly string[] }>;
}
