import type { ScalingCurve, ScalingPoint } from '@proofload/contracts';
import { convertUnit, formatInterval, formatRatio, parseObjective, parseTarget } from '@proofload/domain';
import type { ScalingCurveInput } from './scaling-curve-input.ts';

/** What a curve says, in sentences: plateau, best level, what is beyond scaling, what cannot be told. */
export function sayScaling(
  curve: ScalingCurve,
  { factor, isMeans }: { factor: string; isMeans: boolean },
): string[] {
  const { points, better, knee } = curve;
  const measured = points.filter(({ mean }) => mean !== null);
  return [
    ...(knee === null || knee.kind === 'none' ? [] : [...sayPlateau(knee), knee.said]),
    ...sayBest(curve, measured),
    ...saySuperLinear(points, factor),
    ...(better === 'none'
      ? ['Neither more nor less of it is better, so that it has no knee, speed-up or efficiency.']
      : isMeans || measured.length < 2
        ? []
        : [`${factor} makes it better at no level, so that efficiency and the laws of scaling say nothing.`]),
    ...sayWithheld(points),
    ...sayLeftOut(points),
    ...sayAdvice(measured, curve.reference),
  ];
}

function sayPlateau({ kind, level, plateau }: NonNullable<ScalingCurve['knee']>): string[] {
  const range =
    plateau === null || plateau.from === plateau.to ? null : `Plateau: ${plateau.from} to ${plateau.to}.`;
  if (level === null) return range === null ? [] : [range];
  const place = `${kind === 'peak' ? 'Peak, with its knee' : 'Knee'} at ${level}.`;
  return [range === null ? place : `${place} ${range}`];
}

function sayBest({ knee, reference, better }: ScalingCurve, measured: readonly ScalingPoint[]): string[] {
  const best = measured.find(({ level }) => level === knee?.best);
  const [first] = measured;
  if (!best?.gain || !first || best === first || better === 'none') return [];
  const { ratio, interval } = best.gain;
  const bounds = interval
    ? ` ${formatInterval(interval.low, interval.high)}`
    : ', an interval is not assessable at n=1';
  const from = first.level === reference ? `the baseline ${first.level}` : first.level;
  return [`At the best level, ${best.level}, it is ${formatRatio(ratio)} as good as at ${from}${bounds}.`];
}

function saySuperLinear(points: readonly ScalingPoint[], factor: string): string[] {
  const flagged = points.filter(({ efficiency }) => efficiency?.isSuperLinear);
  if (flagged.length === 0) return [];
  const said = flagged.map(
    ({ level, efficiency }) => `${level} (efficiency ${efficiency?.value.toFixed(2)})`,
  );
  return [
    `Super-linear at ${said.join(', ')}: more than ${factor} alone explains. Something else changed, or the first level was held back.`,
  ];
}

function sayWithheld(points: readonly ScalingPoint[]): string[] {
  return points.flatMap(({ level, confounders }) =>
    confounders.length === 0
      ? []
      : [`The verdict on ${level} is withheld: ${confounders.join(', ')} cannot be told apart from it.`],
  );
}

function sayAdvice(measured: readonly ScalingPoint[], reference: string | null): string[] {
  const single = measured.filter(
    ({ n, level, difference }) => n < 2 && level !== reference && difference === 'not-assessable',
  );
  if (single.length === 0) return [];
  return single.length === measured.length - 1
    ? ['Differences are not assessable at n=1; a finding opens to how many replicates would tell.']
    : [`The differences of ${single.map(({ level }) => level).join(', ')} are not assessable at n=1.`];
}

/** Runs that did not count are named, with their reasons. */
function sayLeftOut(points: readonly ScalingPoint[]): string[] {
  return points.flatMap(({ level, leftOut }) =>
    leftOut.length === 0
      ? []
      : [
          `${leftOut.length === 1 ? 'One run is' : `${leftOut.length} runs are`} left out at ${level}: ${[...new Set(leftOut.map(({ reason }) => reason))].slice(0, 3).join('; ')}.`,
        ],
  );
}

/** Objectives on the measurement: where their line lies, and in how many runs they held. */
export function sayObjectives({
  measurement: { name, unit },
  definition,
  runs,
}: ScalingCurveInput): ScalingCurve['objectives'] {
  return (definition?.slos ?? []).flatMap((slo) => {
    const parsed = slo.measurement === name ? parseObjective(slo.objective) : null;
    if (parsed === null) return [];
    const results = runs.flatMap((run) =>
      run.slos.filter((result) => result.name === slo.name && result.met !== null),
    );
    const met = results.filter((result) => result.met === true).length;
    const held =
      results.length === 0
        ? 'could not be judged in any run'
        : met === results.length
          ? `held throughout, in ${met} of ${results.length} runs`
          : `held in ${met} of ${results.length} runs`;
    return [
      {
        name: slo.name,
        objective: slo.objective,
        value: convertUnit(parsed.value, parsed.unit, unit ?? ''),
        said: `Objective ${slo.name} (${slo.objective}) ${held}.`,
      },
    ];
  });
}

/** Goals on the measurement, as multiples of the baseline. */
export function sayGoals(
  { measurement: { name }, comparison }: ScalingCurveInput,
  baseline: number | null,
): ScalingCurve['goals'] {
  return comparison.goals
    .filter(({ measurement }) => measurement === name)
    .map(({ target, met, note }) => {
      const ratio = parseTarget(target)?.ratio ?? null;
      const state = met === null ? 'cannot be judged' : met ? 'is reached' : 'is not reached';
      return {
        target,
        value: ratio === null || baseline === null ? null : ratio * baseline,
        said: `Goal ${target} of the baseline ${state}${note === null ? '' : `: ${note}`}.`,
      };
    });
}
