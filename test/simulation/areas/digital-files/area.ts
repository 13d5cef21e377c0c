/**
 * Digital files: what a buyer downloads is what was uploaded last for the variant, whole; nothing that is announced is missing
 * from the bucket, and nothing is left there that is not.
 */
import { area } from '../../engine/area.ts';
import { isExplained } from '../../engine/history.ts';
import { apply, initial } from './model.ts';
import { begin } from './place.ts';
import { abandonDigitalFileUpload } from './steps/abandon-digital-file-upload.ts';
import { completeDigitalFileUpload } from './steps/complete-digital-file-upload.ts';
import { createDownload, downloading, pathOf } from './steps/create-download.ts';
import { deleteDigitalFile } from './steps/delete-digital-file.ts';
import { startDigitalFileUpload } from './steps/start-digital-file-upload.ts';
import { uploadDigitalFile } from './steps/upload-digital-file.ts';

export const digitalFiles = area({
  name: 'digital files',
  folder: 'digital-files',
  begin,
  kinds: [
    abandonDigitalFileUpload,
    completeDigitalFileUpload,
    createDownload,
    deleteDigitalFile,
    startDigitalFileUpload,
    uploadDigitalFile,
  ],
  judge(_, history, { objects }) {
    if (!isExplained(initial, history, apply)) return 'no order of events explains the answers';
    const lastLinks = history.filter(({ input, answer }) => input.isLast && answer?.ok);
    const announced = lastLinks.map(({ answer }) => pathOf(answer).split('/').slice(2).join('/'));
    const left = objects.filter((name) => name.startsWith('files/'));
    return JSON.stringify(left.toSorted()) === JSON.stringify(announced.toSorted())
      ? undefined
      : `files left: ${left}, announced: ${announced}`;
  },
  last: (place) => [() => place.variants.map((variant) => downloading(place, variant, true))],
});
