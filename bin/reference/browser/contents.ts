/** Marks the section that the reader sees in the list of the page's headings. */
export function markSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  if (links.length === 0) return;
  const sections = links.map(({ hash }) => document.getElementById(hash.slice(1)));
  // Where a section is after its link was followed, and a little below.
  const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 24;
  const mark = () => {
    const { scrollHeight } = document.documentElement;
    // A short last section never reaches the top of the screen.
    const isAtEnd = scrollY > 0 && scrollY + innerHeight > scrollHeight - 2;
    const isAbove = (section: HTMLElement | null) => (section?.getBoundingClientRect().top ?? 0) < line;
    const current = isAtEnd ? links.length - 1 : sections.findLastIndex(isAbove);
    for (const [at, link] of links.entries()) {
      if (at === current) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
