import { useState } from 'preact/hooks';
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { Button, Link } from '../../parts/button.tsx';
import { CopyId } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { PagePicker } from '../../parts/filters.tsx';
import { Form } from '../../parts/form.tsx';
import { Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { sizeOf, UploadBox } from '../../parts/upload-box.tsx';
import { Time } from '../../parts/values.tsx';
import { notify } from '../../state/notices.ts';
import { write } from '../../state/open-calls.ts';
import { useRead } from '../../state/read.ts';
import { hrefOf } from '../../state/route.ts';
import { mayWrite } from '../../state/session.ts';

type Product = Awaited<ReturnType<StoreCommerce['products']['get']>>;
type Variant = Product['variants'][number];
type DigitalFile = NonNullable<Variant['digital_file']>;

/** The digital files of the product in the URL, and that of the variant in the URL. */
export function DigitalFilesPage({ id }: { id: string }) {
  const [product = '', variant = ''] = id.split('/');
  return (
    <>
      <div class="head">
        <h1>Digital files</h1>
      </div>
      <search class="filters">
        <PagePicker
          page="digital-files"
          type="product"
          label="Product"
          placeholder="Start of a name, or id"
          value={product}
        />
      </search>
      {product ? (
        <ProductFiles key={product} id={product} variant={variant} />
      ) : (
        <Empty title="Choose a product">
          Find a product by the start of its name or by its id. Each of its variants has at most one file.
        </Empty>
      )}
    </>
  );
}

function ProductFiles({ id, variant }: { id: string; variant: string }) {
  const product = useRead((shop, options) => shop.products.get(id, options), [id]);
  if (product.state === 'loading') return <Skeleton rows={3} height="3rem" />;
  if (product.state === 'failed') return <Failure error={product.error} onAgain={product.again} />;
  const chosen = product.data.variants.find((each) => each.id === variant);
  /** The list of the API may not have the file yet. */
  const put = (of: string, digital_file: DigitalFile | null) =>
    product.change((last) => ({
      ...last,
      variants: last.variants.map((each) => (each.id === of ? { ...each, digital_file } : each)),
    }));
  return (
    <>
      <div class="head part">
        <h2>{product.data.name}</h2>
        <CopyId id={id} />
      </div>
      <nav class="sites" aria-label="Variants">
        {product.data.variants.map((each) => (
          <Link
            key={each.id}
            href={hrefOf(`digital-files/${id}/${each.id}`)}
            aria-current={each.id === variant ? 'page' : undefined}
          >
            {each.name || each.id}
          </Link>
        ))}
      </nav>
      {chosen ? (
        <VariantFile key={variant} product={id} variant={chosen} put={(file) => put(chosen.id, file)} />
      ) : variant ? (
        <Empty title="Variant not found">Choose a variant of the product.</Empty>
      ) : (
        <Empty title="Choose a variant">Each variant has at most one file.</Empty>
      )}
    </>
  );
}

interface VariantFileProps {
  product: string;
  variant: Variant;
  put(file: DigitalFile | null): void;
}

function VariantFile({ product, variant, put }: VariantFileProps) {
  const [isDeleting, setDeleting] = useState(false);
  const file = variant.digital_file;
  const done = (answer: unknown) => {
    if (!isFile(answer)) return;
    put(answer);
    notify(`${answer.file_name} uploaded.`);
  };
  return (
    <>
      {file ? (
        <PresentFile file={file} onDelete={() => setDeleting(true)} />
      ) : (
        <p class="quiet">This variant has no file.</p>
      )}
      {mayWrite() && (
        <UploadBox
          target={{ kind: 'file', ids: [product, variant.id] }}
          label={file ? 'Drop a file here to replace it, or choose one' : 'Drop a file here, or choose one'}
          hint="Up to 500 MiB."
          onDone={done}
        />
      )}
      {isDeleting && file && (
        <DeleteFileDialog
          place={[product, variant.id]}
          file={file}
          onClose={() => setDeleting(false)}
          onDone={() => {
            setDeleting(false);
            put(null);
          }}
        />
      )}
    </>
  );
}

function PresentFile({ file, onDelete }: { file: DigitalFile; onDelete(): void }) {
  return (
    <section class="uploaded" aria-label="Present file">
      <p>
        <b>{file.file_name}</b>{' '}
        <span class="quiet">
          {sizeOf(file.file_size)}, <Time at={file.created_at} />
        </span>{' '}
        <CopyId id={file.id} />
      </p>
      {mayWrite() && (
        <Button kind="risk" onClick={onDelete}>
          Delete…
        </Button>
      )}
    </section>
  );
}

const isFile = (answer: unknown): answer is DigitalFile =>
  typeof answer === 'object' && answer !== null && 'file_name' in answer;

interface DeleteFileProps {
  place: [product: string, variant: string];
  file: DigitalFile;
  onClose(): void;
  onDone(): void;
}

/** Asks before a file is deleted, which nothing undoes. */
function DeleteFileDialog({ place, file, onClose, onDone }: DeleteFileProps) {
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
