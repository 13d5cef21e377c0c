/** The operations of the contract as tools. */
import type { Tool } from '@modelcontextprotocol/server';
import { operations } from '../../lib/resources/nouns.ts';
import { missingArea } from '../../lib/resources/stores/rules.ts';
import { limits } from '../../lib/schema/limits.ts';
import type { Area, Operation } from '../../lib/schema/operation.ts';
import { sizeOf } from '../reference/fields.ts';
import { secretFields } from './masks.ts';
import { inputSchemaOf, outputSchemaOf, plainLinks } from './schemas.ts';

/** The limits of a server's tools. */
interface Allowed {
  /** Permission of the key. */
  permission: string;
  /** Areas of the key, or null for all. */
  keyAreas: Area[] | null;
  /** Areas of the server, or null for all. */
  areas: Area[] | null;
  readOnly: boolean;
  /** Whether the server may read files to upload. */
  uploads: boolean;
}

/** Permissions of the operations that a key may call, by its own permission. A key of a storefront has none of them. */
const granted: Readonly<Record<string, readonly string[]>> = { Read: ['Read'], Write: ['Read', 'Write'] };

/** The operations that a server offers, in the contract's order. */
export function allowedOperations({ permission, keyAreas, areas: own, readOnly, uploads }: Allowed): Operation[] {
  const permissions = granted[readOnly && permission === 'Write' ? 'Read' : permission] ?? [];
  const isOpen = (operation: Operation) => [own, keyAreas].every((areas) => missingArea({ areas }, operation) === null);
  return operations.filter((each) => {
    if (each.permission === 'Any') return true;
    return isOpen(each) && permissions.includes(each.permission) && (uploads || each.upload === undefined);
  });
}

/** A tool with the texts and schemas of its operation. `showCodes`: results contain codes and signed links. */
export function toolOf(operation: Operation, { showCodes }: { showCodes: boolean }): Tool {
  const { name, summary, words, upload } = operation;
  const secrets = showCodes ? [] : secretFields(operation).map((field) => `\`${field}\``);
  const description = [
    plainLinks(words.text),
    ...(upload ? [fileWords(upload.maximumBytes)] : []),
    ...(secrets.length > 0 ? [`This server masks ${secrets.join(' and ')} in the result.`] : []),
  ];
  const outputSchema = outputSchemaOf(operation);
  return {
    name,
    title: summary,
    description: description.join('\n\n'),
    inputSchema: inputSchemaOf(operation),
    ...(outputSchema && { outputSchema }),
    annotations: { title: summary, ...hintsOf(operation) },
  };
}

const fileWords = (maximumBytes: number): string =>
  `The tool reads the file at \`file_path\` on the computer that this server runs on. It must be a regular file, not empty, at most ${sizeOf(maximumBytes)}, and in the folder that the server was started with (\`--uploads\`). A file of more than ${sizeOf(limits.functionBody)} is sent straight to the bucket.`;

/**
 * Hints for the client (Model Context Protocol, "ToolAnnotations"). A GET and a declared POST only read. A PUT, a DELETE and a declared POST may be destructive.
 * Everything but a POST has no further effect if it is repeated.
 */
export function hintsOf({ method, destructive, readOnly }: Operation) {
  return {
    readOnlyHint: method === 'GET' || readOnly === true,
    destructiveHint: method === 'PUT' || method === 'DELETE' || destructive === true,
    idempotentHint: method !== 'POST' || readOnly === true,
    openWorldHint: false,
  };
}
