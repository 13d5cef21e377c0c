/** A page of the reference, as both its Markdown and its HTML are made of it. */

import { type EventObject, type EventType, eventsCausedBy, objectOf } from '../../lib/resources/events.ts';
import type { Invocable } from '../../lib/schema/invocable.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { markdownTable } from '../command-line/table.ts';

export interface Page {
  /** Below `/docs/`, without an ending: `api/gift-cards`. */
  path: string;
  title: string;
  /** The heading it is under in the list of pages. */
  group: string;
  /** The path of its overview: the list of pages shows the page below it, while a reader is there. */
  parent?: string;
  /** Groups the pages below an overview in the list of pages. */
  use?: 'Manage' | 'Checkout' | 'Operate' | 'Events';
  /** The introduction, in Markdown. */
  summary: string;
  parts: readonly Part[];
  /** Samples shown next to the whole page. */
  samples?: readonly Sample[];
  /** The operation that the page is about, and that can be tried there. */
  operation?: Operation;
  /** The function that the page is about, by its name without that of the stack. */
  functionName?: string;
}

/** A part of a page, with an id for links. */
export interface Part {
  id: string;
  title: string;
  /** In Markdown. */
  text: string;
  /** Samples shown next to the text. */
  samples: readonly Sample[];
}

/** The server of the reference: a deployment on AWS, or the local server. */
export type Host = 'aws' | 'local';

export interface Sample {
  title: string;
  language: 'sh' | 'ts' | 'python' | 'php' | 'ruby' | 'go' | 'json';
  /** The host on which it runs, if it does not run on both. */
  only?: Host;
  code: string;
}

/** The page with the samples that run on a host, without the others. */
export function pageOn(host: Host, page: Page): Page {
  const on = (samples: readonly Sample[]) => samples.filter(({ only = host }) => only === host);
  return {
    ...page,
    parts: page.parts.map((each) => ({ ...each, samples: on(each.samples) })),
    ...(page.samples && { samples: on(page.samples) }),
  };
}

/** The page as Markdown. */
export const markdownOf = ({ title, summary, parts, samples = [], operation, functionName }: Page): string =>
  `${[
    `# ${title}`,
    ...(operation ? [`\`${operation.method} ${operation.path}\``, permissionOf(operation)] : []),
    ...(functionName ? [`Lambda function: \`StoreCommerceApi-${functionName}\``] : []),
    summary,
    ...samples.flatMap(markdownOfSample),
    ...parts.flatMap(markdownOfPart),
  ]
    .filter(Boolean)
    .join('\n\n')}\n`;

const markdownOfPart = ({ title, text, samples }: Part): string[] => [
  `## ${title}`,
  text,
  ...samples.flatMap(markdownOfSample),
];

const markdownOfSample = ({ title, language, code }: Sample): string[] =>
  code === '' ? [`${title}: no body`] : [`${title}:`, `\`\`\`${language}\n${code}\n\`\`\``];

export const permissionOf = ({ permission }: Operation): string =>
  `Requires ${permission === 'Any' ? 'any API key' : `an API key with \`${permission}\` permission`}. The samples read it from the variable \`KEY\`.`;

/** The path of a page as links name it. */
export const linkTo = ({ path }: Pick<Page, 'path'>, id?: string): string =>
  `/docs/${path}.html${id === undefined ? '' : `#${id}`}`;

/** A summary as a list shows it. */
export const firstSentence = ({ summary }: Pick<Page, 'summary'>): string =>
  /^[^\n]*?[.:](?=\s|$)/.exec(summary)?.[0].replace(/:$/, '.') ?? summary;

/** A table in Markdown, with bars and line ends escaped. */
export const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  markdownTable({
    columns,
    rows: rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\n+(?:- )?/g, '<br>'))),
  });

/** A part with an id made from its title. */
export const part = (title: string, text: string, samples: readonly Sample[] = []): Part => ({
  id: idOf(title),
  title,
  text,
  samples,
});

/** A heading as a link names it. */
const idOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

export const pathOfSection = (section: string): string => `api/${section.toLowerCase().replaceAll(' ', '-')}`;

export const pathOfOperation = ({ name, permission }: Operation): string =>
  `${permission === 'Storefront' ? 'functions' : 'api'}/${name}`;

export const linkToSection = (section: string): string => linkTo({ path: pathOfSection(section) });

export const linkToOperation = (operation: Operation): string => linkTo({ path: pathOfOperation(operation) });

export const pathOfObject = (object: EventObject): string => `events/${object.replaceAll('_', '-')}`;

export const linkToEvent = (type: EventType): string => linkTo({ path: pathOfObject(objectOf(type)) }, type);

/** The part about the events that an operation or function causes, if any. */
export function causedEvents(cause: Operation | Invocable): Part[] {
  const types = eventsCausedBy(cause);
  if (types.length === 0) return [];
  return [part('Events', `May cause ${types.map((type) => `[\`${type}\`](${linkToEvent(type)})`).join(', ')}.`)];
}
