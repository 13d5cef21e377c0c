import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { tell } from '../../state/notices.ts';
import { write } from '../../state/open-calls.ts';

interface DeleteFileProps {
  file: [product: string, variant: string, id: string];
  onClose(): void;
  onDone(): void;
}

/** Asks before a file is deleted, which nothing undoes. */
export function DeleteFileDialog({ file, onClose, onDone }: DeleteFileProps) {
  const [product, variant, id] = file;
  const remove = async () => {
    await write('deleteDigitalFile', file, {
      what: `Delete the file ${id}`,
      where: `digital-files/${product}/${variant}`,
    });
    tell('The file is deleted.');
    onDone();
  };
  return (
    <Dialog title="Delete this file?" onClose={onClose}>
      <p>
        <code>{id}</code>. Customers who bought the variant can no longer download it, and it cannot be restored.
      </p>
      <Form submit="Delete" kind="danger" onSubmit={remove} onCancel={onClose} />
    </Dialog>
  );
}
