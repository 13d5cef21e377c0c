import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { AmountField, amountIn, Field, Form, given, TextField } from '../../parts/form.tsx';
import { UploadBox } from '../../parts/upload-box.tsx';
import { tell } from '../../state/notices.ts';
import { write } from '../../state/open-calls.ts';
import { about, contentOf, type GiftOption } from './gift-option.ts';

interface OptionDialogProps {
  site: string;
  /** The one that is edited; a new one where it is left out. */
  option: GiftOption | undefined;
  onClose(): void;
  onDone(): void;
}

/** Adds an option, or edits one and its photo. */
export function OptionDialog({ site, option, onClose, onDone }: OptionDialogProps) {
  const done = (text: string) => {
    tell(text);
    onClose();
    onDone();
  };
  const save = async (fields: FormData) => {
    const content = {
      name: given(fields, 'name') ?? '',
      description: given(fields, 'description') ?? '',
      price: amountIn(fields, 'price'),
      enabled: fields.has('enabled'),
    };
    if (option) {
      await write(
        'updateGiftOption',
        [site, option.id, { ...contentOf(option), ...content }],
        about('Edit', site, option),
      );
    } else await write('createGiftOption', [site, content], about('Add', site, content));
    done('The option is saved.');
  };
  const removePhoto = async (of: GiftOption) => {
    await write('removeGiftOptionImage', [site, of.id], about('Remove the photo of', site, of));
    done('The photo is removed.');
  };
  return (
    <Dialog title={option ? 'Edit the option' : 'Add an option'} onClose={onClose}>
      <Form submit="Save" onSubmit={save} onCancel={onClose}>
        <Field label="Name" name="name" required maxLength={256} defaultValue={option?.name ?? ''} />
        <TextField
          label="Description"
          hint="optional; under the name at checkout"
          name="description"
          maxLength={1000}
          defaultValue={option?.description ?? ''}
        />
        <AmountField label="Price" name="price" amount={option?.price ?? 0} />
        <label class="check">
          <input type="checkbox" name="enabled" defaultChecked={option?.enabled ?? true} />
          <span>Offer it at checkout</span>
        </label>
      </Form>
      {option && (
        <>
          <h3>Photo</h3>
          <UploadBox
            target={{ kind: 'photo', ids: [site, option.id] }}
            label="Drop a photo here, or choose one"
            hint="JPEG or PNG, up to 50 MB"
            accept="image/jpeg,image/png"
            onDone={() => done('The photo is saved.')}
          />
          {option.image && <Button onClick={() => removePhoto(option)}>Remove the photo</Button>}
        </>
      )}
    </Dialog>
  );
}
