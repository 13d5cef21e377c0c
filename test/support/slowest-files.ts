/** Ends a run with its five slowest files: what a change that makes tests slower has to answer for. */
import type { Reporter, TestModule } from 'vitest/node';

const shown = 5;

export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules
      .map((module) => ({ file: module.relativeModuleId, seconds: module.diagnostic().duration / 1000 }))
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, shown);
    if (modules.length <= shown) return;
    console.log('Slowest files:');
    for (const { file, seconds } of slowest) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`);
  }
}
