import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { tell } from '../../state/notices.ts';
import { write } from '../../state/open-calls.ts';
import { about, type GiftOption } from './gift-option.ts';

interface DeleteOptionProps {
  site: string;
  option: GiftOption;
  onClose(): void;
  onDone(): void;
}

/** Asks before an option is deleted, which nothing undoes. */
export function DeleteOptionDialog({ site, option, onClose, onDone }: DeleteOptionProps) {
  const remove = async () => {
    await write('deleteGiftOption', [site, option.id], about('Delete', site, option));
    tell('The option is deleted.');
    onClose();
    onDone();
  };
  return (
    <Dialog title="Delete this option?" onClose={onClose}>
      <p>{option.name}, with its photo. Orders that have it keep it. To stop offering it, edit it instead.</p>
      <Form submit="Delete" kind="danger" onSubmit={remove} onCancel={onClose} />
    </Dialog>
  );
}
