/** Another text in the place of one that stands in a file exactly once; a text alone is left out. */
type Change = readonly [from: string, to: string] | string;

/**
 * Defects that are planted on purpose, by the tests that should notice them (files and folders, with blanks between them), the
 * file that they change, and what is wrong with the planted code, in a few words. Where those tests notice nothing, everything else is asked.
 */
export type Planted = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Change>>>>>>;
