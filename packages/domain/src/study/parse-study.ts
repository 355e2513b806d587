import { type DocumentProblem, readDocument } from '../document/read-document.ts';
import { ProofloadError } from '../errors.ts';
import type { ExperimentDefinition } from '../experiment/definition.ts';
import { factorNames } from '../experiment/treatments.ts';
import { type ReportedText, readReported } from '../run/reported-value.ts';
import { type StudyDocument, studySchema } from './study-schema.ts';

/**
 * Reads a study and holds it against the experiments that come with it.
 * @param experiments definitions by name
 * @throws `invalid` with the path and the line of each error
 */
export function requireStudy(
  source: string,
  experiments: ReadonlyMap<string, ExperimentDefinition>,
): StudyDocument {
  const read = readDocument(
    source,
    'study',
    (content) => studySchema.safeParse(content),
    (content) => ({ content, problems: checkRuns(content, experiments) }),
  );
  if (!('errors' in read)) return read.content;
  const [first] = read.errors;
  const where = first?.line === undefined ? '' : `line ${first.line}, `;
  throw new ProofloadError('invalid', `The study is not valid: ${where}${first?.field}: ${first?.message}`, {
    fields: read.errors,
  });
}

function checkRuns(
  { spec }: StudyDocument,
  experiments: ReadonlyMap<string, ExperimentDefinition>,
): DocumentProblem[] {
  return spec.runs.flatMap((run, index) => {
    const path = ['spec', 'runs', index];
    const definition = experiments.get(run.experiment);
    if (!definition) {
      const message = `expected one of the experiments of the study: ${[...experiments.keys()].join(', ')}`;
      return [{ path: [...path, 'experiment'], message }];
    }
    const factors = factorNames(definition.factors);
    const strange = Object.keys(run.params).filter((name) => !factors.includes(name));
    return [
      ...strange.map((name) => ({
        path: [...path, 'params', name],
        message: `expected a factor of ${run.experiment}: ${factors.join(', ')}`,
      })),
      ...Object.entries(run.measurements).flatMap(([name, value]) => {
        const message = findReportProblem(name, value, definition);
        return message === null ? [] : [{ path: [...path, 'measurements', name], message }];
      }),
    ];
  });
}

function findReportProblem(
  name: string,
  value: ReportedText,
  { measurements }: ExperimentDefinition,
): string | null {
  const definition = Object.hasOwn(measurements, name) ? measurements[name] : undefined;
  if (!definition) return `expected a measurement of the experiment: ${Object.keys(measurements).join(', ')}`;
  const read = readReported(value, definition.unit);
  return 'message' in read ? read.message : null;
}
