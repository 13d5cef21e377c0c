/** DynamoDB's expressions, built from the changes and the conditions of a write. */

type Attributes = Readonly<Record<string, unknown>>;

/** The conditions at the commit. */
export interface Condition {
  /** The item exists. */
  exists?: boolean;
  /** None of these attributes exists. */
  without?: readonly string[];
  /** These attributes are as they were read; undefined for one that did not exist. */
  unchanged?: Attributes;
  /** These attributes are at most these numbers, or do not exist. */
  atMost?: Readonly<Record<string, number>>;
}

export interface Change extends Condition {
  /** Attributes that take these values. */
  set?: Attributes;
  /** Attributes that take these values only if they do not exist. */
  defaults?: Attributes;
  /** Attributes that become the sum of another attribute, zero if it does not exist, and a number. */
  sums?: Readonly<Record<string, readonly [attribute: string, number: number | bigint]>>;
  /** Attributes that grow by these numbers, from zero if they do not exist. */
  added?: Readonly<Record<string, number | bigint>>;
  removed?: readonly string[];
}

/** The condition of a put, a deletion or a check. It contains at least one attribute. */
export function conditionExpression(condition: Condition) {
  const placeholders = new Placeholders();
  return { ConditionExpression: conditionsOf(condition, placeholders).join(' AND '), ...placeholders.used() };
}

/** The expressions of an update, which changes at least one attribute. */
export function updateExpression(change: Change) {
  const placeholders = new Placeholders();
  const conditions = conditionsOf(change, placeholders);
  return {
    UpdateExpression: clausesOf(change, placeholders).join(' '),
    ...(conditions.length > 0 ? { ConditionExpression: conditions.join(' AND ') } : {}),
    ...placeholders.used(),
  };
}

function conditionsOf(
  { exists = false, without = [], unchanged = {}, atMost = {} }: Condition,
  { name, value }: Placeholders,
) {
  const absent = (attribute: string) => `attribute_not_exists(${name(attribute)})`;
  return [
    ...(exists ? [`attribute_exists(${name('pk')})`] : []),
    ...without.map(absent),
    ...Object.entries(unchanged).map(([attribute, read]) =>
      read === undefined ? absent(attribute) : `${name(attribute)} = ${value(`was_${attribute}`, read)}`,
    ),
    ...Object.entries(atMost).map(
      ([attribute, most]) => `(${absent(attribute)} OR ${name(attribute)} <= ${value(`most_${attribute}`, most)})`,
    ),
  ];
}

function clausesOf(
  { set = {}, defaults = {}, sums = {}, added = {}, removed = [] }: Change,
  { name, value }: Placeholders,
) {
  const orElse = (attribute: string, otherwise: string) => `if_not_exists(${name(attribute)}, ${otherwise})`;
  return [
    ...clause('SET', [
      ...Object.entries(set).map(([attribute, next]) => `${name(attribute)} = ${value(attribute, next)}`),
      ...Object.entries(defaults).map(
        ([attribute, next]) => `${name(attribute)} = ${orElse(attribute, value(attribute, next))}`,
      ),
      ...Object.entries(sums).map(
        ([attribute, [other, number]]) =>
          `${name(attribute)} = ${orElse(other, value('zero', 0))} + ${value(attribute, number)}`,
      ),
    ]),
    ...clause('REMOVE', removed.map(name)),
    ...clause(
      'ADD',
      Object.entries(added).map(([attribute, number]) => `${name(attribute)} ${value(attribute, number)}`),
    ),
  ];
}

const clause = (keyword: string, parts: readonly string[]): string[] =>
  parts.length > 0 ? [`${keyword} ${parts.join(', ')}`] : [];

/** The longest placeholder. DynamoDB accepts expressions of 4 KB: the counts of all variants of a product need shorter ones than their names. */
const longestPlaceholder = 30;

/** Placeholders of attributes (their names may be reserved words) and of values. DynamoDB refuses unused ones. */
class Placeholders {
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, unknown> = {};
  readonly #shortened = new Map<string, string>();

  readonly name = (attribute: string): string => {
    const name = `#${this.#shorten(attribute)}`;
    this.#names[name] = attribute;
    return name;
  };

  readonly value = (label: string, value: unknown): string => {
    const name = `:${this.#shorten(label)}`;
    this.#values[name] = value;
    return name;
  };

  /** A number replaces a long label. Names of attributes do not begin with a number. */
  #shorten(label: string): string {
    if (label.length <= longestPlaceholder) return label;
    const short = this.#shortened.get(label) ?? String(this.#shortened.size);
    this.#shortened.set(label, short);
    return short;
  }

  /** An empty map is refused as well. */
  used() {
    return {
      ExpressionAttributeNames: this.#names,
      ...(Object.keys(this.#values).length > 0 ? { ExpressionAttributeValues: this.#values } : {}),
    };
  }
}
