/** Builds nodes. Texts are set as text, never as HTML. */

type Child = Node | string | undefined;

/** An element with attributes and children. An attribute that is `true` is empty; one that is `false` or undefined is absent. */
export function node<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number | boolean | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(attribute, value === true ? '' : String(value));
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Clears the status of a form and runs what the form sends, unless the form is already sending: then it returns undefined. */
export async function whileBusy<T>(
  form: HTMLElement,
  status: HTMLElement,
  send: () => Promise<T>,
): Promise<T | undefined> {
  if (form.ariaBusy) return undefined;
  form.ariaBusy = 'true';
  status.textContent = '';
  try {
    return await send();
  } finally {
    form.ariaBusy = null;
  }
}

/** The parts of a text around a name, with the name set apart: it may have another direction. */
export function around(text: (name: string) => string, name: string): (Node | string)[] {
  const [before = '', after = ''] = text('\0').split('\0');
  return [before, node('bdi', {}, name), after];
}
