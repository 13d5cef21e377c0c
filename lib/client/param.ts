/**
 * The field that a message of the service speaks of, or undefined. Its messages begin with the field as it is named (`value must be between …`) or
 * as people read it (`First name is required`), or quote a filter (`Invalid 'status' parameter`).
 */
export function paramOf(message: string, fields: readonly string[] = []): string | undefined {
  const [, quoted = ''] = /'(\w+)'/.exec(message) ?? [];
  const words = `${message.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}_`;
  const named = fields.filter((name) => name === quoted || words.startsWith(`${name}_`) || isReference(words, name));
  return named.sort((a, b) => b.length - a.length)[0];
}

/** `Country is required` speaks of `country_id`. */
const isReference = (words: string, name: string): boolean =>
  name.endsWith('_id') && words.startsWith(`${name.slice(0, -2)}is_`);
