/** A chart of latency percentiles as SVG. */
export interface Percentile {
  percentile: number;
  milliseconds: number;
}

const size = { width: 640, height: 320, left: 60, bottom: 40, top: 40 } as const;

/** Bars of milliseconds by percentile. */
export function latencyChart(latency: readonly Percentile[]): string {
  const highest = Math.max(1, ...latency.map(({ milliseconds }) => milliseconds));
  const plot = { width: size.width - size.left - 20, height: size.height - size.top - size.bottom };
  const step = plot.width / latency.length;
  const bars = latency.map(({ percentile, milliseconds }, index) => {
    const height = (milliseconds / highest) * plot.height;
    const x = size.left + index * step + step * 0.15;
    const y = size.top + plot.height - height;
    const middle = x + step * 0.35;
    return [
      `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${(step * 0.7).toFixed(1)}" height="${height.toFixed(1)}" fill="#3566a8"/>`,
      `<text x="${middle.toFixed(1)}" y="${(y - 6).toFixed(1)}" text-anchor="middle">${milliseconds}</text>`,
      `<text x="${middle.toFixed(1)}" y="${size.height - size.bottom + 18}" text-anchor="middle">p${percentile}</text>`,
    ].join('');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${size.left}" y="20" font-size="14">Latency in milliseconds by percentile</text>
<line x1="${size.left}" y1="${size.top + plot.height}" x2="${size.width - 20}" y2="${size.top + plot.height}" stroke="#888"/>
${bars.join('\n')}
</svg>
`;
}
