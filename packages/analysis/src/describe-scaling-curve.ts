import type { ComparedCell, Comparison, ScalingCurve, ScalingPoint } from '@proofload/contracts';
import { createRandom } from '@proofload/domain';
import { type ComparableRun, exclusionReason } from './comparable-run.ts';
import type { CurveLevel } from './curve-level.ts';
import { describeLaws } from './describe-laws.ts';
import { type CurvePoint, describeCurve } from './response-curve.ts';
import { sayKnee } from './say-knee.ts';
import { sayGoals, sayObjectives, sayScaling } from './say-scaling.ts';
import type { ScalingCurveInput } from './scaling-curve-input.ts';

/** The same draws for the same runs, so that a page says the same each time. */
const seed = 1;

interface Level extends CurveLevel {
  cell: ComparedCell;
  counted: ScalingPoint['values'];
  leftOut: ScalingPoint['leftOut'];
}

/** One measurement over the levels of a factor; null where no run has a value of it. */
export function describeScalingCurve(input: ScalingCurveInput): ScalingCurve | null {
  const { measurement, comparison, factor } = input;
  const { name, unit, better } = measurement;
  const levels = comparison.groups.flatMap((group) => toLevel(input, group) ?? []);
  if (levels.every(({ cell, leftOut }) => cell.n === 0 && leftOut.every(({ value }) => value === null)))
    return null;
  const direction = better === 'none' ? 'higher' : better;
  const { points, knee } = describeCurve(levels, { better: direction, random: createRandom(seed) });
  // Where more of the factor helps at no level it is a load and no means, so that there is nothing to be efficient at.
  const pays =
    !input.isLoad && better !== 'none' && points.some(({ gain }) => gain !== null && gain.ratio > 1);
  const reference = levels.find(({ cell }) => cell.difference === 'baseline') ?? null;
  const described = points.map((point, index) =>
    toPoint(point, { level: levels[index], reference, better, pays }),
  );
  const curve: ScalingCurve = {
    measurement: name,
    unit,
    better,
    reference: reference?.name ?? null,
    points: described,
    knee:
      better === 'none'
        ? null
        : {
            kind: knee.kind,
            level: knee.level,
            plateau: knee.plateau,
            best: knee.best,
            range: knee.range,
            said: sayKnee(knee, factor.label),
          },
    laws: pays ? describeLaws(levels, direction) : [],
    objectives: input.isPlain ? sayObjectives(input) : [],
    goals: input.isPlain ? sayGoals(input, reference?.cell.mean ?? null) : [],
    findings: [],
  };
  return { ...curve, findings: sayScaling(curve, { factor: factor.label, isMeans: pays || input.isLoad }) };
}

function toLevel(
  { measurement, runs, factor }: ScalingCurveInput,
  group: Comparison['groups'][number],
): Level | null {
  const cell = measurement.cells.find((candidate) => candidate.group === group.key);
  const members = runs.filter(({ id }) => group.runs.includes(id));
  const [first] = members;
  if (!cell || !first) return null;
  const names = new Map(members.map((run) => [run.id, run.name]));
  const leftOut = members.flatMap((run) => explainLeftOut(run, measurement.name, cell) ?? []);
  return {
    name: factor.levelOf(first),
    amount: factor.amountOf(first),
    values: cell.values.map(({ value }) => value),
    unfinished: leftOut.map(({ reason }) => reason),
    cell,
    counted: cell.values.map(({ run, value }) => ({ run, name: names.get(run) ?? run, value })),
    leftOut,
  };
}

function explainLeftOut(
  run: ComparableRun,
  name: string,
  cell: ComparedCell,
): ScalingPoint['leftOut'][number] | null {
  const found = Object.hasOwn(run.measurements, name) ? run.measurements[name] : undefined;
  const counts =
    cell.values.some((entry) => entry.run === run.id) ||
    (cell.amounts ?? []).some((entry) => entry.run === run.id);
  if (counts) return null;
  const reason = exclusionReason(run) ?? found?.note ?? `no value of ${name}`;
  return { run: run.id, name: run.name, value: found?.value ?? null, reason };
}

interface PointFacts {
  level: Level | undefined;
  reference: Level | null;
  better: ScalingCurve['better'];
  pays: boolean;
}

function toPoint(point: CurvePoint, { level, reference, better, pays }: PointFacts): ScalingPoint {
  const cell = level?.cell;
  const base = reference?.cell.mean ?? null;
  return {
    level: point.name,
    amount: point.amount,
    n: cell?.n ?? 0,
    mean: point.mean,
    interval: point.interval,
    values: level?.counted ?? [],
    amounts: cell?.amount ?? null,
    leftOut: level?.leftOut ?? [],
    step: point.step,
    change: point.mean === null || base === null || base === 0 ? null : point.mean / base - 1,
    gain: better === 'none' ? null : point.gain,
    efficiency: pays ? point.efficiency : null,
    difference: cell?.difference ?? 'no-data',
    sentence: cell?.sentence ?? 'no data',
    advice: cell?.effect?.advice ?? null,
    confounders: cell?.effect?.confounders ?? [],
  };
}
