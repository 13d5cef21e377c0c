/** What of an expected value is otherwise in another one, in words: each as its path, what it was and what it is. */
export function differences(expected: unknown, actual: unknown, path = 'it'): string[] {
  if (typeof expected !== 'object' || expected === null) {
    return Object.is(expected, actual)
      ? []
      : [`${path} was ${JSON.stringify(expected)}, and is ${JSON.stringify(actual)}`];
  }
  if (typeof actual !== 'object' || actual === null) return [`${path} is ${JSON.stringify(actual)}`];
  const lengths = [expected, actual].map((each) => (Array.isArray(each) ? each.length : -1));
  if (lengths[0] !== lengths[1]) return [`${path} had ${lengths[0]} elements, and has ${lengths[1]}`];
  return Object.entries(expected).flatMap(([name, value]) =>
    differences(value, (actual as Record<string, unknown>)[name], `${path}.${name}`),
  );
}
