/** Charts as SVG, for reports. */

const size = { width: 640, height: 320, left: 70, right: 20, bottom: 40, top: 40 } as const;
const plot = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom } as const;
const baseline = size.top + plot.height;
const colours = ['#3566a8', '#c2571a', '#3d8a4f', '#8a4fa3', '#7a7a2e', '#a83552'] as const;

interface Bar {
  label: string;
  value: number;
}

/** One bar for each value, the value above it. */
export function barChart(title: string, bars: readonly Bar[]): string {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const step = plot.width / bars.length;
  const drawn = bars.map(({ label, value }, index) => {
    const height = (value / highest) * plot.height;
    const x = size.left + index * step + step * 0.15;
    const middle = x + step * 0.35;
    return [
      `<rect x="${at(x)}" y="${at(baseline - height)}" width="${at(step * 0.7)}" height="${at(height)}" fill="${colours[0]}"/>`,
      text(middle, baseline - height - 6, String(value), 'middle'),
      text(middle, baseline + 18, label, 'middle'),
    ].join('');
  });
  return chart(title, drawn);
}

interface Line {
  label: string;
  /** One for each place on the x axis. */
  values: readonly number[];
}

/** Lines over places that stand equally far apart; the y axis begins at 0. */
export function lineChart(title: string, places: readonly string[], lines: readonly Line[]): string {
  const highest = Math.max(1, ...lines.flatMap(({ values }) => values));
  const x = (index: number) => size.left + ((index + 0.5) * plot.width) / places.length;
  const y = (value: number) => baseline - (value / highest) * plot.height;
  const drawn = lines.map(({ label, values }, index) => {
    const colour = colours[index % colours.length];
    const points = values.map((value, place) => `${at(x(place))},${at(y(value))}`).join(' ');
    const legend = size.top + 8 + index * 16;
    return [
      `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<rect x="${size.left + 8}" y="${legend - 8}" width="10" height="10" fill="${colour}"/>`,
      text(size.left + 24, legend + 1, label, 'start'),
    ].join('');
  });
  return chart(title, [
    ...places.map((place, index) => text(x(index), baseline + 18, place, 'middle')),
    text(size.left - 8, y(highest) + 4, String(highest), 'end'),
    text(size.left - 8, baseline + 4, '0', 'end'),
    ...drawn,
  ]);
}

const at = (coordinate: number): string => coordinate.toFixed(1);

const escaped = (content: string): string => content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const text = (x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): string =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;

const chart = (
  title: string,
  drawn: readonly string[],
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="sans-serif" font-size="12">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${size.left}" y="20" font-size="14">${escaped(title)}</text>
<line x1="${size.left}" y1="${baseline}" x2="${size.width - size.right}" y2="${baseline}" stroke="#888"/>
${drawn.join('\n')}
</svg>
`;
