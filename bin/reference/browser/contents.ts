/** Marks the section that the reader sees in the list of the page's headings. */
export function markSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  if (links.length === 0) return;
  const sections = links.map(({ hash }) => document.getElementById(hash.slice(1)));
  const mark = () => {
    const { scrollHeight } = document.documentElement;
    // A short last section never reaches the top of the screen.
    const isAtEnd = scrollY > 0 && scrollY + innerHeight > scrollHeight - 2;
    const isAbove = (section: HTMLElement | null) => (section?.getBoundingClientRect().top ?? 0) < innerHeight / 3;
    const current = isAtEnd ? links.length - 1 : sections.findLastIndex(isAbove);
    for (const [at, link] of links.entries()) {
      if (at === current) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
