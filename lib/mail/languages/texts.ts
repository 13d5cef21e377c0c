/** What mails say, once in each language: a text that is missing or too many in one of them is a type error. */
export interface MailTexts {
  giftCard: {
    /** Its subject and headline. */
    title(site: string): string;
    /** Why the amount is less than the card was issued with: some of it has been spent. */
    rest: string;
    /** Leads to the code below it. */
    enterCode: string;
    /** On the button that leads to the site. */
    shop(site: string): string;
    /** Until the end of which day, in UTC, it can be used. */
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
