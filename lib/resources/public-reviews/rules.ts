/** What public files are made from, and the texts and names that all of them show in the same way. */
import { plainLine } from '../../schema/text.ts';
import type { StarRating } from '../catalog/rules.ts';
import { type ReviewRecord, statusOf } from '../reviews/rules.ts';

export interface PublicSite {
  id: string;
  name: string;
  url: string;
  /** Language of the markup (BCP 47). */
  locale: string;
}

export interface PublicProduct {
  id: string;
  name: string;
  url: string | null;
  rating: StarRating;
}

export interface PublicFile {
  name: string;
  contentType: string;
  body: string;
}

/** A text in one line, without characters that could make it look like another text. May be empty. */
export const lineOf = (text: string): string => plainLine(text, ' ').trim();

/** Only these may be shown to everyone. A review of a shadowbanned author would look like a published one. */
export const publishedOf = (reviews: readonly ReviewRecord[]): ReviewRecord[] =>
  reviews.filter((review) => statusOf(review) === 'published');
