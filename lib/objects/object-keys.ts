/** Names of objects in the bucket, all of them. Only what lies under `media/` is ever public (CloudFront). */

/** The path of a photo on the storefront is its key in the bucket behind a slash. */
export const photoKey = (image: { url: string }): string => image.url.slice(1);

export const digitalFileKey = (store: string, digitalFile: string): string => `files/${store}/${digitalFile}`;

/** A photo on its way straight to the bucket: not public, and expired by the bucket's lifecycle rule. */
export const pendingKey = (store: string, upload: string): string => `pending/${store}/${upload}`;
