/**
 * Digital files: what a buyer downloads is what was uploaded last for the variant, whole; nothing that is announced is missing
 * from the bucket, and nothing is left there that is not.
 */
import { area } from '../../engine/area.ts';
import { unexplained } from '../../engine/history.ts';
import { apply, initial } from './model.ts';
import { begin } from './place.ts';
import { downloading, pathOf } from './steps/create-download.ts';

export const digitalFiles = area({
  name: 'digital files',
  folder: 'digital-files',
  begin,
  judge(_, history, { objects }) {
    const complaint = unexplained(initial, history, apply);
    if (complaint) return complaint;
    const lastLinks = history.filter(({ input, answer }) => input.isLast && answer?.ok);
    const announced = lastLinks.map(({ answer }) => pathOf(answer).split('/').slice(2).join('/'));
    const left = objects.filter((name) => name.startsWith('files/'));
    return JSON.stringify(left.toSorted()) === JSON.stringify(announced.toSorted())
      ? undefined
      : `files left: ${left}, announced: ${announced}`;
  },
  last: (place) => [() => place.variants.map((variant) => downloading(place, variant, true))],
});
