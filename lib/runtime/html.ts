const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it is in HTML, in an attribute's quotes too. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
