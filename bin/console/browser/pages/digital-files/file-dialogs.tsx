/** The questions before a digital file is replaced or deleted. */
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { notify } from '../../state/notices.ts';
import { write } from '../../state/open-calls.ts';

type Variant = Awaited<ReturnType<StoreCommerce['products']['get']>>['variants'][number];

export type DigitalFile = NonNullable<Variant['digital_file']>;

/** A file that was chosen to replace another one. */
export interface Replacing {
  /** Its name. */
  by: string;
  send(): Promise<unknown>;
}

interface ReplaceFileProps {
  file: DigitalFile;
  replacing: Replacing;
  onClose(): void;
}

/** Asks before a file is replaced, which nothing undoes. The upload shows its own progress. */
export function ReplaceFileDialog({ file, replacing: { by, send }, onClose }: ReplaceFileProps) {
  const replace = async () => {
    onClose();
    void send();
  };
  return (
    <Dialog title={`Replace ${file.file_name} with ${by}?`} onClose={onClose}>
      <p>Customers who bought the variant download the new file from then on. Links to the old file stop working.</p>
      <Form submit="Replace" kind="danger" onSubmit={replace} onCancel={onClose} />
    </Dialog>
  );
}

interface DeleteFileProps {
  place: [product: string, variant: string];
  file: DigitalFile;
  onClose(): void;
  onDone(): void;
}

/** Asks before a file is deleted, which nothing undoes. */
export function DeleteFileDialog({ place, file, onClose, onDone }: DeleteFileProps) {
  const remove = async () => {
    await write('deleteDigitalFile', [...place, file.id], {
      what: `Delete the file ${file.file_name}`,
      where: `digital-files/${place.join('/')}`,
    });
    notify('File deleted.');
    onDone();
  };
  return (
    <Dialog title="Delete this file?" onClose={onClose}>
      <p>{file.file_name}. Customers who bought the variant can no longer download it, and it cannot be restored.</p>
      <Form submit="Delete" kind="danger" onSubmit={remove} onCancel={onClose} />
    </Dialog>
  );
}
