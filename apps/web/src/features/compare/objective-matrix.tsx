'use client';

import { sayObjectiveValue } from '@proofload/charts';
import type { BreachComparison, Comparison, ObjectiveCourse, SloResult } from '@proofload/contracts';
import { formatQuantity } from '@proofload/domain';
import { StyleMark } from '@/components/chart/style-mark';
import { classNames } from '@/components/ui/class-names';
import { Table } from '@/components/ui/table';
import { Tooltip } from '@/components/ui/tooltip';
import type { GroupLook } from './group-look';
import { sayCourse, toVerdict } from './objective-words';
import { RunLink } from './run-link';
import { VerdictMark } from './verdict-mark';

export interface ObjectiveMatrixProps {
  comparison: Comparison;
  look: GroupLook;
  /** Absent until it has come. */
  breaches: BreachComparison | undefined;
}

/** Objectives by runs, grouped by treatment; each cell with its phases, and with how it held over time on hover and focus. */
export function ObjectiveMatrix({ comparison, look, breaches }: ObjectiveMatrixProps) {
  const groups = comparison.groups.filter(({ runs }) => runs.length > 0);
  const runs = groups.flatMap((group) => group.runs);
  return (
    <Table label="Objectives by run and phase" className="w-auto border-separate border-spacing-0.5">
      <thead>
        <tr>
          <HeadCorner name="Objective" />
          {groups.map(({ key, runs: members }) => {
            const style = look.styles.get(key);
            return (
              <th
                key={key}
                scope="colgroup"
                colSpan={members.length}
                className="px-2 py-1 text-left text-xs font-medium whitespace-nowrap"
              >
                <span className="inline-flex items-center gap-1.5">
                  {style && <StyleMark style={style} />}
                  {look.labels.get(key) ?? key}
                </span>
              </th>
            );
          })}
        </tr>
        <tr>
          {runs.map((id) => (
            <th key={id} scope="col" className="px-2 pb-1 text-left text-xs font-normal whitespace-nowrap">
              <RunLink id={id} className="text-muted underline-offset-2 hover:underline">
                {nameOf(comparison, id)}
              </RunLink>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {comparison.slos.map(({ name, objective, cells }) => (
          <tr key={`${name}${objective}`}>
            <th scope="row" className="px-3 py-1.5 text-left align-top font-medium whitespace-nowrap">
              {name}
              <span className="block text-xs font-normal text-muted">{objective}</span>
            </th>
            {runs.map((id) => (
              <MatrixCell
                key={id}
                result={cells.find(({ run }) => run === id)?.result ?? null}
                said={(result) => sayObjectiveValue(comparison, id, result)}
                course={findCourse(breaches, id, { name, objective })}
                breaches={breaches}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function HeadCorner({ name }: { name: string }) {
  return (
    <th scope="col" rowSpan={2} className="px-3 py-1 text-left align-bottom text-xs font-medium text-muted">
      {name}
    </th>
  );
}

/** What a run is called where its treatment stands above it. */
export function nameOf({ runs }: Comparison, id: string): string {
  const run = runs.find((candidate) => candidate.id === id);
  if (!run) return id;
  if (run.replicate !== null) return `#${run.replicate}`;
  if (run.labels.study !== undefined) return 'published';
  // Names are mostly made of the experiment and the treatment, which stands above.
  return run.name.includes(run.group) ? 'run' : run.name;
}

function findCourse(
  breaches: BreachComparison | undefined,
  run: string,
  { name, objective }: Pick<SloResult, 'name' | 'objective'>,
): ObjectiveCourse | undefined {
  return breaches?.runs
    .find((entry) => entry.run === run)
    ?.objectives.find((course) => course.name === name && course.objective === objective);
}

interface MatrixCellProps {
  result: SloResult | null;
  said(result: SloResult): string;
  course: ObjectiveCourse | undefined;
  breaches: BreachComparison | undefined;
}

function MatrixCell({ result, said, course, breaches }: MatrixCellProps) {
  if (result === null) {
    return (
      <td className="px-2 py-1.5 text-muted">
        <VerdictMark verdict="absent" />
      </td>
    );
  }
  const verdict = toVerdict(result.met);
  const note = result.note === null ? '' : `${result.note}. `;
  return (
    <td className={classNames('rounded align-top', verdict === 'failed' && 'bg-breach-soft')}>
      <Tooltip
        content={`${note}${breaches ? sayCourse(course, breaches.load) : 'The course over time is being read'}`}
      >
        <button type="button" className="tabular w-full rounded px-2 py-1.5 text-left whitespace-nowrap">
          <span className="block font-medium">{said(result)}</span>
          <VerdictMark verdict={verdict} />
          {course?.phases.map(({ phase, met, value }, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: two phases of a run may have one name
              key={index}
              className="mt-1 flex items-baseline justify-between gap-3 border-t border-line pt-1 text-xs"
            >
              <span className="text-muted">{phase}</span>
              <span>{formatQuantity(value, course.unit)}</span>
              <VerdictMark verdict={toVerdict(met)} />
            </span>
          ))}
        </button>
      </Tooltip>
    </td>
  );
}
