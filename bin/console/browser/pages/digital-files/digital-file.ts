import type { UploadReplies } from '../../../../../lib/client/api.ts';

export type DigitalFile = UploadReplies['file']['finish'];

export const isFile = (answer: unknown): answer is DigitalFile =>
  typeof answer === 'object' && answer !== null && 'file_name' in answer;
