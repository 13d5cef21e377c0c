/**
 * Headers in which the distribution tells the functions what it saw of a caller. It sets them on every request that it passes on, over anything
 * that the caller wrote there.
 */

/** The IP address of the caller. */
export const viewerAddressHeader = 'x-viewer-address';

/** The host that the caller asked for. */
export const viewerHostHeader = 'x-viewer-host';
