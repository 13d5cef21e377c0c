/** Reads XML that has neither comments nor instructions, CDATA or entities of its own. */

export interface XmlElement {
  name: string;
  children: XmlElement[];
  text: string;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

function textIn(token: string): string {
  if (token === '<' || /&(?!(?:lt|gt|quot|amp|#39);)/.test(token)) throw new Error(`Not well-formed: ${token}`);
  return token.replaceAll(/&(lt|gt|quot|amp|#39);/g, (_, name) => entities[String(name)] ?? '');
}

function endLast(open: XmlElement[], name: string): void {
  if (open.pop()?.name !== name) throw new Error(`${name} ends, but is not open`);
}

/** The root element. Throws where the text is not well-formed. */
export function parseXml(text: string): XmlElement {
  const document: XmlElement = { name: '', children: [], text: '' };
  const open = [document];
  for (const [token, close, name = ''] of text.matchAll(/<(\/?)(\w+)(?: [\w:]+="[^"<]*")*>|[^<]+|</g)) {
    const parent = open.at(-1) ?? document;
    if (name === '') parent.text += textIn(token);
    else if (close) endLast(open, name);
    else {
      const child = { name, children: [], text: '' };
      parent.children.push(child);
      open.push(child);
    }
  }
  const [root, ...more] = document.children;
  if (!root || more.length > 0 || open.length !== 1) throw new Error('Not one document');
  return root;
}

/** The elements on a way, from the root of an element. */
export const elementsAt = (element: XmlElement, ...way: string[]): XmlElement[] =>
  way.reduce(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
