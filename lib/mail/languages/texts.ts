/** The texts of emails, in each language: a missing or extra text in one of them is a type error. */
export interface MailTexts {
  giftCard: {
    /** The headline if it is unknown who gave the card. */
    title(site: string): string;
    /** The headline with the name of the customer who bought the card for someone else. */
    titleFrom(giver: string, site: string): string;
    subject(title: string, amount: string): string;
    /** Above the amount. */
    balance: string;
    /** The same if it differs from the amount on issue. */
    rest: string;
    /** How the card can be spent. */
    spend: string;
    /** Leads to the code below it. */
    enterCode: string;
    /** On the button that leads to the site. */
    shop(site: string): string;
    /** The last day, in UTC, on which it can be used. */
    lastDay(day: string): string;
    /** How to report a mistake: replies reach the store. */
    mistake: string;
  };
  restock: {
    headline: string;
    subject(product: string): string;
    /** On the button that leads to the product. */
    see(site: string): string;
    /** Why it came, and that no other follows. */
    why: string;
    /** On the small link that leaves all waitlists of the store. */
    leave: string;
  };
  /** The page that the link of a restock's email leads to, and its errors. */
  unsubscribe: {
    question(store: string): string;
    /** What the button does. */
    effect: string;
    button: string;
    done(store: string): string;
    /** After it: no more emails, and how to get one again. */
    after: string;
    /** Of a link that is malformed, forged or expired. */
    invalid: string;
    /** What the shopper does then. */
    invalidHelp: string;
    /** Of a request that failed or came too often. */
    failed: string;
    failedHelp: string;
  };
}
