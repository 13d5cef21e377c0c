import { useState } from 'preact/hooks';
import type { UploadReplies } from '../../../../../lib/client/api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Form, given } from '../../parts/form.tsx';
import { Empty } from '../../parts/states.tsx';
import { sizeOf, UploadBox } from '../../parts/upload-box.tsx';
import { notify } from '../../state/notices.ts';
import { write } from '../../state/open-calls.ts';
import { go, hrefOf } from '../../state/route.ts';
import { mayWrite } from '../../state/session.ts';

/** The digital file of the variant that the URL names. */
export function DigitalFilesPage({ id }: { id: string }) {
  const [product = '', variant = ''] = id.split('/');
  const find = async (fields: FormData) =>
    go(hrefOf(`digital-files/${given(fields, 'product')?.trim()}/${given(fields, 'variant')?.trim()}`));
  return (
    <>
      <div class="head">
        <h1>Digital files</h1>
      </div>
      <div class="find-variant">
        <Form submit="Open" onSubmit={find}>
          <Field label="Product" name="product" placeholder="pro_…" required defaultValue={product} />
          <Field label="Variant" name="variant" placeholder="prv_…" required defaultValue={variant} />
        </Form>
      </div>
      {product && variant ? (
        <VariantFile key={id} product={product} variant={variant} />
      ) : (
        <Empty title="Choose a product">
          Enter a digital product and its variant. Each variant has at most one file.
        </Empty>
      )}
    </>
  );
}

function VariantFile({ product, variant }: { product: string; variant: string }) {
  const [file, setFile] = useState<DigitalFile>();
  const [deleting, setDeleting] = useState<string>();
  if (!mayWrite()) {
    return (
      <Empty title="Read-only access">
        The API does not list digital files, so this page shows nothing with a read-only key. Use a key with write
        access to upload and delete files.
      </Empty>
    );
  }
  const done = (answer: unknown) => {
    if (!isFile(answer)) return;
    setFile(answer);
    notify(`${answer.file_name} uploaded.`);
  };
  return (
    <>
      <UploadBox
        target={{ kind: 'file', ids: [product, variant] }}
        label="Drop a file here, or choose one"
        hint="Up to 500 MiB. It replaces the current file of the variant."
        onDone={done}
      />
      {file && <UploadedFile file={file} onDelete={() => setDeleting(file.id)} />}
      <h2 class="part">Delete a file by its id</h2>
      <div class="find-variant">
        <Form submit="Delete…" kind="danger" onSubmit={async (fields) => setDeleting(given(fields, 'file')?.trim())}>
          <Field label="File" name="file" placeholder="pdf_…" required />
        </Form>
      </div>
      {deleting && (
        <DeleteFileDialog
          file={[product, variant, deleting]}
          onClose={() => setDeleting(undefined)}
          onDone={() => {
            setDeleting(undefined);
            if (deleting === file?.id) setFile(undefined);
          }}
        />
      )}
    </>
  );
}

function UploadedFile({ file, onDelete }: { file: DigitalFile; onDelete(): void }) {
  return (
    <section class="uploaded" aria-label="Uploaded file">
      <p>
        <b>{file.file_name}</b> <span class="quiet">{sizeOf(file.file_size)}</span> <code>{file.id}</code>
      </p>
      <Button onClick={onDelete}>Delete…</Button>
    </section>
  );
}

type DigitalFile = UploadReplies['file']['finish'];

const isFile = (answer: unknown): answer is DigitalFile =>
  typeof answer === 'object' && answer !== null && 'file_name' in answer;

interface DeleteFileProps {
  file: [product: string, variant: string, id: string];
  onClose(): void;
  onDone(): void;
}

/** Asks before a file is deleted, which nothing undoes. */
function DeleteFileDialog({ file, onClose, onDone }: DeleteFileProps) {
  const [product, variant, id] = file;
  const remove = async () => {
    await write('deleteDigitalFile', file, {
      what: `Delete the file ${id}`,
      where: `digital-files/${product}/${variant}`,
    });
    notify('File deleted.');
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
