/** Photos of gift options: one is there as long as its option shows it, whole, and no longer. */
import { area } from '../../engine/area.ts';
import { type Operation, unexplained } from '../../engine/history.ts';
import { apply, inSteps, startingWith } from '../gift-options/model.ts';
import { looking } from './look-at-photo.ts';
import { begin } from './place.ts';
import { reading } from './steps/get-gift-option.ts';
import { listing } from './steps/list-gift-options.ts';

export const giftOptionImages = area({
  name: 'photos of gift options',
  folder: 'gift-option-images',
  begin,
  judge({ initial }, history, { objects }) {
    const complaint = unexplained(startingWith(initial), inSteps(initial, history.map(begun)), apply);
    if (complaint) return complaint;
    const shown = photosShownAtLast(history);
    const left = objects.filter((name) => name.startsWith('media/')).toSorted();
    return JSON.stringify(left) === JSON.stringify(shown) ? undefined : `photos left: ${left}, shown: ${shown}`;
  },
  last: (place) => [
    () => [
      ...place.known.map((id) => reading(place, id)),
      ...[...place.photos].map(([id, path]) => looking(id, path)),
      listing(place),
    ],
  ],
});

/**
 * An upload that is begun holds nothing yet, so it may be judged by what its option was when it was read, even where the same
 * request was refused meanwhile: finishing it is judged again.
 */
const begun = (operation: Operation): Operation =>
  operation.input.kind === 'start photo' ? { ...operation, notAfter: undefined } : operation;

function photosShownAtLast(history: readonly Operation[]): string[] {
  const listed = history.findLast(({ input: { kind } }) => kind === 'list');
  const options: { image: { url: string } | null }[] = listed?.answer?.body.data ?? [];
  return options.flatMap(({ image }) => (image ? [image.url.slice(1)] : [])).toSorted();
}
