/**
 * The version of the contract, and of the client that is made from it. It rises with every change of the reference; what
 * changed is in the client's changelog.
 */
export const contractVersion = '0.6.0';
