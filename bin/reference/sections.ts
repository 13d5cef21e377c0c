/** What each section of the contract is about, in its order. */
export const sections: Readonly<Record<string, string>> = {
  'Customer addresses': 'Any number of shipping and billing addresses for each customer.',
  'Gift options':
    'Optional extras, such as gift wrapping, that a site offers at checkout: 20 a site at most, each with a price and perhaps a photo. An order has one at most.',
  Reviews:
    'Reviews that customers wrote about products. The store reads, hides and shows reviews; it never writes them.',
  'Gift cards':
    'Store credit that buyers spend at checkout: issued here or bought as a product, with a ledger of every change.',
  'Restock waitlist':
    'How many shoppers wait for a variant that is out of stock. Only counts are told, never addresses.',
  'Digital files': 'The file that buyers of a digital variant download, one for each variant.',
  'API key': 'The key that a request is sent with: whose it is, what it may do, and the store and sites it belongs to.',
};
