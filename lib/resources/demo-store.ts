/** Fixed ids of the local server's demo store, used by the examples of the reference. */
export const demoStore = {
  store: 'sto_demo',
  site: 'sit_demo',
  customers: { ada: 'cus_ada', grace: 'cus_grace', alan: 'cus_alan', margaret: 'cus_margaret' },
  addresses: { home: 'cad_adahome', office: 'cad_adaoffice' },
  products: { teapot: 'pro_teapot', cup: 'pro_cup', book: 'pro_book', giftCard: 'pro_giftcard' },
  variants: {
    teapotSmall: 'prv_teapotsmall',
    teapotLarge: 'prv_teapotlarge',
    cup: 'prv_cup',
    book: 'prv_book',
    sampler: 'prv_booksampler',
    epub: 'prv_bookepub',
    giftCard: 'prv_giftcard',
  },
  giftOptions: { wrapping: 'gft_wrapping', box: 'gft_box', furoshiki: 'gft_furoshiki' },
  image: 'img_wrapping',
  reviews: { published: 'rev_00demo3', answered: 'rev_00demo1', hidden: 'rev_00demo4', deletable: 'rev_00demo2' },
  giftCards: { birthday: 'gcd_00birthday', welcome: 'gcd_00welcome', spent: 'gcd_00spent' },
  storeCredits: {
    goodwill: 'scr_00goodwill',
    promotion: 'scr_00promotion',
    reward: 'scr_00reward',
    apology: 'scr_00apology',
  },
  /** The code of the birthday card, as a buyer enters it. Codes of other cards cannot be guessed. */
  giftCardCode: 'TEAP-TTEA-PTTE-APTT-EAPT-TEAP-DEM2',
  checkouts: { paying: 'checkout_41', leaving: 'checkout_42', crediting: 'checkout_43' },
  orders: { paid: 'ord_demo', pending: 'ord_pending', abandoned: 'ord_abandoned', returned: 'ord_cups' },
  refund: 'refund_1',
  restock: 'delivery_6',
  files: { book: 'pdf_book', sampler: 'pdf_sampler' },
  uploads: { file: 'upl_book', abandoned: 'upl_sampler', photo: 'upl_box' },
  keys: { write: 'key_demowrite', read: 'key_demoread', spare: 'key_demospare' },
} as const;

/** A PNG: a square of one color. */
export const photoBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The content of the demo's direct uploads. */
export const uploadedText = 'The art of tea, second edition\n';
