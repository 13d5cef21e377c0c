/** The page of a link that unsubscribes. */
interface UnsubscribeTexts {
  question(store: string): string;
  /** What the button does. */
  effect: string;
  button: string;
  done(store: string): string;
  /** After it: no more emails, and how to get one again. */
  after: string;
}

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
  reviewRequest: {
    headline: string;
    subject(site: string): string;
    /** The subject of the reminder. */
    reminder(site: string): string;
    /** Every opinion is welcome: no reward, and no wish for many stars. */
    ask: string;
    /** On the button that leads to the page for reviews. */
    write: string;
    /** Why it came. */
    why(site: string): string;
    /** The same in the reminder, and that no other follows. */
    whyReminded(site: string): string;
    /** On the small link that unsubscribes. */
    leave: string;
  };
  /** The pages that the links of restock emails and of emails that ask for reviews lead to, and their errors. */
  unsubscribe: {
    restock: UnsubscribeTexts;
    review: UnsubscribeTexts;
    /** Of a link that is malformed, forged or expired. */
    invalid: string;
    /** What the shopper does then. */
    invalidHelp: string;
    /** Of a request that failed or came too often. */
    failed: string;
    failedHelp: string;
  };
}
