/** What the reference says of each value, and whether that helps a reader. */
import type { JsonSchema } from '../../../bin/reference/openapi/json-schema.ts';

export interface Value {
  /** Its location: `GiftCard.balance`. */
  path: string;
  name: string;
  description: string;
  /** The few words it may be. */
  values: readonly string[];
}

/** Every field of a schema, those of objects inside it included; references are not followed. */
export function fieldsIn(path: string, { properties = {}, items, anyOf = [] }: JsonSchema): Value[] {
  const inside = [items, ...anyOf].flat().filter((each) => typeof each === 'object');
  const own = Object.entries(properties).flatMap(([name, property]) =>
    typeof property === 'boolean'
      ? []
      : [
          { path: `${path}.${name}`, name, description: property.description ?? '', values: descriptionsOf(property) },
          ...fieldsIn(`${path}.${name}`, property),
        ],
  );
  return [...own, ...inside.flatMap((each) => fieldsIn(path, each))];
}

/** A single word is not one of few: it is in the text. */
const descriptionsOf = ({ enum: words = [], anyOf = [] }: JsonSchema): string[] => [
  ...words.filter((word) => typeof word === 'string'),
  ...anyOf.flatMap(descriptionsOf),
];

/** What is wrong with what is said of a value, or nothing. */
export function faultIn({ path, name, description, values }: Value): string[] {
  if (description === '') return [`${path} has no description`];
  if (isRepetition(name, description)) return [`${path} only repeats its name: ${description}`];
  return values
    .filter((value) => !description.includes(`\`${value}\`: `) && !description.includes(`\`${value}\``))
    .map((value) => `${path} does not explain ${value}`)
    .concat(
      values.filter((value) => hasNoWords(value, description)).map((value) => `${path} says nothing of ${value}`),
    );
}

/** Whether the explanation of a value ends where it begins. */
const hasNoWords = (value: string, description: string): boolean =>
  new RegExp(`\`${value}\`: *(?:$|[\\n;.\`])`).test(description);

/** Words that say nothing without others. */
const empty = new Set(
  'a an the of this that its it is to for in on and or as by with id public value field object string number'.split(
    ' ',
  ),
);

/** Whether a text says no more than its own name: `The gift card id.` of `gift_card_id`. */
function isRepetition(name: string, description: string): boolean {
  const own = new Set(wordsIn(name));
  return wordsIn(description).every((word) => own.has(word) || own.has(word.replace(/s$/, '')) || empty.has(word));
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
