/** The texts of mails, in each language: a missing or extra text in one of them is a type error. */
export interface MailTexts {
  giftCard: {
    /** Its subject and headline. */
    title(site: string): string;
    /** Why the amount is less than on issue: some of it has been spent. */
    rest: string;
    /** Leads to the code below it. */
    enterCode: string;
    /** On the button that leads to the site. */
    shop(site: string): string;
    /** The last day, in UTC, on which it can be used. */
    lastDay(day: string): string;
  };
  restock: {
    headline: string;
    subject(product: string): string;
    /** On the button that leads to the product. */
    see(site: string): string;
    /** Why it came, and that no other follows. */
    why: string;
  };
}
