/** What a mail can be sent to: one plain address, with nothing in it that could mean more to a mail server. */

const local = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const pattern = new RegExp(`^${local}@(?:${label}\\.)+${label}$`);

export const isMailAddress = (text: string): boolean => text.length <= 254 && pattern.test(text);
