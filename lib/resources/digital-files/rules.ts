/** The rules of digital files (contract, "Digital files"; decisions, "Digital files"). */

import { limits } from '../../schema/limits.ts';
import { codePoints, plainLine } from '../../schema/text.ts';
import type { DigitalFile } from './fields.ts';

interface NewFile {
  id: string;
  /** As the client named it. */
  name: string | undefined;
  /** Bytes. */
  size: number;
  now: string;
}

export const newDigitalFile = ({ id, name, size, now }: NewFile): DigitalFile => ({
  id,
  file_name: cleanFileName(name ?? ''),
  file_size: size,
  created_at: now,
  updated_at: now,
});

/** The name without folders and misleading characters, cut to 255 characters with its extension; `file` if empty. */
export function cleanFileName(name: string): string {
  const bare = plainLine(name.toWellFormed()).replace(/^.*[/\\]/s, '');
  return bare === '' || bare === '.' || bare === '..' ? 'file' : cut(bare);
}

/** Cuts a name but keeps its extension: up to 32 characters after the last dot, without spaces. */
function cut(name: string): string {
  const ending = /\.[^.\s]{1,32}$/u.exec(name)?.[0] ?? '';
  const stem = [...name.slice(0, name.length - ending.length)];
  return stem.slice(0, limits.fileName - codePoints(ending)).join('') + ending;
}
