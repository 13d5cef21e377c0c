/** The client's groups of methods, one for each noun. The names of the methods are declared with the operations. */
import * as digitalFiles from '../resources/digital-files/operations.ts';
import * as giftOptions from '../resources/gift-options/operations.ts';
import { nouns } from '../resources/nouns.ts';

type Nouns = typeof nouns;

type Groups = {
  readonly [Name in keyof Nouns as Nouns[Name] extends { methods: object } ? Name : never]: Nouns[Name] extends {
    methods: infer Methods;
  }
    ? Methods
    : never;
};

/** Methods that call one operation. */
export const methods = Object.fromEntries(
  Object.entries(nouns).flatMap(([name, noun]) => ('methods' in noun ? [[name, noun.methods]] : [])),
) as unknown as Groups;

/** Operations of the methods that upload a file. */
export const uploads = {
  photo: giftOptions.uploads,
  file: digitalFiles.uploads,
} as const;
