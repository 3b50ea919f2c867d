import type { Conventions } from '../conventions/Conventions.ts';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import type { VersionContext } from './CompileContext.ts';
import { CoordinateCollector } from './CoordinateCollector.ts';

const REPORTS = ['report', 'warn', 'reportUnsupported'] as const;

/** What one part of a version reports and collects while it is compiled, so that it can be passed on again without compiling. */
export class Recording {
  /** What the part is compiled with. It knows nothing of the other parts. */
  readonly context: VersionContext;
  readonly #reported = { report: [], warn: [], reportUnsupported: [] } as Record<
    (typeof REPORTS)[number],
    Parameters<ReportDiagnostic>[]
  >;

  /** `conventions` are those of the version; what is read of them is tracked. */
  constructor({ schema, vocabulary, types }: VersionContext, conventions: Conventions) {
    const { report, warn, reportUnsupported } = this.#reported;
    this.context = {
      schema,
      vocabulary,
      conventions,
      types: types.createPart(conventions),
      coordinates: new CoordinateCollector(schema),
      report: (...diagnostic) => void report.push(diagnostic),
      warn: (...diagnostic) => void warn.push(diagnostic),
      reportUnsupported: (...diagnostic) => void reportUnsupported.push(diagnostic),
    };
  }

  /** Reports and adds everything to the context of the version. */
  replay(version: VersionContext): void {
    version.types.addAll(this.context.types);
    version.coordinates.addAll(this.context.coordinates);
    for (const kind of REPORTS) for (const diagnostic of this.#reported[kind]) version[kind](...diagnostic);
  }
}
