// A mark for each file, the failures, and one line of what ran. Files that pass are not listed.
import { DefaultReporter, type TestModule } from 'vitest/node';

type State = 'passed' | 'failed' | 'skipped' | 'pending';

export default class OneLineReporter extends DefaultReporter {
  #modules: readonly TestModule[] = [];

  constructor() {
    super({ summary: false });
  }

  override onTestModuleEnd(module: TestModule): void {
    this.ctx.logger.outputStream.write(module.ok() ? '.' : 'F');
  }

  override onTestRunEnd(...args: Parameters<DefaultReporter['onTestRunEnd']>): void {
    this.#modules = args[0];
    this.ctx.logger.log();
    super.onTestRunEnd(...args);
  }

  override reportTestSummary(): void {
    const counts: Record<State, number> = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of this.#modules) for (const test of module.children.allTests()) counts[test.result().state]++;
    const broken = this.#modules.filter(
      (module) => !module.ok() && [...module.children.allTests('failed')].length === 0,
    );
    const { passed, failed, skipped } = counts;
    const seconds = Math.round((performance.now() - this.start) / 1000);
    const parts = [
      `${passed} passed`,
      `${failed} failed`,
      ...(broken.length > 0 ? [`${broken.length} files that could not run`] : []),
      ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ];
    this.ctx.logger.log(`\n${parts.join(', ')} in ${this.#modules.length} files, ${seconds} s`);
  }
}
