/** The file that an address below `/console/` leads to: a name with an ending is a file, all others are the one page, which has a router. */
export const consoleFileOf = (name: string): string => (/\.\w+$/.test(name) ? name : 'index.html');
