import { useState } from 'preact/hooks';
import type { StoreCommerce } from '../../../../../lib/client/store-commerce.ts';
import { Button, Link } from '../../parts/button.tsx';
import { CopyId } from '../../parts/copy.tsx';
import { PagePicker } from '../../parts/filters.tsx';
import { Head } from '../../parts/lists.tsx';
import { Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { sizeOf, UploadBox } from '../../parts/upload-box.tsx';
import { Time } from '../../parts/values.tsx';
import { notify } from '../../state/notices.ts';
import { useRead } from '../../state/read.ts';
import { hrefOf } from '../../state/route.ts';
import { mayWrite } from '../../state/session.ts';
import { DeleteFileDialog, type DigitalFile, ReplaceFileDialog, type Replacing } from './file-dialogs.tsx';

type Product = Awaited<ReturnType<StoreCommerce['products']['get']>>;
type Variant = Product['variants'][number];

/** The digital files of the product in the URL, and that of the variant in the URL. */
export function DigitalFilesPage({ id }: { id: string }) {
  const [product = '', variant = ''] = id.split('/');
  return (
    <>
      <Head title="Digital files" />
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
  const [replacing, setReplacing] = useState<Replacing>();
  const file = variant.digital_file;
  const done = (answer: unknown) => {
    if (!isFile(answer)) return;
    put(answer);
    notify(file ? `${answer.file_name} replaces ${file.file_name}.` : `${answer.file_name} uploaded.`);
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
          ask={file ? (by, send) => setReplacing({ by: by.name, send }) : undefined}
          onDone={done}
        />
      )}
      {replacing && file && (
        <ReplaceFileDialog file={file} replacing={replacing} onClose={() => setReplacing(undefined)} />
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
