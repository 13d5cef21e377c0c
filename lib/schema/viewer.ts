/**
 * Headers that the distribution sets on each call with a shopper token, in place of values that the caller sent.
 */

/** The IP address of the caller. */
export const viewerAddressHeader = 'x-viewer-address';

/** The host that the caller asked for. */
export const viewerHostHeader = 'x-viewer-host';
