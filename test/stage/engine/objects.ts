/** The conditions under which objects are written, which the engine does not judge. */
import { type CopyObjectCommandInput, HeadObjectCommand, NotFound, S3ServiceException } from '@aws-sdk/client-s3';
import { s3 } from '../../../lib/objects/client.ts';
import { outside } from './actor.ts';

type Write = Pick<CopyObjectCommandInput, 'Bucket' | 'Key' | 'IfNoneMatch' | 'CopySource' | 'CopySourceIfMatch'>;

/** Whether S3 writes an object on a condition, so that others may be in its way. */
export const isConditional = ({ IfNoneMatch }: Write): boolean => IfNoneMatch !== undefined;

/** Throws 412 where a condition of the write does not hold. */
export async function expectConditions({ Bucket, Key, IfNoneMatch, CopySource, CopySourceIfMatch }: Write) {
  if (IfNoneMatch && (await etagOf(Bucket, Key))) throw preconditionFailed();
  if (!CopySourceIfMatch) return;
  const source = await etagOf(Bucket, CopySource?.slice(`${Bucket}/`.length));
  if (source && source !== CopySourceIfMatch) throw preconditionFailed();
}

async function etagOf(Bucket: string | undefined, Key: string | undefined): Promise<string | undefined> {
  try {
    const { ETag } = await outside(() => s3().send(new HeadObjectCommand({ Bucket, Key })));
    return ETag;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

const preconditionFailed = (): Error =>
  new S3ServiceException({
    name: 'PreconditionFailed',
    $fault: 'client',
    message: 'At least one of the pre-conditions you specified did not hold',
    $metadata: { httpStatusCode: 412 },
  });
