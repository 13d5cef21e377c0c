/** Objects whose keys are paths below the folder that keeps them: none leads out of it, whoever sends it. */
import { S3Error } from '../../../node_modules/fauxqs/dist/common/errors.js';
import { S3Store } from '../../../node_modules/fauxqs/dist/s3/s3Store.js';

/** The S3 engine's store, which refuses keys that a file system would take for another path. */
export class BoundedStore extends S3Store {
  override restoreObject(...[bucket, object]: Parameters<S3Store['restoreObject']>): void {
    if (isPlain(object.key)) super.restoreObject(bucket, object);
  }

  override restoreMultipartUpload(...[upload]: Parameters<S3Store['restoreMultipartUpload']>): void {
    if (isPlain(upload.key)) super.restoreMultipartUpload(upload);
  }

  override putObject(...[bucket, key, ...rest]: Parameters<S3Store['putObject']>) {
    return super.putObject(bucket, plain(key), ...rest);
  }

  override createMultipartUpload(...[bucket, key, ...rest]: Parameters<S3Store['createMultipartUpload']>) {
    return super.createMultipartUpload(bucket, plain(key), ...rest);
  }

  override renameObject(bucket: string, sourceKey: string, destKey: string): void {
    super.renameObject(bucket, plain(sourceKey), plain(destKey));
  }

  override deleteObject(bucket: string, key: string): void {
    super.deleteObject(bucket, plain(key));
  }
}

function plain(key: string): string {
  if (!isPlain(key)) throw new S3Error('InvalidRequest', 'No segment of a key may be empty, . or ..', 400);
  return key;
}

const isPlain = (key: string): boolean =>
  key
    .split(/[/\\]/)
    .every(
      (segment, index, all) =>
        !['.', '..'].includes(segment) && (segment !== '' || (index > 0 && index === all.length - 1)),
    );
