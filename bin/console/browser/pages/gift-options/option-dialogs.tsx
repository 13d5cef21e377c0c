/** The dialogs that create, change and delete a gift option. An update has all fields of the option, since it replaces them. */
import { useState } from 'preact/hooks';
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { AmountField, amountIn, Field, Form, given, TextField } from '../../parts/form.tsx';
import { UploadBox } from '../../parts/upload-box.tsx';
import { notify } from '../../state/notices.ts';
import { type About, write } from '../../state/open-calls.ts';
import { upload } from '../../state/uploads.ts';

export type GiftOption = Awaited<ReturnType<StoreCommerce['giftOptions']['get']>>;

/** Everything of an option that an update can set. */
export function contentOf({ id: _id, image: _image, created_at: _made, updated_at: _changed, ...content }: GiftOption) {
  return content;
}

/** The subject of a call that changes an option of a site. */
export const about = (verb: string, site: string, { name }: { name: string }): About => ({
  what: `${verb} the gift option ${name}`,
  where: `gift-options/${site}`,
});

/** The space between two positions, so that an option can move without the others. */
const gap = 10;

/**
 * The options with a changed position in a new order, each with its new position, 0 to 1000. A single move takes a
 * free position between its neighbors if there is one.
 */
export function movesTo(order: readonly GiftOption[], moved: GiftOption): { option: GiftOption; position: number }[] {
  const place = order.indexOf(moved);
  const before = order[place - 1]?.position ?? -1;
  const after = order[place + 1]?.position ?? before + 2 * gap;
  const between = Math.floor((before + after) / 2);
  if (between > before && between < after && between <= 1000) return [{ option: moved, position: between }];
  return order
    .map((option, index) => ({ option, position: (index + 1) * gap }))
    .filter(({ option, position }) => option.position !== position);
}

interface OptionDialogProps {
  site: string;
  /** The one that is edited; a new one if undefined. */
  option: GiftOption | undefined;
  onClose(): void;
  onDone(): void;
}

/** A photo that a person has chosen for an option that does not exist yet. */
function photoIn(fields: FormData): File | undefined {
  const photo = fields.get('photo');
  return photo instanceof File && photo.size > 0 ? photo : undefined;
}

/** Adds an option, or edits one and its photo. */
export function OptionDialog({ site, option: initial, onClose, onDone }: OptionDialogProps) {
  const [option, setOption] = useState(initial);
  const [isChanged, setChanged] = useState(false);
  // The list is read again after the dialog: a list that loads would close the dialog, with unsaved text in it.
  const close = () => {
    onClose();
    if (isChanged) onDone();
  };
  const done = (text: string) => {
    notify(text);
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
      return done('Option saved.');
    }
    const created = await write('createGiftOption', [site, content], about('Add', site, content));
    const photo = photoIn(fields);
    if (photo && (await upload({ kind: 'photo', ids: [site, created.id] }, photo)) === undefined) {
      // The option exists, so the dialog continues with it: another photo can be chosen.
      setOption(created);
      return setChanged(true);
    }
    done('Option saved.');
  };
  const photoSaved = (answer: unknown) => {
    if (isOption(answer)) setOption(answer);
    notify('Photo saved.');
    setChanged(true);
  };
  const removePhoto = async (of: GiftOption) => {
    await write('removeGiftOptionImage', [site, of.id], about('Remove the photo of', site, of));
    done('Photo removed.');
  };
  return (
    <Dialog title={option ? 'Edit the option' : 'Add an option'} onClose={close}>
      <Form submit="Save" onSubmit={save} onCancel={close}>
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
        {!option && (
          <label class="field">
            <span>
              Photo <small>optional; JPEG or PNG, up to 50 MB</small>
            </span>
            <input type="file" name="photo" accept="image/jpeg,image/png" />
          </label>
        )}
      </Form>
      {option && (
        <>
          <h3>Photo</h3>
          {option.image && <img class="thumbnail" src={option.image.url} alt={option.name} />}
          <UploadBox
            target={{ kind: 'photo', ids: [site, option.id] }}
            label="Drop a photo here, or choose one"
            hint="JPEG or PNG, up to 50 MB"
            accept="image/jpeg,image/png"
            onDone={photoSaved}
          />
          {option.image && <Button onClick={() => removePhoto(option)}>Remove the photo</Button>}
        </>
      )}
    </Dialog>
  );
}

const isOption = (answer: unknown): answer is GiftOption =>
  typeof answer === 'object' && answer !== null && 'image' in answer;

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
    notify('Option deleted.');
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
